import { ratio } from '../numerics/finite.ts';
import { computeReturns } from '../series/returns.ts';
import type { Series } from '../series/series.ts';

/** Moves of an asset relative to its benchmark, separately for its rises and its falls. */
export interface Capture {
  /** Sum of the asset's returns over the sum of the benchmark's, where the benchmark rises. */
  readonly up: number | null;
  /** Sum of the asset's returns over the sum of the benchmark's, where the benchmark falls. */
  readonly down: number | null;
  readonly captureSpread: number | null;
  /** Number of returns that both series have. */
  readonly alignedBars: number;
}

/** Values of an asset, and those of the benchmark with which it is compared. */
interface Compared<Values> {
  readonly asset: Values;
  readonly benchmark: Values;
}

const MIN_ALIGNED = 24;

/**
 * Up and down capture on the bars that both series have.
 *
 * @returns null when fewer than 24 returns align.
 *
 * Source: arithmetic capture as in the R package PerformanceAnalytics, without counting unchanged benchmark
 * bars as falls.
 */
export function capture(series: Compared<Series>): Capture | null {
  const { asset, benchmark } = sharedPrices(series);
  return computeCapture({
    asset: computeReturns(asset, 'log'),
    benchmark: computeReturns(benchmark, 'log'),
  });
}

/** Computes up and down capture from log returns of the same bars. */
export function computeCapture({ asset, benchmark }: Compared<Float64Array>): Capture | null {
  const aligned = Math.min(asset.length, benchmark.length);
  if (aligned < MIN_ALIGNED) return null;

  let assetUp = 0;
  let benchmarkUp = 0;
  let assetDown = 0;
  let benchmarkDown = 0;
  for (let i = 0; i < aligned; i++) {
    const move = benchmark[i]!;
    if (move > 0) {
      assetUp += asset[i]!;
      benchmarkUp += move;
    } else if (move < 0) {
      assetDown += asset[i]!;
      benchmarkDown += move;
    }
  }
  const up = ratio(assetUp, benchmarkUp);
  const down = ratio(assetDown, benchmarkDown);
  return { up, down, captureSpread: up === null || down === null ? null : up - down, alignedBars: aligned };
}

/** Selects the prices at the times that both series have. */
function sharedPrices({ asset, benchmark }: Compared<Series>): Compared<Float64Array> {
  const length = Math.min(asset.bars, benchmark.bars);
  const assetPrices = new Float64Array(length);
  const benchmarkPrices = new Float64Array(length);
  let shared = 0;
  let i = 0;
  let j = 0;
  while (i < asset.bars && j < benchmark.bars) {
    const difference = asset.times[i]! - benchmark.times[j]!;
    if (difference === 0) {
      assetPrices[shared] = asset.prices[i]!;
      benchmarkPrices[shared] = benchmark.prices[j]!;
      shared++;
    }
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return { asset: assetPrices.subarray(0, shared), benchmark: benchmarkPrices.subarray(0, shared) };
}
