import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { buildTape } from '../../src/app/feed/tape.ts';
import { readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { wallClock } from '../../src/domain/index.ts';
import type { Feed } from '../../src/feed/feed.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import type { VenueAdapter } from '../../src/venues/venue-adapter.ts';
import { MadeUpStream } from './made-up-stream.ts';

/**
 * Appends of prices alone and beside the recorder of the tape, in windows in turn: p50 and p99 of an append. Prices of
 * 2,000 markets come each half second, books of 2,560 markets change without a pause while it is the turn of the tape.
 *
 *     node bin/with-node24 bench/tape/beside.ts [changes a second] [seconds of a window] [windows of each kind]
 */
const [perSecond = 6_740, seconds = 20, windows = 6] = process.argv.slice(2).map(Number);
const BOOKS = 2_560;
const PRICES = 2_000;
const APPEND_EVERY_MS = 500;
const TURN_MS = 10;
const WARM_UP = 10;
/** The thread begins, and the whole books are stored. */
const SETTLE_MS = 3_000;

const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-beside-bench-'));
const history = await openSqliteHistory({ dataDir });
const made = new MadeUpStream(BOOKS);
const { stream } = made;
const tape = buildTape(
  {
    config: readConfig({ CROSSTAPE_DATA_DIR: dataDir, CROSSTAPE_BOOK_MB_PER_DAY: '1000000' }),
    secrets: readSecrets({}),
    log: pino({ level: 'silent' }),
    clock: wallClock,
    adapters: new Map([['polymarket', { venue: 'polymarket', stream } as VenueAdapter]]),
  },
  { venues: ['polymarket'], find: () => null } as unknown as Feed,
);
if (tape === null) throw new Error('nothing is recorded');
tape.start();
made.sendWholes();
await sleep(SETTLE_MS);

// The first appends name the series.
for (let i = 0; i < WARM_UP; i++) await append([]);
const times = { alone: [] as number[], beside: [] as number[] };
for (let window = 0; window < windows; window++) {
  times.alone.push(...(await measure(0)));
  times.beside.push(...(await measure(perSecond)));
}
const { breaks } = await tape.read();
tape.detach();
await tape.stop();
await history.close();
rmSync(dataDir, { recursive: true });

const alone = show('alone', times.alone);
const beside = show(`beside ${perSecond} changes a second`, times.beside);
console.log(
  `p99 beside the tape: ${(beside / alone).toFixed(2)} of alone (bar 1.2); ${JSON.stringify(breaks)}`,
);

/** Measures the duration of each append of a window, ms. */
async function measure(rate: number): Promise<number[]> {
  const started = performance.now();
  const found: number[] = [];
  const running: Promise<void>[] = [];
  let [sent, dueMs] = [0, APPEND_EVERY_MS];
  for (;;) {
    const passedMs = performance.now() - started;
    if (passedMs >= seconds * 1_000) break;
    while (sent < (passedMs / 1_000) * rate) sent += made.sendChanges();
    if (passedMs >= dueMs) {
      dueMs += APPEND_EVERY_MS;
      running.push(append(found));
    }
    await sleep(TURN_MS);
  }
  await Promise.all(running);
  return found;
}

async function append(found: number[]): Promise<void> {
  const t = wallClock();
  const rows = Array.from({ length: PRICES }, (_, i) => ({
    venue: 'polymarket' as const,
    storeKey: `m-${i}`,
    asset: `pm-m-${i}`,
    t,
    p: ((t + i) % 97) / 100,
    v: null,
    s: 'poll' as const,
  }));
  const before = performance.now();
  await history.append(rows);
  found.push(performance.now() - before);
}

/** Prints the quantiles of values and returns the 99th percentile. */
function show(name: string, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  console.log(
    `append of ${PRICES} prices ${name}, ms: p50 ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)}, ${sorted.length} appends`,
  );
  return at(0.99);
}
