import type { Decision } from './decision.ts';

/** More than these are not kept of a bot. */
export const MAX_DECISIONS = 1_000;

export interface DecisionStore {
  /** Stores decisions in their order and forgets the oldest beyond {@link MAX_DECISIONS}. */
  append(botId: string, decisions: readonly Decision[]): Promise<void>;
  /** Newest first. */
  newest(botId: string, limit: number): Promise<readonly Decision[]>;
}
