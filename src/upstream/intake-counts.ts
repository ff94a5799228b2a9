import type { EpochMs, Evidence } from '../domain/index.ts';
import type { UnknownPart } from './known-shape.ts';

/** Refusals of one member, since the start. */
export interface RefusedMember {
  /** Kind of message by our own name: `kalshi market`. */
  readonly kind: string;
  /** Path of the member in our schema. */
  readonly member: string;
  readonly count: number;
  /** Time of the first refusal. */
  readonly sinceMs: EpochMs;
  /** Time of the last refusal. */
  readonly lastMs: EpochMs;
  /** The first body. */
  readonly at: Evidence;
}

/** Messages of one kind, since the start. */
export interface KindCounts {
  readonly kind: string;
  readonly endpoint: string;
  /** Whether the values are rows of a list, of which some are refused and the rest counts. */
  readonly isRow: boolean;
  /** Messages that the schema read. */
  readonly read: number;
  readonly refused: number;
  readonly lastReadMs: EpochMs | null;
  /** Refusals since the last message that was read. */
  readonly refusedInRow: number;
  /** Time when the first of these refusals came; null: the last message was read. */
  readonly refusedSinceMs: EpochMs | null;
  /** Members of newest messages that we do not know, 20 at most. */
  readonly unknownMembers: readonly string[];
  /** Time when the first of these unknown members came; null: none. */
  readonly unknownSinceMs: EpochMs | null;
}

/** A member, or a word of one, that its kind of message is not known to hold. */
export interface UnknownMember extends UnknownPart {
  readonly kind: string;
  readonly isRow: boolean;
  readonly count: number;
  /** The first body. */
  readonly at: Evidence;
}
