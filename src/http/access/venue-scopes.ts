import type { VenueNeed } from '../../accounts/keys/keys.ts';
import { findAssetRef, isVenueId } from '../../domain/index.ts';

/** Path parameters as they came: before any of them is validated. */
type Params = Readonly<Record<string, string>>;

/** The venue of an asset id by its form, also when no venue lists the asset. */
export function findAssetVenue({ asset = '' }: Params): VenueNeed {
  return findAssetRef(asset)?.venue ?? null;
}

/** The venue that the path names. */
export function findPathVenue({ venue = '' }: Params): VenueNeed {
  // Venues are read in any letter case, as the parameters are.
  const id = venue.toLowerCase();
  return isVenueId(id) ? id : null;
}

/** Needs every venue of an answer that always states several. */
export function needVenues(): VenueNeed {
  return 'several';
}
