export type { ActiveFault, FaultSpec } from './faults.ts';
export { POLYBOLT_CREDENTIALS } from './references/polybolt.ts';
export { type Simulator, type SimulatorOptions, type SimulatorUrls, startSimulator } from './simulator.ts';
