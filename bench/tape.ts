import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { CHANGE, type TapeFrames } from '../src/history/tape/contract/tape-frames.ts';
import { SqliteTapeReader } from '../src/history/tape/sqlite/sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../src/history/tape/sqlite/sqlite-tape-writer.ts';
import { randomNumbers } from './store/generated.ts';
import { MadeUpBooks } from './tape/made-up-books.ts';
import { toFrames } from './tape/made-up-frames.ts';

/**
 * The store of the tape under made-up books, as fast as it goes: bytes of a change beside the same changes as Parquet with
 * ZSTD(9), sorted by market, written by DuckDB; processor time of a change; a flush and a slice; the book of a market at a
 * random moment of the closed slices and of the running one; all changes of the busiest market.
 *
 *     node bin/with-node24 bench/tape.ts [changes a second] [markets] [minutes]
 */
const [perSecond = 7_000, markets = 2_560, minutes = 17] = process.argv.slice(2).map(Number);
const BASE_MS = Date.UTC(2026, 10, 28, 12);
const QUESTIONS = 400;
/** The running slice is at most so long. */
const SLICE_MS = 300_000;

const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-bench-'));
const books = new MadeUpBooks({ markets, perSecond, baseMs: BASE_MS });
const writer = new SqliteTapeWriter({ dataDir, store: '0'.repeat(32), nowMs: BASE_MS });
const toMarket = (number: number) => ({
  number,
  venue: 'polymarket' as const,
  storeKey: `market-${number}`,
  asset: `pm-market-${number}`,
  sendsChanges: true,
  isBinary: true,
});
writer.nameMarkets(Array.from({ length: markets }, (_, i) => toMarket(i + 1)));
const parquet = await openParquet();
const [takes, flushes, seals]: [number[], number[], number[]] = [[], [], []];
let [changes, cpuUs] = [0, 0];
for (let s = 0; s < 60 * minutes; s++) {
  const fromMs = BASE_MS + 1_000 * s;
  const frames = toFrames(books.drawSecond(fromMs, { number: s === 0 ? 1 : 2, isFirstSecond: s === 0 }));
  await parquet.add(frames);
  const before = process.cpuUsage();
  takes.push(timed(() => (changes += writer.addFrames(frames).changes)));
  const ms = timed(() => writer.flush(fromMs + 999));
  const { user, system } = process.cpuUsage(before);
  cpuUs += user + system;
  (s % 300 === 299 ? seals : flushes).push(ms);
}
const running = await ask(BASE_MS + 60_000 * minutes - SLICE_MS / 2, BASE_MS + 60_000 * minutes - 1_000);
writer.stop(BASE_MS + 60_000 * minutes);
const closed = await ask(BASE_MS, BASE_MS + 60_000 * minutes - SLICE_MS);
const file = path.join(dataDir, 'tape', '2026-11-28.sqlite');
const { bytesPerChange } = writer.state();

console.log(`${changes} changes of ${markets} markets in ${minutes} min`);
const [ours, theirs] = [statSync(file).size / changes, (await parquet.finish()) / changes];
console.log(
  `bytes a change: ${bytesPerChange?.toFixed(2) ?? 'none'} in the last slice, ${ours.toFixed(2)} of the file; ` +
    `Parquet ${theirs.toFixed(2)}, ${(ours / theirs).toFixed(2)} of it`,
);
console.log(`processor time of a change: ${(cpuUs / changes).toFixed(2)} µs`);
console.log(`take, ms: ${quantiles(takes)}`);
console.log(`flush, ms: ${quantiles(flushes)}`);
console.log(`flush with a slice, ms: ${quantiles(seals)}`);
console.log(`book at a moment, ms: ${quantiles(closed)}; with the running slice: ${quantiles(running)}`);
const reader = new SqliteTapeReader(dataDir);
const window = { fromMs: BASE_MS, toMs: BASE_MS + 60_000 * minutes };
const started = performance.now();
const { columns } = await reader.readChanges(toMarket(1), { ...window, limit: 10_000_000 });
console.log(
  `${columns.length} changes of the busiest market: ${(performance.now() - started).toFixed(0)} ms`,
);
await reader.close();
rmSync(dataDir, { recursive: true });

/** Times the book of a random market at random times, in ms. */
async function ask(fromMs: number, toMs: number): Promise<number[]> {
  const reader = new SqliteTapeReader(dataDir);
  const random = randomNumbers(46);
  const times: number[] = [];
  for (let i = 0; i < QUESTIONS; i++) {
    const market = toMarket(1 + Math.floor(random() * markets));
    const t = fromMs + Math.floor(random() * Math.max(1, toMs - fromMs));
    const before = performance.now();
    const { book } = await reader.findBook(market, Math.max(BASE_MS, t));
    times.push(performance.now() - before);
    if (book === null) throw new Error('a book is missing');
  }
  await reader.close();
  return times;
}

async function openParquet() {
  const folder = path.join(dataDir, 'parquet');
  mkdirSync(folder);
  let part = 0;
  return {
    async add(frames: TapeFrames): Promise<void> {
      const lines = ['market,t,lag,side,price,size'];
      let at = 0;
      for (let i = 0; i < frames.markets.length; i++) {
        const [t, end] = [frames.times[i]!, at + frames.counts[i]!];
        for (; at < end; at++) {
          if (frames.kinds[i] !== CHANGE) continue;
          const row = [frames.markets[i], t, t - frames.venueTimes[i]!, frames.sides[at]];
          lines.push(
            [...row, Math.round(frames.prices[at]! * 1_000), Math.round(frames.sizes[at]! * 100)].join(','),
          );
        }
      }
      writeFileSync(path.join(folder, `${part++}.csv`), lines.join('\n'));
    },
    /** Bytes of the file. */
    async finish(): Promise<number> {
      const target = path.join(folder, 'changes.parquet');
      const connection = await (await DuckDBInstance.create()).connect();
      await connection.run(`COPY (SELECT * FROM read_csv('${folder}/*.csv', header = true) ORDER BY market, t)
        TO '${target}' (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 9, PARQUET_VERSION v2)`);
      return statSync(target).size;
    },
  };
}

function timed(work: () => void): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

function quantiles(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`;
}
