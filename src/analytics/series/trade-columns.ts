import type { PriceUnit } from '../../domain/index.ts';
import { sortPassing } from './clean.ts';

/** Records with their traded volume in columns of equal length, as the store reads them. */
export interface TradeColumns {
  /** Time in epoch ms. */
  readonly t: Float64Array;
  readonly p: Float64Array;
  /** Traded volume since the previous record; NaN when unknown. */
  readonly v: Float64Array;
  /** Flags of the records: 1 for each filled-in record. Absent: no record was filled in. */
  readonly filled?: Uint8Array;
}

/**
 * Selects the records for flow and volume profile: those with a finite price above 0 (at least 0 for probabilities),
 * oldest first. Records of the same millisecond all remain, because two trades may share one.
 *
 * Columns that are in order already are returned without a copy.
 */
export function selectUsableTrades(columns: TradeColumns, unit: PriceUnit): TradeColumns {
  const { t, p, v, filled } = columns;
  const passes = (i: number) => Number.isFinite(t[i]!) && isTradePrice(p[i]!, unit);
  if (isInOrder(t, passes)) return columns;

  const order = sortPassing(t, passes);
  const usable = {
    t: new Float64Array(order.length),
    p: new Float64Array(order.length),
    v: new Float64Array(order.length),
    ...(filled === undefined ? {} : { filled: Uint8Array.from(order, (i) => filled[i]!) }),
  };
  for (let i = 0; i < order.length; i++) {
    usable.t[i] = t[order[i]!]!;
    usable.p[i] = p[order[i]!]!;
    usable.v[i] = v[order[i]!]!;
  }
  return usable;
}

/** Whether any record carries a traded volume. For venues without volume, records are counted instead. */
export function carriesVolume({ v }: TradeColumns): boolean {
  for (let i = 0; i < v.length; i++) {
    if (isVolume(v[i]!)) return true;
  }
  return false;
}

/** Computes the weight of a record: its volume when the records carry volume, else 1. */
export function weighRecord(volume: number, hasRealVolume: boolean): number {
  if (!hasRealVolume) return 1;
  return isVolume(volume) ? volume : 0;
}

/** Whether a number is a traded volume. */
export function isVolume(volume: number): boolean {
  return volume > 0 && volume < Number.POSITIVE_INFINITY;
}

/** Whether a price can be used for the flow. */
export function isTradePrice(price: number, unit: PriceUnit): boolean {
  return (unit === 'usd' ? price > 0 : price >= 0) && price < Number.POSITIVE_INFINITY;
}

function isInOrder(t: Float64Array, passes: (index: number) => boolean): boolean {
  for (let i = 0; i < t.length; i++) {
    if (!passes(i) || (i > 0 && t[i]! < t[i - 1]!)) return false;
  }
  return true;
}
