import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { type AssetRef, type Book, epochMs, UpstreamError } from '../../src/domain/index.ts';
import type { HistoryStore, SeriesObservation } from '../../src/history/contract/history-store.ts';
import type { ApiServer } from '../../src/http/routing/registration.ts';
import { type ApiChanges, buildApi } from './api-server.ts';
import { ARGENTINA, binary, ELECTION, FixedFeed, HIGH, LIMIT, NOW, ONE_OF_EACH, perp } from './fixed-feed.ts';
import { openMemoryStaleReports } from './memory/stale-reports.ts';
import { openTestHistory } from './test-history.ts';

export interface Bench {
  readonly app: ApiServer;
  readonly feed: FixedFeed;
  readonly history: HistoryStore;
  /** Directory of the store. */
  readonly dataDir: string;
  /** Books by asset id; assets without an entry cannot be read. */
  readonly books: Map<string, Book>;
  /** Moves the clock by which cached answers expire. */
  pass(ms: number): void;
}

/** Starts a server over a store in its own directory and a feed with one fresh market of each kind. */
export async function startBench(t: TestContext, changes: ApiChanges = {}): Promise<Bench> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-service-'));
  const history = await openTestHistory(dataDir);
  const feed = new FixedFeed();
  feed.set('hyperliquid', [perp(), binary(ARGENTINA)]);
  feed.set('polymarket', [binary(ELECTION)]);
  feed.set('kalshi', [binary(HIGH)]);
  feed.set('limitless', [binary(LIMIT)]);
  const staleReports = openMemoryStaleReports();
  const books = new Map<string, Book>(ONE_OF_EACH.map(({ asset }) => [asset, buildBook(asset)]));
  let elapsed = 0;

  const app = await buildApi({
    feed,
    history,
    staleReports,
    books: {
      book: async (ref) => books.get(ref.asset) ?? unreadable(),
    },
    markets: {
      readCandles: async () => [
        { t: epochMs(NOW - 3_600_000), open: 1, high: 3, low: 1, close: 2, volume: 10, trades: null },
      ],
      readFunding: async () => [{ t: epochMs(NOW - 3_600_000), rate: 0.0000125 }],
    },
    snapshots: {
      stats: () => ({
        exists: true,
        sizeBytes: 4_096,
        lastTs: epochMs(NOW - 30_000),
        ageMs: 30_000,
        count24h: 1_440,
      }),
    },
    clock: () => NOW,
    now: () => elapsed,
    ...changes,
  });
  t.after(async () => {
    await app.close();
    await history.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    app,
    feed,
    history,
    dataDir,
    books,
    pass(ms) {
      elapsed += ms;
    },
  };
}

function buildBook(asset: string): Book {
  return {
    asset,
    bids: [
      { price: 0.41, size: 100 },
      { price: 0.4, size: 250 },
    ],
    asks: [{ price: 0.43, size: 80 }],
    venueTime: null,
    receivedAt: epochMs(NOW - 200),
  };
}

function unreadable(): never {
  throw new UpstreamError('timeout', 'no answer', { retryAfterMs: 1_500 });
}

/** Stores one record a second that ends at `NOW - 1 s`, the newest with the highest price. */
export async function record(history: HistoryStore, ref: AssetRef, count: number): Promise<void> {
  const batch: SeriesObservation[] = Array.from({ length: count }, (_, i) => ({
    venue: ref.venue,
    storeKey: ref.storeKey,
    asset: ref.asset,
    t: epochMs(NOW - (count - i) * 1_000),
    p: 0.25 + i / 4_096,
    v: i % 2 === 0 ? i : null,
    s: 'poll',
  }));
  await history.append(batch);
}
