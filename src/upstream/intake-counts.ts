import type { EpochMs, Evidence } from '../domain/index.ts';
import type { UnknownPart } from './known-shape.ts';

/** Number of refusals of one member since the start of the process. */
export interface RefusedMember {
  /** Kind of message in our own terms, such as `kalshi market`. */
  readonly kind: string;
  /** Path of the member in our schema. */
  readonly member: string;
  readonly count: number;
  /** Time of the first refusal. */
  readonly sinceMs: EpochMs;
  /** Time of the last refusal. */
  readonly lastMs: EpochMs;
  /** The first refused body. */
  readonly at: Evidence;
}

/** Counts of messages of one kind since the start of the process. */
export interface KindCounts {
  readonly kind: string;
  readonly endpoint: string;
  /** Whether the values are rows of a list. A row can be refused while the others are used. */
  readonly isRow: boolean;
  /** Number of messages that matched the schema. */
  readonly read: number;
  readonly refused: number;
  readonly lastReadMs: EpochMs | null;
  /** Number of refusals since the last message that matched the schema. */
  readonly refusedInRow: number;
  /** Time of the first of these refusals. null: the last message matched. */
  readonly refusedSinceMs: EpochMs | null;
  /** Unknown members of recent messages, at most 20. */
  readonly unknownMembers: readonly string[];
  /** Time at which the first of these unknown members arrived. null: none. */
  readonly unknownSinceMs: EpochMs | null;
}

/** A member, or a word of a member, that its kind of message is not known to contain. */
export interface UnknownMember extends UnknownPart {
  readonly kind: string;
  readonly isRow: boolean;
  readonly count: number;
  /** The first body that contains it. */
  readonly at: Evidence;
}
