import type { EpochMs, VenueId } from '../../domain/index.ts';
import type { RefusedMember, UnknownMember } from '../../upstream/intake-counts.ts';

/** One operation that was tried on a venue. */
export interface CallReport {
  /** `list of markets`, `book of hl-BTC`. */
  readonly call: string;
  /** Number of tries, and of failures among them. */
  readonly times: number;
  readonly failed: number;
  /** The slowest answer or failure. */
  readonly tookMs: number;
  /** The last failure in the words of the client; null: each was answered. */
  readonly failure: string | null;
}

/** Counts of one kind of message. */
export interface KindReport {
  readonly kind: string;
  /** Route or channel. */
  readonly endpoint: string;
  readonly read: number;
  readonly refused: number;
  readonly firstRefused: RefusedMember | null;
  /** Members and words that are not known, with their first bodies. */
  readonly unknown: readonly UnknownMember[];
}

export interface StreamReport {
  readonly connected: boolean;
  readonly updates: number;
  /** Longest time without an update of any asset, in ms. */
  readonly longestSilenceMs: number;
  /** Time from the venue's clock to ours, half of the updates below; null: the venue states no times. */
  readonly medianLagMs: number | null;
  readonly maxLagMs: number | null;
  readonly reconnects: number;
}

export interface VenueReport {
  readonly venue: VenueId;
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
  readonly calls: readonly CallReport[];
  readonly kinds: readonly KindReport[];
  /** Report of the stream; null: the venue has none here, or its key is not set. */
  readonly stream: StreamReport | null;
  /** Sentences about what was refused, missing or silent; empty: all is well. */
  readonly problems: readonly string[];
  /** News that harm nothing that we read. */
  readonly news: readonly string[];
}
