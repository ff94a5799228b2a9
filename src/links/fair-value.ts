import { type FairValue, fairValue, type VenueMid } from '../analytics/fair-value/fair-value.ts';
import { KIND_TRAITS, type MarketState, type VenueId } from '../domain/index.ts';
import type { Feed } from '../feed/feed.ts';
import type { GroupMember } from './groups.ts';

/** What fair value needs of the links; `LinkIndex` is one. */
export interface GroupReader {
  group(asset: string): readonly GroupMember[];
}

/**
 * Fair value of a listed asset: the oracle of a perpetual, the consensus of the linked venues for a binary.
 *
 * One mid counts per venue, the asset's own for its own venue. An opposite market counts with 1 - mid. A venue
 * whose snapshot is stale, or whose book has one side only, has no say.
 */
export function fairValueOf(
  feed: Pick<Feed, 'find' | 'isStale'>,
  links: GroupReader,
  state: MarketState,
): FairValue {
  if (state.kind === 'perp') {
    return fairValue({ unit: 'usd', last: state.ticker.markPx, oracle: state.ticker.oraclePx });
  }
  const byVenue = new Map<VenueId, VenueMid>();
  for (const { asset, polarity } of links.group(state.ref.asset)) {
    const member = asset === state.ref.asset ? state : feed.find(asset);
    if (member === null || KIND_TRAITS[member.ref.kind].unit !== 'probability') continue;
    const mid = midOf(member);
    const { venue } = member.ref;
    if (mid === null || byVenue.has(venue)) continue;
    byVenue.set(venue, { mid: polarity === 1 ? mid : 1 - mid, isStale: feed.isStale(venue) });
  }
  return fairValue({ unit: 'probability', last: state.price, venues: [...byVenue.values()] });
}

/** Half way between the best bid and ask; null while one side is empty. */
function midOf({ bid, ask }: MarketState): number | null {
  return bid === null || ask === null ? null : (bid + ask) / 2;
}
