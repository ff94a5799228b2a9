import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import {
  type AssetRef,
  type Book,
  type Candle,
  type EpochMs,
  epochMs,
  UpstreamError,
  type VenueId,
} from '../../src/domain/index.ts';
import type { MarketReader } from '../../src/feed/readers.ts';
import type { Columns, HistoryStore } from '../../src/history/contract/history-store.ts';
import { Backfiller } from '../../src/recording/backfiller.ts';
import { openScreens } from '../../src/screens/screens.ts';
import { buildApi } from './api-server.ts';
import { FakeAdapter } from './fake-adapter.ts';
import { ARGENTINA, binary, ELECTION, FixedFeed, HIGH, LIMIT, NOW, perp } from './fixed-feed.ts';
import { openMemoryStaleReports } from './memory/stale-reports.ts';
import { openTestHistory } from './test-history.ts';

/** A venue that gives the candles written down and remembers what it was asked for. */
class CandleVenue extends FakeAdapter {
  readonly asked: string[] = [];
  /** Answers wait for it. Default: they do not. */
  hold: Promise<void> = Promise.resolve();

  override async readCandles(ref: AssetRef): Promise<Candle[]> {
    this.asked.push(ref.asset);
    await this.hold;
    return super.readCandles(ref);
  }
}

/** Starts a server with screens over its own store, and a feed with one fresh market of each kind. */
export async function startAnalytics(
  t: TestContext,
  options: {
    /** Candles by asset of Hyperliquid. Absent: nothing is back-filled. */
    readonly candles?: readonly (readonly [asset: string, candles: Candle[]])[];
    /** Candles and funding of the pages. Default: there are none. */
    readonly markets?: MarketReader;
    /** Promise for which answers with candles wait. Default: none. */
    readonly hold?: Promise<void>;
    /** Default: that of the run's engine, in a place of its own. */
    readonly history?: HistoryStore;
    /** Puts itself between the service and the store. Default: nothing does. */
    readonly watch?: (store: HistoryStore) => HistoryStore;
  } = {},
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-analytics-'));
  const store = options.history ?? (await openTestHistory(dataDir));
  const history = options.watch?.(store) ?? store;
  const feed = new FixedFeed();
  feed.set('hyperliquid', [perp(), binary(ARGENTINA)]);
  feed.set('polymarket', [binary(ELECTION)]);
  feed.set('kalshi', [binary(HIGH)]);
  feed.set('limitless', [binary(LIMIT)]);
  const staleReports = openMemoryStaleReports();
  const books = new Map<string, Book>();
  const venue = new CandleVenue('hyperliquid');
  venue.candlesByAsset = new Map(options.candles);
  if (options.hold !== undefined) venue.hold = options.hold;
  const adapters = new Map<VenueId, CandleVenue>([['hyperliquid', venue]]);
  const faults: unknown[] = [];
  let elapsed = 0;
  const clock = () => epochMs(NOW + elapsed);

  const screens = await openScreens({
    feed,
    history,
    backfiller: options.candles === undefined ? null : new Backfiller({ history, adapters, clock }),
    clock,
    dataDir,
    onError: (error) => faults.push(error),
  });
  const app = await buildApi({
    feed,
    history,
    staleReports,
    books: { book: async (ref) => books.get(ref.asset) ?? unreadable() },
    markets: options.markets ?? { readCandles: async () => [], readFunding: async () => [] },
    screens,
    clock,
    now: () => elapsed,
    settings: { metrics: false },
  });
  t.after(async () => {
    await app.close();
    await screens.stop();
    await history.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    app,
    feed,
    history,
    screens,
    /** Books by asset id; assets without an entry cannot be read. */
    books,
    /** The venue whose candles are back-filled. */
    venue,
    /** Faults reported by the screens. */
    faults,
    /** Moves the clock; cached answers expire by it too. */
    pass(ms: number) {
      elapsed += ms;
    },
    /** Requests the body of a success. */
    async get(url: string): Promise<ReturnType<typeof JSON.parse>> {
      const response = await app.inject(url);
      assert.equal(response.statusCode, 200, `${url}: ${response.body}`);
      return response.json();
    },
  };
}

function unreadable(): never {
  throw new UpstreamError('timeout', 'no answer', { retryAfterMs: 1_500 });
}

export interface SeriesShape {
  readonly count: number;
  readonly stepMs: number;
  /** Time of the newest record. Default: a second before noon. */
  readonly endMs?: number;
  /** Price of a record by its index, oldest first. */
  readonly price: (index: number) => number;
  /** Volume of a record; null: the record carries none. Default: none does. */
  readonly volume?: (index: number) => number | null;
}

/** Columns as the shape says. */
function buildColumns({ count, stepMs, endMs = NOW - 1_000, price, volume }: SeriesShape): Columns {
  const indices = Array.from({ length: count }, (_, i) => i);
  return {
    length: count,
    t: Float64Array.from(indices, (i) => endMs - (count - 1 - i) * stepMs),
    p: Float64Array.from(indices, price),
    v: Float64Array.from(indices, (i) => volume?.(i) ?? Number.NaN),
    s: new Uint8Array(count),
  };
}

/** Stores a series and gives back what was stored. */
export async function store(history: HistoryStore, ref: AssetRef, shape: SeriesShape): Promise<Columns> {
  const columns = buildColumns(shape);
  await history.insert(ref, columns);
  return columns;
}

/** Creates a price that wanders without repeating itself, deterministic by its seed. */
export function wander(seed: number, around = 100): (index: number) => number {
  return (i) => around * (1 + 0.03 * Math.sin(i * 0.7 + seed) + 0.02 * Math.sin(i * i * 0.013 + seed * 3));
}

/** Builds hourly candles that end with the hour before noon. */
export function candles(count: number, close: (index: number) => number): Candle[] {
  return Array.from({ length: count }, (_, i) => {
    const price = close(i);
    const t: EpochMs = epochMs(NOW - (count - i) * 3_600_000);
    return { t, open: price, high: price, low: price, close: price, volume: null, trades: null };
  });
}

export function buildBook(
  asset: string,
  bids: readonly [number, number][],
  asks: readonly [number, number][],
): Book {
  const levels = (side: readonly [number, number][]) => side.map(([price, size]) => ({ price, size }));
  return { asset, bids: levels(bids), asks: levels(asks), venueTime: null, receivedAt: epochMs(NOW - 200) };
}

/** Turns a value into its JSON form, in which answers are compared with the result of a function. */
export function plain(value: unknown) {
  return JSON.parse(JSON.stringify(value));
}
