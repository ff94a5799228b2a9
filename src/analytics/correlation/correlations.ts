import { HOUR_MS, type NullReason, type WhyNull } from '../../domain/index.ts';
import { cleanPrices, type PriceColumns } from '../series/clean.ts';
import { computeMoments } from '../series/moments.ts';
import { logReturn } from '../series/returns.ts';
import { pearsonMatrix, spearmanMatrix } from './correlation.ts';
import {
  countCarried,
  gridReadFromMs,
  type PriceGrid,
  priceGrid,
  pricesOnGrid,
  recordedBars,
} from './price-grid.ts';

const MIN_POINTS = 11;
const MIN_RETURNS = 10;

export interface CorrelationMatrix {
  readonly labels: readonly string[];
  /** Correlations of all pairs; null for a pair with too few shared bars. */
  readonly matrix: readonly (readonly (number | null)[])[];
}

/** Numbers of bars that were recorded and not carried forward. */
export interface OverlapMatrix {
  readonly labels: readonly string[];
  /** Number of bars in which both assets were recorded; on the diagonal, bars of the asset itself. */
  readonly matrix: readonly (readonly number[])[];
}

export interface DroppedAsset {
  readonly asset: string;
  readonly reason: 'insufficient-data' | 'zero-variance';
}

export interface Correlations {
  /** Width of a bar in ms. Not part of the API's answer. */
  readonly barMs: number;
  /** Number of grid points. Not part of the API's answer. */
  readonly gridPoints: number;
  /** Assets with enough records, in the order of the request. The labels have the same order. */
  readonly surviving: readonly string[];
  readonly dropped: readonly DroppedAsset[];
  /** Number of grid points with a price, by asset. */
  readonly barsPerAsset: Readonly<Record<string, number>>;
  /** Number of grid points whose price is older than one bar, because it was carried over a hole. */
  readonly carriedPerAsset: Readonly<Record<string, number>>;
  /** Time of the newest record that was used, in epoch ms; null without one. */
  readonly asOfMs: Readonly<Record<string, number | null>>;
  /** Number of returns that all surviving assets have. */
  readonly alignedReturnsLen: number;
  readonly overlap: OverlapMatrix;
  readonly pearson: CorrelationMatrix | null;
  readonly spearman: CorrelationMatrix | null;
  /** Reasons why a requested matrix or one of its pairs, such as `pearson.matrix.0.1`, is null. */
  readonly whyNull: WhyNull;
}

export interface CorrelationInput {
  readonly asset: string;
  /** Records of the window and of the twelve bars before it, see `gridReadFromMs`. */
  readonly columns: PriceColumns;
}

export interface CorrelationOptions {
  readonly nowMs: number;
  readonly windowHours: number;
  /** Method to compute. Default: both. A matrix that was not requested is null. */
  readonly method?: 'both' | 'pearson' | 'spearman';
  /** Minimum number of bars in which both assets of a pair were recorded. Default 0: no minimum. */
  readonly minOverlap?: number;
}

/** Minimum number of shared bars, which equals the minimum number of returns. */
export const MIN_OVERLAP = MIN_RETURNS;

/**
 * Computes correlations of log returns of asynchronous series on a common grid, with the last observation carried
 * forward.
 *
 * A return is used when all remaining assets have both of its prices (listwise deletion, so that the matrix stays
 * positive semi-definite). An asset is dropped when it has a price at fewer than half of the points or at fewer than
 * 11, or when its aligned returns have no variance. Prices are carried for at most twelve bars, so that a dead feed is
 * dropped instead of looking uncorrelated.
 *
 * A price that is carried forward causes a return of zero that was never observed. `overlap` therefore counts the bars
 * in which both assets of a pair have a record of their own. A pair with fewer than `minOverlap` has no correlation.
 *
 * @returns The matrices are null with fewer than two assets or ten aligned returns, or when no pair has enough bars.
 *
 * Source for the choice of the bar: T. W. Epps, Comovements in stock prices in the very short run, JASA 74, 1979.
 */
