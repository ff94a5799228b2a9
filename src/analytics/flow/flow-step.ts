import type { PriceUnit } from '../../domain/index.ts';
import { isTradePrice, isVolume, weighRecord } from '../series/trade-columns.ts';
import { type Direction, type FlowSide, tickDirection, toFlowSide } from './tick-rule.ts';

/** Flow of one record. */
export interface FlowItem {
  readonly t: number;
  readonly side: FlowSide;
  readonly weight: number;
  /** Weight of the record with the sign of its side; 0 without a side. */
  readonly signed: number;
  /** Running sum of `signed`. */
  readonly cumulative: number;
}

/** State of a stream of flow between two records. */
export interface FlowState {
  /** Last price; null before the first record. */
  readonly price: number | null;
  readonly direction: Direction;
  readonly cumulative: number;
  /** Whether a record has had volume. Records without volume then have no weight. */
  readonly hasRealVolume: boolean;
}

/** State at the start of a stream, before any record. */
export const FLOW_START: FlowState = { price: null, direction: 0, cumulative: 0, hasRealVolume: false };

/**
 * Classifies the next record of a stream. Pure: the caller keeps the returned state.
 *
 * @param record Next record; `volume` is the volume since the previous record, null when not known.
 * @returns New state, with `item` null for a price that is not finite and above 0 (or at least 0 for probabilities).
 * The state is then unchanged.
 */
export function flowStep(
  state: FlowState,
  record: { readonly t: number; readonly price: number; readonly volume: number | null },
  unit: PriceUnit = 'usd',
): { readonly state: FlowState; readonly item: FlowItem | null } {
  const { t, price } = record;
  if (!isTradePrice(price, unit)) return { state, item: null };

  const volume = record.volume ?? Number.NaN;
  const hasRealVolume = state.hasRealVolume || isVolume(volume);
  const weight = weighRecord(volume, hasRealVolume);
  const direction = tickDirection(state.price === null ? 0 : price - state.price, state.direction);
  const signed = direction * weight;
  const cumulative = state.cumulative + signed;
  return {
    state: { price, direction, cumulative, hasRealVolume },
    item: { t, side: toFlowSide(direction), weight, signed, cumulative },
  };
}
