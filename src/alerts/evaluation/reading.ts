import type { PhaseInput } from './decide-phase.ts';

/** State of a rule's condition for one subject, with the value that decides it. */
export interface Reading extends PhaseInput {
  readonly subject: string;
  readonly asset: string | null;
  readonly value: number | null;
  readonly threshold: number | null;
  /** Sentence for people, true also once the condition is over. */
  readonly text: string;
}

/**
 * Readings of one rule: those of all subjects that are known; a subject that is absent no longer holds. null: an input
 * is missing or stale, so nothing changes.
 */
export type Readings = readonly Reading[] | null;
