import type { ReferenceReport } from '../../src/references/recording/report.ts';

/** Report of a service that records no reference prices. */
export const NO_REFERENCES: ReferenceReport = {
  series: [],
  relays: [],
  anomalies: [],
  raised: { reference_silent: 0, reference_holes: 0, reference_refused: 0 },
};
