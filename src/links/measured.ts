/** How right the matcher was on real pairs of listings that no rule was written on. */
export interface LinksMeasured {
  /** Share of the matcher's claims of `same` and `opposite` that were right; null without a claim. */
  readonly precision: number | null;
  /** The lower end of the 95 % interval of that share (Wilson). */
  readonly low: number;
  /** Claims that were judged. */
  readonly pairs: number;
  /** Day of the run, ISO 8601. */
  readonly at: string;
}

/** Figures as the run of that day printed them; docs/links.md tells how often the same pairs had been run before. */
export const LINKS_MEASURED: LinksMeasured = {
  precision: 1,
  low: 0.9324,
  pairs: 53,
  at: '2026-11-29',
};
