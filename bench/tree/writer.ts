import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { liveSeries } from './series.ts';

/** Appends one record to each of 2,000 series a second, and says after each poll how long it took. */
const { dataDir } = workerData as { readonly dataDir: string };
const history = await openSqliteHistory({ dataDir });
let isStopping = false;
parentPort?.once('message', () => {
  isStopping = true;
});

let poll = 0;
const startedAt = performance.now();
while (!isStopping) {
  poll++;
  const t = Date.now() as never;
  const batch = Array.from({ length: 2_000 }, (_, i) => ({
    ...liveSeries(i),
    t,
    p: (poll % 100) / 100,
    v: null,
    s: 'poll' as const,
  }));
  const before = performance.now();
  await history.append(batch);
  parentPort?.postMessage({ poll, ms: performance.now() - before });
  await sleep(Math.max(0, startedAt + poll * 1_000 - performance.now()));
}
await history.close();
