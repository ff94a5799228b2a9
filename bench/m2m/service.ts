import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type AssetRef,
  buildPerpAsset,
  buildPolymarketAsset,
  epochMs,
  UpstreamError,
  wallClock,
} from '../../src/domain/index.ts';
import { LocalFeed } from '../../src/feed/local/local-feed.ts';
import { LocalPulses } from '../../src/feed/pulses/local-pulses.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import type { ApiServer } from '../../src/http/routing/registration.ts';
import { type ApiChanges, buildApi } from '../../test/support/api-server.ts';
import { FakeAdapter, FakeStream } from '../../test/support/fake-adapter.ts';
import { binaryState, perpState } from '../../test/support/markets.ts';
import { openMemoryStaleReports } from '../../test/support/memory/stale-reports.ts';

/** The asset that is asked for and listened to. */
export const HOT = buildPerpAsset('BTC');
const PERPS = 60;
const BINARIES = 2_000;
const SPACING_MS = 5_000;

export interface BenchService {
  readonly app: ApiServer;
  readonly history: HistoryStore;
  /** Moves the clock by which cached answers expire. */
  expire(): void;
  /** Makes the venue's stream say a new price of the hot asset. */
  say(price: number): void;
  /** Makes the venue's stream say a new price of an asset. */
  sayOf(asset: string, price: number): void;
  readonly assets: readonly AssetRef[];
  close(): Promise<void>;
}

/** Starts the production server over a store on disk and a feed of two venues that a benchmark moves by hand. */
export async function startService(options: {
  readonly streams: number;
  /** Number of perpetuals. Default 60. */
  readonly perps?: number;
  readonly api?: ApiChanges;
}): Promise<BenchService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-bench-'));
  const clock = wallClock;
  const history = await openSqliteHistory({ dataDir, clock });
  const count = options.perps ?? PERPS;
  const perps = [HOT, ...Array.from({ length: count - 1 }, (_, i) => buildPerpAsset(`COIN${i}`))];
  const stream = new FakeStream(options.perps === undefined ? [HOT.asset] : perps.map(({ asset }) => asset));
  const hyperliquid = new FakeAdapter('hyperliquid', stream);
  const polymarket = new FakeAdapter('polymarket');
  const adapters = new Map([hyperliquid, polymarket].map((adapter) => [adapter.venue, adapter] as const));
  const feed = new LocalFeed({
    adapters: [hyperliquid, polymarket],
    pollMs: () => 3_600_000,
    clock,
    random: () => 0.5,
    record: async () => undefined,
    onFailure: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
  const touch = { bid: 87_250, ask: 87_251 };
  const questions = Array.from({ length: BINARIES }, (_, i) => buildPolymarketAsset(`will-it-happen-${i}`));
  const show = () => {
    const fetchedAt = clock();
    feed.restore({
      venue: 'hyperliquid',
      fetchedAt,
      markets: perps.map((ref) => ({ ...perpState(ref.asset.slice(3), 87_250.5), ...touch })),
      emptyBooks: 0,
    });
    feed.restore({
      venue: 'polymarket',
      fetchedAt,
      markets: questions.map((ref) => binaryState(ref.storeKey, 0.42, { ref })),
      emptyBooks: 0,
    });
  };
  show();
  feed.start();
  const pulses = new LocalPulses({
    feed,
    adapters,
    book: () => Promise.reject(new UpstreamError('refused', 'no books here')),
    clock,
  });
  const staleReports = openMemoryStaleReports();
  let skippedMs = 0;
  const app = await buildApi({
    feed,
    history,
    staleReports,
    live: pulses,
    pulses: () => pulses.stats(),
    clock,
    now: () => performance.now() + skippedMs,
    ...options.api,
    settings: {
      streamLimits: { perAddress: options.streams, total: options.streams },
      ...options.api?.settings,
    },
  });
  const sayOf = (asset: string, price: number) =>
    stream.say({
      asset,
      price,
      bid: price - 0.5,
      ask: price + 0.5,
      venueTime: clock(),
      receivedAt: clock(),
    });
  return {
    app,
    history,
    assets: perps,
    expire: () => {
      skippedMs += 120_000;
    },
    say: (price) => sayOf(HOT.asset, price),
    sayOf,
    close: async () => {
      await app.close();
      pulses.close();
      await feed.stop();
      await history.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stores a random walk of this many records, 5 s apart, the newest one now. */
export async function record(history: HistoryStore, ref: AssetRef, count: number): Promise<void> {
  const now = Date.now();
  let price = 87_000;
  let seed = 12_345;
  for (let from = 0; from < count; from += 2_000) {
    const batch = Array.from({ length: Math.min(2_000, count - from) }, (_, i) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      price *= 1 + (seed / 2_147_483_648 - 0.5) * 0.0004;
      return {
        venue: ref.venue,
        storeKey: ref.storeKey,
        asset: ref.asset,
        t: epochMs(now - (count - from - i) * SPACING_MS),
        p: Number(price.toFixed(1)),
        v: Number((seed % 1_000) / 100),
        s: 'poll' as const,
      };
    });
    await history.append(batch);
  }
}
