import type { EpochMs, VenueId } from '../../domain/index.ts';
import type { Decision, SignalDirection } from './trade-decision.ts';

/** A stored decision of the engine with the result of its order. */
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
  /** Client id of the placed order; null: none was placed. */
  readonly clientOrderId: string | null;
  /**
   * Status of the order, as in a trade's `outcome.status`; `failed`: the service had an error. null: no order was
   * placed.
   */
  readonly status: DecisionStatus | null;
  /** Reason for which nothing was traded; null after a trade. */
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

/** Maximum number of decisions that are kept of a bot. */
export const MAX_DECISIONS = 1_000;
