import { REFERENCE_ANOMALIES } from '../../references/recording/anomalies.ts';
import type { ReferenceReader } from '../../references/recording/report.ts';
import type { Gauges } from './gauges.ts';

const HELP = {
  reference_silent: 'Times that a series of reference prices fell silent for a minute.',
  reference_holes: "Times that a series of reference prices missed over 5 % of an hour's seconds.",
  reference_refused: 'Times that values of a series of reference prices began to be refused.',
} as const;

/** Adds metrics of reference prices: how often each anomaly began. */
export function addReferenceMetrics(gauges: Gauges, references: ReferenceReader): void {
  for (const code of REFERENCE_ANOMALIES) {
    gauges.add(`${code}_total`, HELP[code], async () => {
      const report = await references.read().catch(() => null);
      return report?.raised[code] ?? null;
    });
  }
}
