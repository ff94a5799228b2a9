import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findSpan, readBookAt } from '../../src/history/tape/sqlite/book-reading.ts';
import { DayFile } from '../../src/history/tape/sqlite/day-file.ts';
import { randomNumbers } from '../store/generated.ts';
import { MadeUpBooks } from './made-up-books.ts';

/**
 * An hour of made-up books in a day file of the tape, as fast as it goes: bytes of a change, how long a flush and a
 * slice take, and how long the book of a market at a random moment.
 *
 *     node bin/with-node24 bench/tape/day-file.ts [changes a second] [markets] [minutes]
 */
const [perSecond = 7_000, markets = 2_560, minutes = 60] = process.argv.slice(2).map(Number);
const SLICE_S = 300;
const BASE_MS = Date.UTC(2026, 10, 28, 12);
const SLICE_CHANGES = 524_288;
const QUESTIONS = 500;

const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-bench-'));
const where = path.join(folder, '2026-11-28.sqlite');
const file = DayFile.create(where, { store: '0'.repeat(32), day: '2026-11-28', begunMs: BASE_MS });
const books = new MadeUpBooks({ markets, perSecond, baseMs: BASE_MS });
const [flushes, seals]: [number[], number[]] = [[], []];
const spans = Array.from({ length: markets }, (_, i) => ({
  table: 'span' as const,
  row: {
    market: i + 1,
    from_ms: BASE_MS,
    to_ms: null,
    every_ms: 0,
    depth: null,
    opened: 'first',
    ended: null,
  },
}));
let changes = 0;
let [slice, inSlice, isFirstSecond] = [1, 0, true];
for (let s = 0; s < 60 * minutes; s++) {
  const fromMs = BASE_MS + 1_000 * s;
  const runs = books.drawSecond(fromMs, { number: slice, isFirstSecond });
  const before = changes;
  isFirstSecond = false;
  changes += runs.reduce((sum, { prices }) => sum + prices.length, 0);
  const added = s === 0 ? spans : [];
  flushes.push(timed(() => file.commit({ books: runs, trades: [], fromMs, toMs: fromMs + 999, added })));
  inSlice += changes - before;
  if (s % SLICE_S !== SLICE_S - 1 && inSlice < SLICE_CHANGES) continue;
  seals.push(timed(() => file.seal()));
  [slice, inSlice, isFirstSecond] = [slice + 1, 0, true];
}
file.seal();
const blockBytes = Number(
  Object.values(file.database.prepare('SELECT sum(length(data)) FROM block').get() ?? {})[0],
);
file.closeDay();

const closed = DayFile.open(where, { readOnly: true });
const random = randomNumbers(46);
const answers = Array.from({ length: QUESTIONS }, () => {
  const market = 1 + Math.floor(random() * markets);
  const t = BASE_MS + Math.floor(random() * minutes * 60_000);
  if (findSpan(closed.database, market, t) === null) throw new Error('a span is missing');
  return timed(() => readBookAt(closed.database, market, t));
});
console.log(`${changes} changes of ${markets} markets in ${minutes} min`);
console.log(
  `bytes a change: ${(blockBytes / changes).toFixed(2)} in blocks, ${(statSync(where).size / changes).toFixed(2)} of the file`,
);
console.log(`flush, ms: ${quantiles(flushes)}`);
console.log(`slice, ms: ${quantiles(seals)}`);
console.log(`book at a moment, ms: ${quantiles(answers)}`);
closed.close();
rmSync(folder, { recursive: true });

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
