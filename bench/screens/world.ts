import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type AssetRef,
  buildKalshiAsset,
  buildLimitlessAsset,
  buildOutcomeAsset,
  buildPerpAsset,
  buildPolymarketAsset,
  DAY_MS,
  epochMs,
  HOUR_MS,
  MINUTE_MS,
  UpstreamError,
} from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import type { ApiServer } from '../../src/http/routing/registration.ts';
import { openScreens } from '../../src/screens/screens.ts';
import { buildApi } from '../../test/support/api-server.ts';
import { binary, FixedFeed, NOW, perp } from '../../test/support/fixed-feed.ts';
import { openMemoryStaleReports } from '../../test/support/memory/stale-reports.ts';

/** The series of 50,000 records, five seconds apart, with volume. */
export const TICKS = buildPerpAsset('TICKS');
/** Twenty perpetuals with a record a minute over 732 hours. */
export const MINUTELY = Array.from({ length: 20 }, (_, i) => buildPerpAsset(`M${i}`));
/** The assets of the curated lists, of every kind. */
export const CURATED = Object.values(curatedRefs()).flat();
/** Markets that no store look-up can spare: what a full feed lists. */
const LISTED_BINARIES = 6_000;

export interface World {
  readonly app: ApiServer;
  readonly history: HistoryStore;
  /** Moves the clock on, so that no cache holds what was asked before. */
  passAll(): void;
  /** Closes and opens the store and the server: nothing is warm. */
  reopen(): Promise<World>;
  close(): Promise<void>;
}

/** Fills a store as a month of recording leaves it, and opens a server over it. */
export async function buildWorld(): Promise<World> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-bench-'));
  const history = await openSqliteHistory({ dataDir });
  await fill(history);
  await history.close();
  return openWorld(dataDir);
}

async function openWorld(dataDir: string): Promise<World> {
  const history = await openSqliteHistory({ dataDir });
  const feed = listedFeed();
  let elapsed = 0;
  const clock = () => epochMs(NOW + elapsed);
  const staleReports = openMemoryStaleReports();
  const screens = await openScreens({
    feed,
    history,
    backfiller: null,
    clock,
    dataDir: null,
    onError: (error) => {
      throw error;
    },
  });
  const app = await buildApi({
    feed,
    history,
    staleReports,
    screens,
    clock,
    now: () => elapsed,
    settings: { metrics: false },
  });
  // Matching the links of the first snapshot is the work of a start, and is not measured here.
  await screens.links.update(feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []));
  const shut = async () => {
    await app.close();
    await screens.stop();
    await history.close();
  };
  return {
    app,
    history,
    passAll() {
      elapsed += MINUTE_MS;
    },
    async reopen() {
      await shut();
      return openWorld(dataDir);
    },
    async close() {
      await shut();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Lists forty perpetuals and twenty markets of each binary kind; polymarket lists thousands more. */
function curatedRefs() {
  const makeAssets = (make: (name: string) => AssetRef, count: number) =>
    Array.from({ length: count }, (_, i) => make(`c${i}`));
  return {
    perps: [...MINUTELY, ...makeAssets((name) => buildPerpAsset(name.toUpperCase()), 20)],
    outcomes: Array.from({ length: 20 }, (_, i) => buildOutcomeAsset('Outcome', i)),
    polymarket: makeAssets(buildPolymarketAsset, 20),
    kalshi: makeAssets(buildKalshiAsset, 20),
    limitless: makeAssets(buildLimitlessAsset, 20),
  };
}

function listedFeed(): FixedFeed {
  const { perps, outcomes, polymarket, kalshi, limitless } = curatedRefs();
  const feed = new FixedFeed();
  const titled = (ref: AssetRef, volume24hUsd: number) =>
    binary(ref, { volume24hUsd, title: `Question ${ref.storeKey}`, eventKey: ref.storeKey });
  const small = Array.from({ length: LISTED_BINARIES }, (_, i) =>
    titled(buildPolymarketAsset(`small-${i}`), 1),
  );
  feed.set('hyperliquid', [
    ...perps.map((ref) => perp(ref, { volume24hUsd: 1e9 })),
    ...outcomes.map((ref) => titled(ref, 1e6)),
    perp(TICKS, { volume24hUsd: 1 }),
  ]);
  feed.set('polymarket', [...polymarket.map((ref) => titled(ref, 1e6)), ...small]);
  feed.set(
    'kalshi',
    kalshi.map((ref) => titled(ref, 1e6)),
  );
  feed.set(
    'limitless',
    limitless.map((ref) => titled(ref, 1e6)),
  );
  return feed;
}

async function fill(history: HistoryStore): Promise<void> {
  const { perps, outcomes, polymarket, kalshi, limitless } = curatedRefs();
  let seed = 1;
  const put = (ref: AssetRef, shape: Omit<Shape, 'seed'>) =>
    history.insert(ref, walk({ ...shape, seed: seed++ }));

  await put(TICKS, { count: 50_000, stepMs: 5_000, endMs: NOW, around: 87_000, hasVolume: true });
  for (const ref of MINUTELY) {
    await put(ref, { count: 732 * 60, stepMs: MINUTE_MS, endMs: NOW, around: 100, hasVolume: false });
  }
  const dayAgo = NOW - DAY_MS;
  for (const ref of perps.filter((one) => !MINUTELY.includes(one))) {
    await put(ref, { count: 696, stepMs: HOUR_MS, endMs: dayAgo - 1, around: 50, hasVolume: false });
    await put(ref, { count: 17_280, stepMs: 5_000, endMs: NOW, around: 50, hasVolume: true });
  }
  for (const ref of [...outcomes, ...polymarket, ...kalshi, ...limitless]) {
    await put(ref, { count: 696, stepMs: HOUR_MS, endMs: dayAgo - 1, around: 0.4, hasVolume: false });
    await put(ref, { count: 2_880, stepMs: 30_000, endMs: NOW, around: 0.4, hasVolume: false });
  }
  // The smaller markets: one record a day is enough for a look-up of 24 hours ago.
  for (let i = 0; i < LISTED_BINARIES; i++) {
    await put(buildPolymarketAsset(`small-${i}`), {
      count: 2,
      stepMs: DAY_MS + HOUR_MS,
      endMs: NOW,
      around: 0.4,
      hasVolume: false,
    });
  }
}

interface Shape {
  readonly seed: number;
  readonly count: number;
  readonly stepMs: number;
  readonly endMs: number;
  readonly around: number;
  readonly hasVolume: boolean;
}

/** Builds a walk that returns to its centre, in steps of a ten-thousandth of it. */
function walk({ seed, count, stepMs, endMs, around, hasVolume }: Shape) {
  const t = new Float64Array(count);
  const p = new Float64Array(count);
  const v = new Float64Array(count).fill(Number.NaN);
  const tick = around / 10_000;
  let state = seed * 2_654_435_761;
  let level = 10_000;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const draw = state / 2 ** 32;
    level += Math.round((draw - 0.5) * 20 - (level - 10_000) * 0.002);
    t[i] = endMs - (count - 1 - i) * stepMs;
    p[i] = Number((level * tick).toPrecision(8));
    if (hasVolume) v[i] = Math.round(draw * 1_000) / 100;
  }
  return { length: count, t, p, v, s: new Uint8Array(count) };
}

function _unreadable(): never {
  throw new UpstreamError('refused', 'the benchmark has no venues');
}
