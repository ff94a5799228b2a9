import type { VenueNeed } from '../../accounts/keys/keys.ts';
import { findAssetRef, isVenueId } from '../../domain/index.ts';

/** Path parameters before validation. */
type Params = Readonly<Record<string, string>>;

/** Finds the venue of an asset id by its form, even if no venue lists the asset. */
export function findAssetVenue({ asset = '' }: Params): VenueNeed {
  return findAssetRef(asset)?.venue ?? null;
}

/** Finds the venue that the path names. */
export function findPathVenue({ venue = '' }: Params): VenueNeed {
  // Parameters accept venues in any letter case, so the gate does too.
  const id = venue.toLowerCase();
  return isVenueId(id) ? id : null;
}

/** Builds the venue need of a response that always contains several venues. */
export function needVenues(): VenueNeed {
  return 'several';
}
