import { type EpochMs, type Gap, SECOND_MS, type VenueId } from '../../domain/index.ts';

/** A time in which a stream was open and quiet while the venue's poll saw its asset move. */
export interface Silence {
  readonly asset: string;
  readonly venue: VenueId;
  /** Time of the first poll that showed the movement. */
  readonly movedAt: EpochMs;
  readonly detectedAt: EpochMs;
  /** Time of the stream's first message after that; null while it is quiet, and when the market left the list. */
  readonly recoveredAt: EpochMs | null;
  readonly restarts: number;
}

export interface SilenceCounts {
  readonly detected: number;
  readonly recovered: number;
}

export interface SilenceStats {
  readonly perVenue: ReadonlyMap<VenueId, SilenceCounts>;
  /** Silences that have ended, oldest first, at most the newest 1,000. */
  readonly ended: readonly Silence[];
  readonly ongoing: readonly Silence[];
}

/** Waits before each further restart, in ms. The last one repeats. */
const RETRY_MS = [3 * SECOND_MS, 10 * SECOND_MS, 30 * SECOND_MS, 120 * SECOND_MS];
/** Number of restarts that need no further evidence, because the first may have renewed too little. */
const FREE_RESTARTS = 2;

/** A silence that has not ended. */
export interface OpenSilence {
  readonly movedAt: EpochMs;
  readonly detectedAt: EpochMs;
  readonly gap: Gap;
  restarts: number;
  nextRestartAt: number;
  /** Whether the poll saw another movement since the last restart. */
  hasMovedSince: boolean;
}

/**
 * Decides whether to renew the subscription now, and counts the restart if so. A market that no longer moves may be
 * quiet for good reason, so after the first restarts each further one needs a new movement.
 */
export function takeRestart(silence: OpenSilence, now: EpochMs): boolean {
  if (now < silence.nextRestartAt) return false;
  if (silence.restarts >= FREE_RESTARTS && !silence.hasMovedSince) return false;
  silence.hasMovedSince = false;
  silence.nextRestartAt = now + RETRY_MS[Math.min(silence.restarts, RETRY_MS.length - 1)]!;
  silence.restarts++;
  return true;
}

/**
 * Builds a silence for the health answers.
 *
 * @param recoveredAt null while it lasts, and when the market left the list.
 */
export function buildSilence(
  asset: string,
  venue: VenueId,
  { movedAt, detectedAt, restarts }: OpenSilence,
  recoveredAt: EpochMs | null,
): Silence {
  return { asset, venue, movedAt, detectedAt, recoveredAt, restarts };
}
