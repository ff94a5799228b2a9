import type { EpochMs, MarketTerms } from '../../domain/index.ts';

/** Facts read from the texts of an outcome and its question. The venue has no fields for titles or dates. */
export interface OutcomeText {
  readonly title: string;
  readonly eventTitle: string | null;
  readonly category: string | null;
  readonly endDate: EpochMs | null;
  readonly rules: string | null;
  readonly terms: MarketTerms;
  /** Last part of the market's URL at the venue; null when none is documented, as for templates. */
  readonly nativeSlug: string | null;
}
