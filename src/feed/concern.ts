import type { EpochMs, Evidence } from '../domain/index.ts';

/** Codes of anomalies that a feed finds in the messages of a venue. */
export const CONCERN_CODES = [
  'list_shrunk',
  'list_older',
  'rows_refused',
  'answers_refused',
  'prices_lost',
  'side_disputed',
  'price_held',
  'clock_stepped',
  'venue_drift',
] as const;
export type ConcernCode = (typeof CONCERN_CODES)[number];

/** Codes that do not affect a verdict: a new member of a message is no error. */
export const INFO_CODES: ReadonlySet<ConcernCode> = new Set<ConcernCode>(['venue_drift']);

/** A part of a venue's messages that is not trusted, or that an operator should see. */
export interface Concern {
  readonly code: ConcernCode;
  /** Description of the concern in one sentence. */
  readonly message: string;
  /** Number of affected markets, rows or answers. */
  readonly count: number;
  readonly sinceMs: EpochMs;
  /** First body that contains the problem. */
  readonly at: Evidence | null;
}
