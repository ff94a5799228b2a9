import { DAY_MS } from '../../src/domain/index.ts';
import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';

/** Markets that settled longer ago than this are in the historical tier. */
export const LIVE_TIER_MS = DAY_MS;

/** Lists everything that was listed, in both tiers. */
export function listListed(view: VenueView): readonly Listing[] {
  return view.universe().byVenue.kalshi.filter(({ event }) => view.priceTime() >= event.openAt);
}

export function isHistorical({ event }: Listing, view: VenueView): boolean {
  return event.settleAt < view.priceTime() - LIVE_TIER_MS;
}

/** Markets of the live tier. */
export function listLive(view: VenueView): readonly Listing[] {
  return listListed(view).filter((listing) => !isHistorical(listing, view));
}

export function findLive(view: VenueView, ticker: string): Listing | undefined {
  return listLive(view).find(({ name }) => name === ticker);
}
