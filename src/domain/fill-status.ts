import type { EpochMs } from './time.ts';

/** Reasons why the hours before a market was recorded are not filled. */
export const NO_FILL_REASONS = ['not_listed', 'not_recorded', 'failed', 'busy', 'unreachable'] as const;
export type NoFillReason = (typeof NO_FILL_REASONS)[number];

/** States of the fill of a market. */
export const FILL_STATES = ['queued', 'running', 'filled', 'not_offered'] as const;

/** How far the fill of the hours before a market was recorded is. */
export interface FillStatus {
  readonly state: (typeof FILL_STATES)[number];
  /** null unless the state is `not_offered`. */
  readonly reason: NoFillReason | null;
  /** When the market can be requested again; null: not known, or not needed. */
  readonly retryAtMs: EpochMs | null;
}

/** The status of a fill that is offered. */
export function fillStatus(state: Exclude<FillStatus['state'], 'not_offered'>): FillStatus {
  return { state, reason: null, retryAtMs: null };
}

export function noFill(reason: NoFillReason, retryAtMs: EpochMs | null = null): FillStatus {
  return { state: 'not_offered', reason, retryAtMs };
}
