import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { seededRandom } from '../../../../test/support/random.ts';
import type { BookRun } from '../coding/book-block.ts';
import { DamagedBlock } from '../coding/bytes.ts';
import { findSpan, readBookAt } from './book-reading.ts';
import { DayFile, OtherTapeFile } from './day-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-'));
after(() => rmSync(folder, { recursive: true }));

const BEGUN_MS = Date.UTC(2026, 10, 28, 12);
const COMMIT_MS = 1_000;
const COMMITS_A_SLICE = 20;
const HEAD = { store: '0'.repeat(32), day: '2026-11-28', begunMs: BEGUN_MS };

test('a book is found as it was at every moment, over commits, slices, restarts and a closed day', () => {
  for (const seed of [1, 2, 3]) {
    const { file, states, at } = recordMarkets(path.join(folder, `${seed}.sqlite`), { seed, commits: 130 });
    const random = seededRandom(seed + 100);
    for (let i = 0; i < 400; i++) {
      const market = 1 + Math.floor(random() * MARKETS);
      const t = BEGUN_MS + Math.floor(random() * 130 * COMMIT_MS);
      const { bids, asks, bookMs } = readBookAt(file.database, market, t)!;
      assert.deepEqual(
        { bids, asks, bookMs },
        at(states[market - 1]!, t),
        `market ${market} at ${t - BEGUN_MS}`,
      );
    }
    file.closeDay();
  }
});

test('before, between and after spans nothing is known', () => {
  const file = DayFile.create(path.join(folder, 'spans.sqlite'), HEAD);
  const whole = (beginMs: number): BookRun => ({
    ...EMPTY_RUN,
    whole: { ...EMPTY_BOOK, beginMs, bookMs: beginMs },
  });
  const span = (from_ms: number) => ({
    market: 1,
    from_ms,
    to_ms: null,
    every_ms: 0,
    depth: null,
    ended: null,
  });
  const commit = { trades: [], fromMs: BEGUN_MS, toMs: BEGUN_MS + 999 };
  const opened = { table: 'span', row: { ...span(BEGUN_MS + 100), opened: 'first' } } as const;
  file.commit({ ...commit, books: [whole(BEGUN_MS + 100)], added: [opened] });
  const next = { trades: [], fromMs: BEGUN_MS + 1_000, toMs: BEGUN_MS + 1_999 };
  file.commit({
    ...next,
    books: [whole(BEGUN_MS + 1_500)],
    added: [{ table: 'span', row: { ...span(BEGUN_MS + 1_500), opened: 'connection' } }],
    ended: [{ table: 'span', id: 1, toMs: BEGUN_MS + 700, ended: 'connection' }],
  });
  const ask = (t: number) => findSpan(file.database, 1, BEGUN_MS + t)?.opened ?? null;
  assert.deepEqual([99, 100, 700, 701, 1_499, 1_500, 1_999, 2_000].map(ask), [
    null,
    'first',
    'first',
    null,
    null,
    'connection',
    'connection',
    null,
  ]);
  assert.deepEqual(readBookAt(file.database, 1, BEGUN_MS + 1_600)!.bids, [[0.4, 5]]);
  file.database.exec("UPDATE span SET opened = 'day' WHERE id = 2");
  assert.throws(() => ask(1_600), DamagedBlock);
  file.close();
});

test('a file that is no tape, or of another version, is left alone', () => {
  const other = path.join(folder, 'other.sqlite');
  const file = DayFile.create(other, HEAD);
  file.database.exec('PRAGMA user_version = 2');
  file.close();
  assert.throws(() => DayFile.open(other), OtherTapeFile);
  const foreign = DayFile.create(path.join(folder, 'foreign.sqlite'), HEAD);
  foreign.database.exec('PRAGMA application_id = 7');
  foreign.close();
  assert.throws(() => DayFile.open(path.join(folder, 'foreign.sqlite'), { readOnly: true }), OtherTapeFile);
});

test('late trades are added to a closed day, and it is closed as before', () => {
  const file = DayFile.create(path.join(folder, 'late.sqlite'), HEAD);
  file.closeDay();
  const again = DayFile.open(path.join(folder, 'late.sqlite'));
  const trade = {
    ...({
      venueTime: null,
      receivedAt: null,
      side: 'buy',
      isBlock: false,
      source: 'backfill',
      id: null,
    } as const),
    price: 4,
    size: 2,
  };
  const trades = Array.from({ length: 3_000 }, (_, i) => ({ ...trade, t: BEGUN_MS + 3_000 - i }));
  again.addTrades([{ market: 1, priceDecimals: 1, sizeDecimals: 0, trades }]);
  const rows = again.database.prepare('SELECT from_ms, trades FROM trade_block ORDER BY id').all();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { from_ms: BEGUN_MS + 1, trades: 1_024 },
      { from_ms: BEGUN_MS + 1_025, trades: 1_024 },
      { from_ms: BEGUN_MS + 2_049, trades: 952 },
    ],
  );
  again.closeDay();
});

