export type { ActiveFault, FaultSpec } from './faults.ts';
export { type Simulator, type SimulatorOptions, type SimulatorUrls, startSimulator } from './simulator.ts';
