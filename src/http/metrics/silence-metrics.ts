import type { Silence, SilenceStats } from '../../feed/watchdog/silence.ts';
import type { Gauges } from './gauges.ts';

const QUANTILES = [0.5, 0.99, 1] as const;

/** Adds metrics of silent streams: their number, and the delays until a silence was noticed and until it ended. */
export function addSilenceMetrics(gauges: Gauges, stats: () => SilenceStats): void {
  const addSeconds = (name: string, help: string, measure: (silence: Silence) => number | null) =>
    gauges.addLabelled(name, help, ['quantile'], (set) => {
      const measured = stats()
        .ended.map(measure)
        .filter((ms) => ms !== null)
        .sort((a, b) => a - b);
      for (const quantile of QUANTILES) {
        const ms = measured[Math.ceil(quantile * measured.length) - 1];
        if (ms !== undefined) set({ quantile }, ms / 1_000);
      }
    });

  gauges.addPerVenue(
    'stream_silences_detected_total',
    'Silences found: streams that were open and sent nothing while prices moved.',
    (venue) => stats().perVenue.get(venue)?.detected ?? 0,
  );
  gauges.addPerVenue(
    'stream_silences_recovered_total',
    'Silences that ended with a new message.',
    (venue) => stats().perVenue.get(venue)?.recovered ?? 0,
  );
  gauges.addPerVenue(
    'stream_silent',
    'Assets whose stream is silent now.',
    (venue) => stats().ongoing.filter((silence) => silence.venue === venue).length,
  );
  addSeconds(
    'stream_silence_detect_seconds',
    'Time from the first poll that showed a price move to the alarm, last 1,000 silences.',
    ({ movedAt, detectedAt }) => detectedAt - movedAt,
  );
  addSeconds(
    'stream_silence_recover_seconds',
    'Time from the alarm to the next message of the stream, last 1,000 silences.',
    ({ detectedAt, recoveredAt }) => (recoveredAt === null ? null : recoveredAt - detectedAt),
  );
}
