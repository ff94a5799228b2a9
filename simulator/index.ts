export type { ActiveFault, FaultSpec } from './faults.ts';
export { POLYBOLT_CREDENTIALS } from './references/credentials.ts';
export { type Simulator, type SimulatorOptions, type SimulatorUrls, startSimulator } from './simulator.ts';
