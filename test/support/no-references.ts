import type { ReferenceReport } from '../../src/references/recording/report.ts';

/** Nothing is recorded. */
export const NO_REFERENCES: ReferenceReport = {
  series: [],
  relays: [],
  anomalies: [],
  raised: { reference_silent: 0, reference_holes: 0, reference_refused: 0 },
};
