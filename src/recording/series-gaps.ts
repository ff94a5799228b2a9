import { DAY_MS, type EpochMs, type Gap, type MarketState, type VenuePoll } from '../domain/index.ts';

/** State of one series that the recorder keeps between polls. */
export interface Track {
  asset: string;
  lastT: EpochMs;
  volumeCounter: number | null;
  /** When a poll last gave a price. */
  pricedAt: EpochMs;
  listed: boolean;
  openGap: Gap | null;
}

/** Markets that roll every quarter of an hour would otherwise pile up forever. */
const FORGOTTEN_AFTER_MS = 7 * DAY_MS;
/** Beyond this many unlisted assets of a venue those that left first are forgotten sooner. */
const MAX_UNLISTED = 20_000;

/** Takes a price into the track of its series; a gap that was open has ended with it. */
export function rememberPrice(
  series: Map<string, Track>,
  poll: VenuePoll,
  market: MarketState,
  t: EpochMs,
): void {
  const { storeKey, asset } = market.ref;
  const track = series.get(storeKey);
  if (track === undefined) {
    series.set(storeKey, {
      asset,
      lastT: t,
      volumeCounter: market.volumeCounter,
      pricedAt: poll.receivedAt,
      listed: true,
      openGap: null,
    });
    return;
  }
  track.lastT = t;
  track.volumeCounter = market.volumeCounter;
  track.pricedAt = poll.receivedAt;
  track.listed = true;
  track.openGap = null;
}

/** The gap that ends with this price, if the asset was without one for longer than `maxUnpricedMs`. */
export function findGapBefore(
  poll: VenuePoll,
  market: MarketState,
  track: Track,
  maxUnpricedMs: number,
): Gap | null {
  if (track.openGap !== null) return { ...track.openGap, toMs: poll.receivedAt };
  if (poll.receivedAt - track.pricedAt <= maxUnpricedMs) return null;
  const reason = track.listed ? 'no price on the venue' : 'not in the list of the venue';
  return {
    venue: poll.venue,
    storeKey: market.ref.storeKey,
    fromMs: track.pricedAt,
    toMs: poll.receivedAt,
    reason,
  };
}

/**
 * Opens gaps of assets that are listed without a price, and ends those of assets that left the list: most
 * never come back. After a week such an asset is forgotten.
 *
 * @returns The gaps that were opened or ended.
 */
export function reviewUnpriced(
  series: Map<string, Track>,
  poll: VenuePoll,
  listed: ReadonlySet<string>,
  maxUnpricedMs: number,
): Gap[] {
  const changed: Gap[] = [];
  let spare = series.size - listed.size - MAX_UNLISTED;
  for (const [storeKey, track] of series) {
    if (track.pricedAt === poll.receivedAt) continue;
    track.listed = listed.has(storeKey);
    if (!track.listed) {
      if (track.openGap !== null) changed.push({ ...track.openGap, toMs: poll.receivedAt });
      track.openGap = null;
      // Series are in order of arrival, so that the oldest go first.
      const isTooMany = spare-- > 0;
      if (isTooMany || poll.receivedAt - track.pricedAt > FORGOTTEN_AFTER_MS) series.delete(storeKey);
      continue;
    }
    if (track.openGap !== null || poll.receivedAt - track.pricedAt <= maxUnpricedMs) continue;
    track.openGap = {
      venue: poll.venue,
      storeKey,
      fromMs: track.pricedAt,
      toMs: null,
      reason: 'no price on the venue',
    };
    changed.push(track.openGap);
  }
  return changed;
}

/** Ends the gaps of an earlier run of assets that the venue no longer lists: nothing else would ever end them. */
export function endUnlisted(leftOpen: Map<string, Gap>, poll: VenuePoll, listed: ReadonlySet<string>): Gap[] {
  const ended: Gap[] = [];
  for (const [storeKey, gap] of leftOpen) {
    if (listed.has(storeKey)) continue;
    ended.push({ ...gap, toMs: poll.receivedAt });
    leftOpen.delete(storeKey);
  }
  return ended;
}
