import {
  type AssetRef,
  findAssetRef,
  findStoredAsset,
  isAssetName,
  type VenueId,
} from '../../domain/index.ts';
import type { AssetFinder } from '../../feed/readers.ts';
import { refuseParameter } from '../responses/errors.ts';

/**
 * Finds the asset that a body names in the lists, or derives it from its name: then the venue decides whether it
 * exists.
 *
 * @throws {ApiError} 400 when the name is not a valid asset of the venue.
 */
export async function readAsset(
  assets: AssetFinder,
  venue: VenueId,
  name: string,
): Promise<{ readonly ref: AssetRef; readonly isKnown: boolean }> {
  const known = await assets.resolveIn(venue, name);
  if (known !== null) return { ref: known.ref, isKnown: true };
  if (!isAssetName(name))
    throw refuseParameter('asset', 'asset must be an asset id (hl-BTC) or a store key (perp-btc)');
  const ref = findAssetRef(name) ?? findStoredAsset(venue, name.toLowerCase());
  if (ref === null) throw refuseParameter('asset', `asset is not a valid asset name of ${venue}`);
  if (ref.venue !== venue) throw refuseParameter('asset', `asset belongs to ${ref.venue}, not ${venue}`);
  return { ref, isKnown: false };
}
