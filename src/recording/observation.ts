import {
  countTradedSince,
  type EpochMs,
  type MarketState,
  MINUTE_MS,
  type VenuePoll,
} from '../domain/index.ts';
import type { SeriesObservation } from '../history/contract/history-store.ts';
import type { Track } from './series-gaps.ts';

/** Largest age of a venue's time at receipt. An older time is attributed to a wrong clock and is not used. */
const BELIEVABLE_SKEW_MS = MINUTE_MS;

/**
 * Builds the record of a market with a price.
 *
 * @param track State of the series; undefined: this is its first record.
 * @param afterGap Whether the volume since the previous record is unknown.
 */
export function buildObservation(
  poll: VenuePoll,
  market: MarketState,
  track: Track | undefined,
  afterGap: boolean,
): SeriesObservation {
  return {
    venue: poll.venue,
    storeKey: market.ref.storeKey,
    asset: market.ref.asset,
    t: chooseObservationTime(market.venueTime, poll.receivedAt, track?.lastT ?? null),
    p: market.price as number,
    v: afterGap ? null : countTradedSince(track?.volumeCounter ?? null, market.volumeCounter),
    s: 'poll',
  };
}

/**
 * Chooses the time of a record: the venue's when it is plausible, else the time of receipt. The time of receipt is also
 * used when the venue's time has not advanced, because the price was confirmed just now.
 */
export function chooseObservationTime(
  venueTime: EpochMs | null,
  receivedAt: EpochMs,
  lastT: EpochMs | null,
): EpochMs {
  // A venue time after the receipt means that the venue's clock is ahead, so it is not used.
  if (venueTime === null || venueTime > receivedAt || receivedAt - venueTime > BELIEVABLE_SKEW_MS) {
    return receivedAt;
  }
  if (lastT !== null && venueTime <= lastT) return receivedAt;
  return venueTime;
}
