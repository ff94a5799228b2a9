import type { EpochMs, VenueId } from '../../domain/index.ts';
import type { RefusedMember, UnknownMember } from '../../upstream/intake-counts.ts';

/** One operation that was tried on a venue. */
export interface CallReport {
  /** Name of the operation: `list of markets`, `book of hl-BTC`. */
  readonly call: string;
  /** Number of calls, and the number of failures among them. */
  readonly times: number;
  readonly failed: number;
  /** Duration of the slowest call, answered or failed, in ms. */
  readonly tookMs: number;
  /** Message of the last failure; null: every call was answered. */
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
  /** Members and enumerated words that the known shapes do not list, with the first body of each. */
  readonly unknown: readonly UnknownMember[];
}

export interface StreamReport {
  readonly connected: boolean;
  readonly updates: number;
  /** Longest time without an update of any asset, in ms. */
  readonly longestSilenceMs: number;
  /** Median time from the venue's clock to ours, in ms; null: the venue states no times. */
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
  /** Report of the stream; null: the venue has no stream in this service, or the key of the stream is not set. */
  readonly stream: StreamReport | null;
  /** Sentences about what was refused, missing or silent; empty: nothing was. */
  readonly problems: readonly string[];
  /** Sentences about changes of the venue that do not affect any member that we read. */
  readonly news: readonly string[];
}
