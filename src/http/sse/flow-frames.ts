import { FLOW_START, type FlowSide, type FlowState, flowStep } from '../../analytics/index.ts';
import type { EpochMs } from '../../domain/index.ts';
import type { NumberedPulse } from '../../feed/pulses/pulses.ts';

/** Members of one event of the order flow. */
export interface FlowFrame {
  readonly t: number;
  readonly p: number;
  readonly prevP: number | null;
  readonly v: number | null;
  readonly weight: number;
  readonly side: FlowSide;
  readonly signed: number;
  readonly cumulative: number;
  readonly venueTime: EpochMs | null;
  readonly receivedAt: EpochMs;
}

/**
 * Creates the first state of a reader's flow. In a market that has ever traded, only volume counts, so that a sum never
 * mixes two units.
 *
 * @param price Price before the first event; null: not known.
 * @param traded Running total of the market's volume.
 */
export function startFlow(price: number | null, traded: number | null): FlowState {
  return { ...FLOW_START, price, hasRealVolume: (traded ?? 0) > 0 };
}

/** Adds a pulse to the flow. @returns The new state, and the frame; null: the pulse has no price. */
export function stepFlow(
  before: FlowState,
  { pulse, volume }: Pick<NumberedPulse, 'pulse' | 'volume'>,
): { readonly state: FlowState; readonly frame: FlowFrame | null } {
  const { price, receivedAt, venueTime } = pulse;
  if (price === null) return { state: before, frame: null };
  const { state, item } = flowStep(before, { t: receivedAt, price, volume });
  if (item === null) return { state, frame: null };
  const { t, side, weight, signed, cumulative } = item;
  const prevP = before.price;
  const frame = { t, p: price, prevP, v: volume, weight, side, signed, cumulative, venueTime, receivedAt };
  return { state, frame };
}

/** Joins two frames of one asset in order: volumes are added, and all else is of the newer one. */
export function joinFlow(older: FlowFrame, newer: FlowFrame): FlowFrame {
  const signed = older.signed + newer.signed;
  return {
    ...newer,
    prevP: older.prevP,
    v: older.v === null ? newer.v : older.v + (newer.v ?? 0),
    weight: older.weight + newer.weight,
    side: signed > 0 ? 'buy' : signed < 0 ? 'sell' : newer.side,
    signed,
  };
}
