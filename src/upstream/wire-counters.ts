import type { KindCounts, RefusedMember } from './intake-counts.ts';

/** Counts since the start, for `/metrics` and the health answers. */
export interface WireCounters {
  readonly requests: number;
  readonly failures: number;
  /** Bodies and frames that a schema refused. */
  readonly schemaFailures: number;
  /** The last refusal: which message, which member. */
  readonly lastSchemaFailure: string | null;
  /** Refusals by kind of message and member. */
  readonly refused: readonly RefusedMember[];
  /** Counts of what was read and refused, by kind of message. */
  readonly kinds: readonly KindCounts[];
  /** HTTP 403 or 451 on the last answer: the region or the client is refused. */
  readonly blocked: boolean;
  /** Share of the venue's published limit used in its last window, 0 to 1. */
  readonly budgetUsedFrac: number;
  /** Share of what polls leave of our own budget that is in use, 0 to 1: how busy the venue is with callers. */
  readonly budgetUsedBesidePollsFrac: number;
}