export function correlations(
  inputs: readonly CorrelationInput[],
  { nowMs, windowHours, method = 'both', minOverlap = 0 }: CorrelationOptions,
): Correlations {
  const grid = priceGrid({ nowMs, windowMs: windowHours * HOUR_MS });
  const onGrid = inputs.map(({ asset, columns }) => gridded(asset, columns, grid));
  const { survivors, dropped, returns } = alignReturns(onGrid, grid);

  const labels = survivors.map(({ asset }) => asset);
  const alignedReturnsLen = returns[0]?.length ?? 0;
  const overlap = survivors.map((a) => survivors.map((b) => countShared(a.recorded, b.recorded)));
  const isThin = (i: number, j: number) => i !== j && overlap[i]![j]! < minOverlap;
  const hasPair = labels.some((_, i) => labels.some((__, j) => i !== j && !isThin(i, j)));
  const hasMatrix = hasPair && alignedReturnsLen >= MIN_RETURNS;
  const whyNull: Record<string, NullReason> = {};
  const build = (name: 'pearson' | 'spearman', compute: typeof pearsonMatrix) => {
    if (method !== 'both' && method !== name) return null;
    if (!hasMatrix) {
      whyNull[name] = findReason(survivors.length, dropped);
      return null;
    }
    const matrix = compute(returns).map((row, i) =>
      row.map((value, j) => {
        if (!isThin(i, j)) return value;
        whyNull[`${name}.matrix.${i}.${j}`] = 'too_few_bars';
        return null;
      }),
    );
    return { labels, matrix };
  };
  return {
    barMs: grid.barMs,
    gridPoints: grid.points,
    surviving: labels,
    dropped,
    barsPerAsset: Object.fromEntries(onGrid.map(({ asset, priced }) => [asset, priced])),
    carriedPerAsset: Object.fromEntries(onGrid.map(({ asset, carried }) => [asset, carried])),
    asOfMs: Object.fromEntries(onGrid.map(({ asset, asOfMs }) => [asset, asOfMs])),
    alignedReturnsLen,
    overlap: { labels, matrix: overlap },
    pearson: build('pearson', pearsonMatrix),
    spearman: build('spearman', spearmanMatrix),
    whyNull,
  };
}

/** Finds why there are no correlations. Too few assets may remain after those with a constant price were dropped. */
function findReason(survivors: number, dropped: readonly DroppedAsset[]): NullReason {
  const still = dropped.filter(({ reason }) => reason === 'zero-variance').length;
  return survivors < 2 && survivors + still >= 2 ? 'zero_denominator' : 'too_few_bars';
}

function countShared(a: Uint8Array, b: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < a.length; i++) count += a[i]! & b[i]!;
  return count;
}

interface GriddedAsset {
  readonly asset: string;
  readonly prices: Float64Array;
  /** Number of points with a price. */
  readonly priced: number;
  readonly carried: number;
  readonly asOfMs: number | null;
  /** Flags of the bars: 1 for each bar with a record of its own. */
  readonly recorded: Uint8Array;
}

function gridded(asset: string, columns: PriceColumns, grid: PriceGrid): GriddedAsset {
  const clean = cleanPrices(columns, 'log');
  const prices = pricesOnGrid(clean, grid);
  let priced = 0;
  for (let i = 0; i < prices.length; i++) if (!Number.isNaN(prices[i]!)) priced++;
  const endMs = grid.fromMs + (grid.points - 1) * grid.barMs;
  const newest = clean.times.findLast((time) => time <= endMs) ?? Number.NEGATIVE_INFINITY;
  return {
    asset,
    prices,
    priced,
    carried: countCarried(clean, grid),
    asOfMs: newest > gridReadFromMs(grid) ? newest : null,
    recorded: recordedBars(clean, grid),
  };
}

function alignReturns(
  onGrid: readonly GriddedAsset[],
  grid: PriceGrid,
): { survivors: GriddedAsset[]; dropped: DroppedAsset[]; returns: Float64Array[] } {
  const needed = Math.max(MIN_POINTS, Math.ceil(grid.points / 2));
  const dropped: DroppedAsset[] = onGrid
    .filter(({ priced }) => priced < needed)
    .map(({ asset }) => ({ asset, reason: 'insufficient-data' }));

  let survivors = onGrid.filter(({ priced }) => priced >= needed);
  for (;;) {
    const ends = sharedReturns(survivors, grid.points);
    const returns = survivors.map(({ prices }) => ends.map((i) => logReturn(prices[i - 1]!, prices[i]!)));
    const flat = new Set(survivors.filter((_, i) => ends.length > 0 && computeMoments(returns[i]!).isFlat));
    if (flat.size === 0) return { survivors, dropped, returns };

    for (const { asset } of flat) dropped.push({ asset, reason: 'zero-variance' });
    survivors = survivors.filter((survivor) => !flat.has(survivor));
  }
}

/** Flags of the points that end a return which all surviving assets have. */
function sharedReturns(survivors: readonly GriddedAsset[], points: number): Float64Array {
  const ends: number[] = [];
  if (survivors.length === 0) return new Float64Array(0);
  for (let i = 1; i < points; i++) {
    if (survivors.every(({ prices }) => !Number.isNaN(prices[i - 1]! + prices[i]!))) ends.push(i);
  }
  return Float64Array.from(ends);
}
