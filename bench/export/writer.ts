import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { SERIES } from './series.ts';

/** Appends 2,000 records a second in commits of 100, and says after each how many are acknowledged. */
const BATCH = 100;
const EVERY_MS = 50;
/** A record may carry the venue's time, up to a minute before. */
const MAX_LATE_MS = 60_000;
const LATE_EVERY = 20;

const { dataDir, written } = workerData as { readonly dataDir: string; readonly written: number };
const history = await openSqliteHistory({ dataDir });
let isStopping = false;
parentPort?.once('message', () => {
  isStopping = true;
});

let number = written;
const startedAt = performance.now();
for (let commit = 1; !isStopping; commit++) {
  const now = Date.now();
  const batch = Array.from({ length: BATCH }, () => {
    number++;
    const lateMs = number % LATE_EVERY === 0 ? (number * 7_919) % MAX_LATE_MS : 0;
    return {
      ...SERIES,
      t: (now - lateMs) as never,
      p: (number % 1_000) / 1_000,
      v: number,
      s: 'poll' as const,
    };
  });
  await history.append(batch);
  parentPort?.postMessage(number);
  await sleep(Math.max(0, startedAt + commit * EVERY_MS - performance.now()));
}
await history.close();
