import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';
import * as shapes from './shapes.ts';

/** Listings that are open or were. */
export function listListed(view: VenueView): readonly Listing[] {
  return view.universe().byVenue.limitless.filter(({ event }) => view.priceTime() >= event.openAt);
}

/** Finds a listing by its slug. @param slug In any letter case, or the address of a pool. */
export function findListing(slug: string, view: VenueView): Listing | undefined {
  const wanted = slug.toLowerCase();
  const named = view.universe().byName.get(`limitless ${wanted}`);
  if (named !== undefined) return view.priceTime() >= named.event.openAt ? named : undefined;
  return wanted.startsWith('0x')
    ? listListed(view).find((listing) => listing.isPool && shapes.getPoolAddress(listing) === wanted)
    : undefined;
}

/** Lists the markets of a group; empty when none has this slug. */
export function listGroup(slug: string, view: VenueView): readonly Listing[] {
  return listListed(view).filter(
    (listing) => listing.event.kind === 'exclusive' && shapes.getGroupSlug(listing) === slug,
  );
}
