import type { EpochMs, VenueId } from '../domain/index.ts';
import type { Silence, SilenceStats } from '../feed/watchdog/silence.ts';

/** Median and maximum of several durations, in ms. */
export interface SilenceTimes {
  readonly p50: number;
  readonly max: number;
}

/** Outcomes of the silences of one venue's streams since the start of the process. */
export interface SilenceSummary {
  readonly detected: number;
  readonly recovered: number;
  /** Number of assets whose stream is currently silent. */
  readonly ongoing: number;
  readonly lastDetectedAt: EpochMs | null;
  /** Time from the first poll that showed the price movement to the alarm. null: no silence has ended. */
  readonly detectMs: SilenceTimes | null;
  /** Time from the alarm to the next message of the stream. null: no silence has ended with a message. */
  readonly recoverMs: SilenceTimes | null;
}

export const NO_SILENCE: SilenceSummary = {
  detected: 0,
  recovered: 0,
  ongoing: 0,
  lastDetectedAt: null,
  detectMs: null,
  recoverMs: null,
};

/**
 * Summarises the silences of each venue that had one. Times include only the silences that the watchdog still
 * remembers.
 */
export function summariseSilences({
  perVenue,
  ended,
  ongoing,
}: SilenceStats): ReadonlyMap<VenueId, SilenceSummary> {
  const summaries = new Map<VenueId, SilenceSummary>();
  for (const [venue, { detected, recovered }] of perVenue) {
    const isOfVenue = (silence: Silence) => silence.venue === venue;
    const past = ended.filter(isOfVenue);
    const present = ongoing.filter(isOfVenue);
    const detectedAt = [...past, ...present].map((silence) => silence.detectedAt);
    summaries.set(venue, {
      detected,
      recovered,
      ongoing: present.length,
      lastDetectedAt: detectedAt.length === 0 ? null : detectedAt.reduce((a, b) => (b > a ? b : a)),
      detectMs: summariseTimes(past.map((silence) => silence.detectedAt - silence.movedAt)),
      recoverMs: summariseTimes(
        past.flatMap(({ detectedAt: from, recoveredAt }) => (recoveredAt === null ? [] : recoveredAt - from)),
      ),
    });
  }
  return summaries;
}

function summariseTimes(ms: number[]): SilenceTimes | null {
  ms.sort((a, b) => a - b);
  const [p50, max] = [ms[Math.ceil(ms.length / 2) - 1], ms.at(-1)];
  return p50 === undefined || max === undefined ? null : { p50, max };
}