const MARKETS = 15;
const EMPTY_RUN: Omit<BookRun, 'whole'> = {
  market: 1,
  priceDecimals: 1,
  sizeDecimals: 0,
  venueTimes: null,
  times: new Float64Array(),
  counts: new Uint32Array(),
  sides: new Uint8Array(),
  prices: new Float64Array(),
  sizes: new Float64Array(),
};
const EMPTY_BOOK = {
  venueMs: null,
  bids: { prices: Float64Array.of(4), sizes: Float64Array.of(5) },
  asks: { prices: new Float64Array(), sizes: new Float64Array() },
};

type Side = Map<number, number>;
interface State {
  readonly book: readonly [Side, Side];
  bookMs: number;
  sinceWhole: number;
  /** Every state that the market was in, by its time. */
  readonly seen: { t: number; bids: [number, number][]; asks: [number, number][] }[];
}

/** Records made-up markets in the way of the format, and remembers every state of every book. */
function recordMarkets(where: string, { seed, commits }: { seed: number; commits: number }) {
  const random = seededRandom(seed);
  const whole = (max: number) => Math.floor(random() * max);
  let file = DayFile.create(where, HEAD);
  const states = Array.from({ length: MARKETS }, (): State => {
    const book = [new Map<number, number>(), new Map<number, number>()] as const;
    for (let i = 1; i < 10; i++) {
      book[0].set(500 - i, 1 + whole(100));
      book[1].set(500 + i, 1 + whole(100));
    }
    return { book, bookMs: BEGUN_MS, sinceWhole: 0, seen: [] };
  });
  for (const state of states) remember(state, BEGUN_MS);
  for (let n = 0; n < commits; n++) {
    const fromMs = BEGUN_MS + n * COMMIT_MS;
    const slice = 1 + Math.floor(n / COMMITS_A_SLICE);
    const isFirst = n % COMMITS_A_SLICE === 0;
    const books = states.map((state, i) => {
      const market = i + 1;
      const hasWhole = n === 0 || (isFirst && market % 12 === slice % 12);
      return drawFrames(state, random, { market, fromMs, hasWhole });
    });
    const added = states.map((_, i) => ({
      table: 'span' as const,
      row: {
        market: i + 1,
        from_ms: BEGUN_MS,
        to_ms: null,
        every_ms: 0,
        depth: null,
        opened: 'first',
        ended: null,
      },
    }));
    const kept = books.filter((run) => run.whole !== null || run.times.length > 0);
    file.commit({
      books: kept,
      trades: [],
      fromMs,
      toMs: fromMs + COMMIT_MS - 1,
      added: n === 0 ? added : [],
    });
    if (n % COMMITS_A_SLICE === COMMITS_A_SLICE - 1) file.seal();
    if (random() < 0.05) {
      file.close();
      file = DayFile.open(where);
    }
  }
  const at = (state: State, t: number) => {
    const { t: bookMs, bids, asks } = state.seen.findLast((each) => each.t <= t)!;
    return { bids, asks, bookMs };
  };
  return { file, states, at };
}

function drawFrames(
  state: State,
  random: () => number,
  { market, fromMs, hasWhole }: { market: number; fromMs: number; hasWhole: boolean },
): BookRun {
  const whole = (max: number) => Math.floor(random() * max);
  const frames = whole(market % 3 === 0 ? 2 : 6);
  const times = Array.from({ length: frames }, () => fromMs + whole(COMMIT_MS)).sort((a, b) => a - b);
  const book = hasWhole ? { ...toWhole(state), beginMs: fromMs, bookMs: state.bookMs, venueMs: null } : null;
  const [counts, sides, prices, sizes]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const t of times) {
    const count = 1 + whole(3);
    counts.push(count);
    for (let i = 0; i < count; i++) {
      const side = whole(2) as 0 | 1;
      const price = side === 0 ? 499 - whole(12) : 501 + whole(12);
      const size = random() < 0.3 ? 0 : 1 + whole(1_000);
      if (size === 0) state.book[side].delete(price);
      else state.book[side].set(price, size);
      sides.push(side);
      prices.push(price);
      sizes.push(size);
    }
    state.bookMs = t;
    remember(state, t);
  }
  return {
    market,
    priceDecimals: 3,
    sizeDecimals: 2,
    whole: book,
    times: Float64Array.from(times),
    venueTimes: market % 2 === 0 ? null : Float64Array.from(times, (t) => t - 90),
    counts: Uint32Array.from(counts),
    sides: Uint8Array.from(sides),
    prices: Float64Array.from(prices),
    sizes: Float64Array.from(sizes),
  };
}

function toWhole({ book }: State) {
  const [bids, asks] = [sortLevels(book[0], -1), sortLevels(book[1], 1)];
  const toLevels = (levels: [number, number][]) => ({
    prices: Float64Array.from(levels, ([price]) => price),
    sizes: Float64Array.from(levels, ([, size]) => size),
  });
  return { bids: toLevels(bids), asks: toLevels(asks) };
}

function remember(state: State, t: number): void {
  const toValues = (levels: [number, number][]): [number, number][] =>
    levels.map(([price, size]) => [price / 1_000, size / 100]);
  const bids = toValues(sortLevels(state.book[0], -1));
  const asks = toValues(sortLevels(state.book[1], 1));
  state.seen.push({ t, bids, asks });
}

function sortLevels(levels: Side, direction: 1 | -1): [number, number][] {
  return [...levels].sort(([a], [b]) => direction * (a - b));
}
