import type { EpochMs } from './time.ts';

/** Reasons why the hours before the recording of a market are not filled. */
export const NO_FILL_REASONS = ['not_listed', 'not_recorded', 'failed', 'busy', 'unreachable'] as const;
export type NoFillReason = (typeof NO_FILL_REASONS)[number];

/** States of the fill of a market. */
export const FILL_STATES = ['queued', 'running', 'filled', 'not_offered'] as const;

/** Status of the fill of the hours before the recording of a market. */
export interface FillStatus {
  readonly state: (typeof FILL_STATES)[number];
  /** Reason for the state `not_offered`; null in other states. */
  readonly reason: NoFillReason | null;
  /** Time at which the market can be requested again; null: not known, or not needed. */
  readonly retryAtMs: EpochMs | null;
}

/** Builds the status of a fill that is offered. */
export function fillStatus(state: Exclude<FillStatus['state'], 'not_offered'>): FillStatus {
  return { state, reason: null, retryAtMs: null };
}

export function noFill(reason: NoFillReason, retryAtMs: EpochMs | null = null): FillStatus {
  return { state: 'not_offered', reason, retryAtMs };
}
