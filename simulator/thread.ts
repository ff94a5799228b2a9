import { parentPort, workerData } from 'node:worker_threads';
import { startSimulator } from './simulator.ts';

/** Runs the simulator in a thread of its own: states its addresses first, stops at the message `close`. */
const simulator = await startSimulator(workerData);
parentPort?.postMessage(simulator.urls);
parentPort?.on('message', async (message) => {
  if (message !== 'close') return;
  await simulator.close();
  process.exit(0);
});
