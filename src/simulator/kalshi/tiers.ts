import type { VenueView } from '../scene.ts';
import type { Listing } from '../world/listing.ts';

/** Markets that settled longer ago than this are in the historical tier. */
export const LIVE_TIER_MS = 86_400_000;

/** Everything that was listed, in both tiers. */
export function listedAt(scene: VenueView): readonly Listing[] {
  return scene.universe().byVenue.kalshi.filter(({ event }) => scene.priceTime() >= event.openAt);
}

export function isHistorical({ event }: Listing, scene: VenueView): boolean {
  return event.settleAt < scene.priceTime() - LIVE_TIER_MS;
}
