import { Gauge, type Registry } from 'prom-client';
import { VENUES, type VenueId } from '../../domain/index.ts';
import type { Silence, SilenceStats } from '../../feed/watchdog/silence.ts';

const QUANTILES = [0.5, 0.99, 1] as const;

/** Metrics of silent streams: their number, and the delays until a silence was noticed and until it ended. */
export function addSilenceMetrics(registry: Registry, stats: () => SilenceStats): void {
  const perVenue = (name: string, help: string, read: (stats: SilenceStats, venue: VenueId) => number) =>
    new Gauge({
      name: `crosstape_stream_${name}`,
      help,
      labelNames: ['venue'],
      registers: [registry],
      collect() {
        const now = stats();
        for (const venue of VENUES) this.set({ venue }, read(now, venue));
      },
    });
  const seconds = (name: string, help: string, measure: (silence: Silence) => number | null) =>
    new Gauge({
      name: `crosstape_stream_${name}`,
      help,
      labelNames: ['quantile'],
      registers: [registry],
      collect() {
        this.reset();
        const measured = stats()
          .ended.map(measure)
          .filter((ms) => ms !== null)
          .sort((a, b) => a - b);
        for (const quantile of QUANTILES) {
          const ms = measured[Math.ceil(quantile * measured.length) - 1];
          if (ms !== undefined) this.set({ quantile }, ms / 1_000);
        }
      },
    });

  perVenue(
    'silences_detected_total',
    'Silences found: streams that were open and sent nothing while prices moved.',
    ({ perVenue }, venue) => perVenue.get(venue)?.detected ?? 0,
  );
  perVenue(
    'silences_recovered_total',
    'Silences that ended with a new message.',
    ({ perVenue }, venue) => perVenue.get(venue)?.recovered ?? 0,
  );
  perVenue(
    'silent',
    'Assets whose stream is silent now.',
    ({ ongoing }, venue) => ongoing.filter((silence) => silence.venue === venue).length,
  );
  seconds(
    'silence_detect_seconds',
    'Time from the first poll that showed a price move to the alarm, last 1,000 silences.',
    ({ movedAt, detectedAt }) => detectedAt - movedAt,
  );
  seconds(
    'silence_recover_seconds',
    'Time from the alarm to the next message of the stream, last 1,000 silences.',
    ({ detectedAt, recoveredAt }) => (recoveredAt === null ? null : recoveredAt - detectedAt),
  );
}
