/** Result that a closing value gives against a strike; half: a tie that pays both sides the same. */
export type SettledResult = 'yes' | 'no' | 'half';

/** Reasons for which a result cannot be decided again, in the order in which they are looked at. */
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
  /** Whether the venue's result follows from the recorded values. */
  readonly verdict: 'reproduced' | 'contradicted' | 'unknown';
  /** First reason that applies; null unless the verdict is unknown. */
  readonly reason: UnknownReason | null;
  /** Result that the recorded values give. */
  readonly result: SettledResult | null;
  /** Strike as decimal text; lower end of a range. */
  readonly strike: string | null;
  /** Where the strike comes from; `venue`: our record has none, and the venue stated its own afterwards. */
  readonly strikeBy: 'terms' | 'record' | 'venue' | null;
  /** Closing value, decimal text. */
  readonly value: string | null;
  /** Moments that the decision wanted and has not, epoch ms. */
  readonly missing: readonly number[];
  readonly detail: Readonly<Record<string, unknown>> | null;
  /** Whether strike and value are what the venue stated afterwards; null where either is not known. */
  readonly agrees: { readonly strike: boolean | null; readonly value: boolean | null };
}
