import {
  countTradedSince,
  type EpochMs,
  type MarketState,
  MINUTE_MS,
  type VenuePoll,
} from '../domain/index.ts';
import type { SeriesObservation } from '../history/contract/history-store.ts';
import type { Track } from './series-gaps.ts';

/** A venue time that lies further back than this reports a wrong clock and is not believed. */
const BELIEVABLE_SKEW_MS = MINUTE_MS;

/**
 * The record of a market with a price.
 *
 * @param track State of its series before; undefined: it is the first.
 * @param afterGap What was traded since the record before it is not known.
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
 * The time of a record: the venue's where it states a believable one, else the time of receipt. A venue's time
 * that did not move on would hide that the price was confirmed just now, so then the time of receipt is taken.
 */
export function chooseObservationTime(
  venueTime: EpochMs | null,
  receivedAt: EpochMs,
  lastT: EpochMs | null,
): EpochMs {
  // Nothing is received before it happened: a venue's clock ahead of ours is not believed.
  if (venueTime === null || venueTime > receivedAt || receivedAt - venueTime > BELIEVABLE_SKEW_MS) {
    return receivedAt;
  }
  if (lastT !== null && venueTime <= lastT) return receivedAt;
  return venueTime;
}
