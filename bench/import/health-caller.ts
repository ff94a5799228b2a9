import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks for the health of a service twenty times a second, from an event loop of its own, and reports each answer's ms. */
const { url } = workerData as { readonly url: string };
for (;;) {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/health`);
  await answer.arrayBuffer();
  parentPort?.postMessage(performance.now() - startedAt);
  await sleep(50);
}
