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

/** Codes that change no verdict: a new member of a message is no error. */
export const INFO_CODES: ReadonlySet<ConcernCode> = new Set<ConcernCode>(['venue_drift']);

/** Something about a venue's messages that is not taken for truth, or that an operator should see. */
export interface Concern {
  readonly code: ConcernCode;
  /** Concern in one sentence. */
  readonly message: string;
  /** Markets, rows or answers concerned. */
  readonly count: number;
  readonly sinceMs: EpochMs;
  /** First body that shows the concern. */
  readonly at: Evidence | null;
}
