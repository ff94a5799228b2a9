import {
  type Capture,
  capture,
  hourlyPack,
  type PriceColumns,
  prepareSeries,
  type StatsPack,
} from '../../analytics/index.ts';
import { type AssetRef, buildPerpAsset, type Clock, type EpochMs, isPerpKind } from '../../domain/index.ts';
import type { ResolvedAsset } from '../../feed/feed.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { readHourlyBars } from '../largest/hourly-bars.ts';
import type { HourFiller } from '../largest/largest-backfill.ts';
import { findMarketEnd } from './market-end.ts';

/** The perpetual with which the other assets are compared. */
const BENCHMARK = buildPerpAsset('BTC');

/** Maximum time in ms that an answer waits for the hours before the first observation. */
const BACKFILL_WAIT_MS = 2_000;

export interface AssetStatsOptions {
  readonly history: Pick<HistoryReader, 'aggregateMany'>;
  readonly clock: Clock;
  /** Back-fill of missing hours. null: only stored hours are used. */
  readonly backfill: HourFiller | null;
}

export interface BenchmarkCapture extends Capture {
  readonly benchmarkAsset: string;
}

export interface AssetStats {
  /** Time at which the hours were read. */
  readonly at: EpochMs;
  readonly stats: StatsPack;
  /**
   * Comparison with the benchmark. Absent for binaries. null for the benchmark itself, and when fewer than 24 hours are
   * shared.
   */
  readonly benchmark?: BenchmarkCapture | null;
}

/**
 * Computes all statistics of one asset from its hourly bars of 30 days.
 *
 * Missing hours are requested from the venue immediately. After two seconds the answer continues without them.
 */
export async function answerAssetStats(
  { history, clock, backfill }: AssetStatsOptions,
  { ref, state }: ResolvedAsset,
): Promise<AssetStats> {
  const isPerp = isPerpKind(ref.kind);
  const isCompared = isPerp && ref.storeKey !== BENCHMARK.storeKey;
  const needed: AssetRef[] = isCompared ? [ref, BENCHMARK] : [ref];
  await Promise.all(needed.map((asset) => backfill?.ensure(asset, BACKFILL_WAIT_MS)));

  const now = clock();
  const [own, benchmark] = await readHourlyBars(history, needed, now);
  const bars = own as PriceColumns;
  if (!isPerp) return { at: now, stats: hourlyPack(bars, 'diff', findMarketEnd(state, now)) };

  const stats = hourlyPack(bars, 'log');
  if (benchmark === undefined) return { at: now, stats, benchmark: null };
  const shared = capture({ asset: prepareSeries(bars, 'log'), benchmark: prepareSeries(benchmark, 'log') });
  return {
    at: now,
    stats,
    benchmark: shared === null ? null : { benchmarkAsset: BENCHMARK.asset, ...shared },
  };
}
