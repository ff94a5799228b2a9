/** Result of a closing value against a strike. `half`: a tie that pays both sides equally. */
export type SettledResult = 'yes' | 'no' | 'half';

/** Reasons why a result cannot be decided again, in the order in which they are checked. */
export const UNKNOWN_REASONS = [
  'statistic_unsupported',
  'terms_silent',
  'terms_changed',
  'average_not_recorded',
  'source_not_recorded',
  'window_incomplete',
  'second_missing',
  'too_close',
  'tie_silent',
  'second_disputed',
  'void',
] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/** Verdict on a stated result, from a second decision by recorded values. */
export interface Verdict {
  /** Whether the recorded values lead to the venue's result. */
  readonly verdict: 'reproduced' | 'contradicted' | 'unknown';
  /** First reason that applies; null unless the verdict is `unknown`. */
  readonly reason: UnknownReason | null;
  /** Result from the recorded values; null when they give none. */
  readonly result: SettledResult | null;
  /** Strike, or lower end of a range, as decimal text. */
  readonly strike: string | null;
  /** Origin of the strike. `venue`: our records have none, and the venue stated its own later. */
  readonly strikeBy: 'terms' | 'record' | 'venue' | null;
  /** Closing value as decimal text. */
  readonly value: string | null;
  /** Times that the decision needed and that were not recorded, in epoch ms. */
  readonly missing: readonly number[];
  readonly detail: Readonly<Record<string, unknown>> | null;
  /** Whether strike and value equal those that the venue stated later; null when either is not known. */
  readonly agrees: { readonly strike: boolean | null; readonly value: boolean | null };
}
