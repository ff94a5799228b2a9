import type { KindCounts, RefusedMember } from './intake-counts.ts';

/** Counts since the start of the process, for `/metrics` and the health answers. */
export interface WireCounters {
  readonly requests: number;
  readonly failures: number;
  /** Number of bodies and frames that a schema refused. */
  readonly schemaFailures: number;
  /** Message kind and member of the last refusal. */
  readonly lastSchemaFailure: string | null;
  /** Refusals by kind of message and member. */
  readonly refused: readonly RefusedMember[];
  /** Counts of messages that were read and refused, by kind. */
  readonly kinds: readonly KindCounts[];
  /** Whether the last answer was HTTP 403 or 451, which means that the region or the client is refused. */
  readonly blocked: boolean;
  /** Fraction of the venue's published limit that was used in its last window, 0 to 1. */
  readonly budgetUsedFrac: number;
  /**
   * Fraction of our own budget without polls that is in use, 0 to 1. Shows how much of the venue's budget callers use.
   */
  readonly budgetUsedBesidePollsFrac: number;
}
