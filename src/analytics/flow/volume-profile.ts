import type { PriceUnit } from '../../domain/index.ts';
import {
  carriesVolume,
  selectUsableTrades,
  type TradeColumns,
  weighRecord,
} from '../series/trade-columns.ts';

export interface VolumeBucket {
  readonly priceLow: number;
  readonly priceHigh: number;
  /** Number of records in the bucket. */
  readonly count: number;
  /** Traded volume in the bucket, or its number of records when no record carries volume. */
  readonly volume: number;
  /** Whether the bucket has the largest volume (point of control). Of several, the one with the lowest price counts. */
  readonly isPoc: boolean;
}

export interface VolumeProfile {
  readonly recordsUsed: number;
  readonly hasRealVolume: boolean;
  /** Index of the point of control in `buckets`; null when there are none. */
  readonly pocIdx: number | null;
  /** Buckets by ascending price, without empty ones, so that a tiny step does not make millions of rows. */
  readonly buckets: readonly VolumeBucket[];
}

/**
 * Volume by price: bucket k covers [k step, (k + 1) step), aligned to multiples of the step.
 *
 * @param priceStep Width of a bucket, above 0.
 */
export function volumeProfile(
  columns: TradeColumns,
  { priceStep, unit = 'usd' }: { readonly priceStep: number; readonly unit?: PriceUnit },
): VolumeProfile {
  const trades = selectUsableTrades(columns, unit);
  const hasRealVolume = carriesVolume(trades);
  const { bins, recordsUsed } = fillBins(trades, { priceStep, hasRealVolume });
  bins.sort((a, b) => a.index - b.index);
  const poc = largestBin(bins);
  return {
    recordsUsed,
    hasRealVolume,
    pocIdx: poc,
    buckets: bins.map(({ index, count, volume }, i) => ({
      priceLow: edge(index, priceStep),
      priceHigh: edge(index + 1, priceStep),
      count,
      volume,
      isPoc: i === poc,
    })),
  };
}

interface Bin {
  readonly index: number;
  count: number;
  volume: number;
}

function fillBins(
  { p, v }: TradeColumns,
  { priceStep, hasRealVolume }: { readonly priceStep: number; readonly hasRealVolume: boolean },
): { bins: Bin[]; recordsUsed: number } {
  const binAt = new Map<number, Bin>();
  let recordsUsed = 0;
  for (let i = 0; i < p.length; i++) {
    const index = binIndex(p[i]!, priceStep);
    // There is no bucket beyond the largest number, or where adjacent buckets have the same edges.
    if (!Number.isFinite((index + 1) * priceStep)) continue;

    let bin = binAt.get(index);
    if (bin === undefined) {
      bin = { index, count: 0, volume: 0 };
      binAt.set(index, bin);
    }
    bin.count++;
    bin.volume += weighRecord(v[i]!, hasRealVolume);
    recordsUsed++;
  }
  return { bins: [...binAt.values()], recordsUsed };
}

/**
 * Finds the bucket of a price. A plain floor would put 0.3 into the bucket below, because 0.3 / 0.1 is
 * 2.9999999999999996.
 */
function binIndex(price: number, step: number): number {
  const quotient = price / step;
  const nearest = Math.round(quotient);
  return Math.abs(quotient - nearest) <= 1e-9 + 1e-12 * Math.abs(quotient) ? nearest : Math.floor(quotient);
}

/** Rounds an edge to 12 significant digits, so that 3 * 0.1 prints as 0.3. */
function edge(index: number, step: number): number {
  return Number((index * step).toPrecision(12));
}

function largestBin(bins: readonly Bin[]): number | null {
  let largest: number | null = null;
  for (let i = 0; i < bins.length; i++) {
    if (largest === null || bins[i]!.volume > bins[largest]!.volume) largest = i;
  }
  return largest;
}
