import type { EpochMs, VenueId } from '../../domain/index.ts';
import type { Decision, SignalDirection } from './trade-decision.ts';

/** A decision of the engine and the result of its order, as it is kept and shown. */
export interface DecisionRecord {
  readonly t: EpochMs;
  readonly venue: VenueId;
  readonly asset: string;
  readonly direction: SignalDirection | null;
  readonly confidence: number | null;
  readonly action: Decision['action'];
  readonly side: 'buy' | 'sell' | null;
  readonly sizeUsd: number | null;
  readonly price: number | null;
  /** Client id of the order that was placed; null: none was. */
  readonly clientOrderId: string | null;
  /** Status of the order, as a trade's `outcome.status`; `failed`: an error of the service. null: no order was placed. */
  readonly status: DecisionStatus | null;
  /** Why nothing was traded; null when something was. */
  readonly reason: string | null;
}

export const DECISION_STATUSES = [
  'filled',
  'resting',
  'rejected',
  'duplicate',
  'killed',
  'insufficient_balance',
  'failed',
] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

/** The decisions that are kept of a bot. */
export const MAX_DECISIONS = 1_000;
