import { findAssetRef, type SeriesRef, type VenueId } from '../../domain/index.ts';
import { refuseParameter } from '../responses/errors.ts';
import { requireRecordedAssets, type SeriesFinder } from './references.ts';

/** Maximum number of assets in one call. */
export const MAX_LISTED_ASSETS = 200;
export const MAX_LIST_CHARS = 32_768;

/** Splits a comma-separated list of ids. */
export function splitIds(list: string): string[] {
  return list
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

/** Lists the venues of the asset ids that name one. The gate admits a key that covers all of them. */
export function findVenues(ids: readonly string[]): VenueId[] {
  return [...new Set(ids.flatMap((id) => findAssetRef(id)?.venue ?? []))];
}

/**
 * Requires that listed ids are known series: assets or reference prices. Repeated ids count once.
 *
 * @throws {ApiError} when there are no ids, too many, or one is unknown.
 */
export async function requireListedSeries(
  finder: SeriesFinder,
  ids: readonly string[],
): Promise<SeriesRef[]> {
  requireSome(ids);
  const found = await requireRecordedAssets(finder, ids, 0);
  return [...new Map(found.map(({ ref }) => [ref.asset, ref])).values()];
}

function requireSome(ids: readonly string[]): void {
  if (ids.length > 0 && ids.length <= MAX_LISTED_ASSETS) return;
  throw refuseParameter('assets', `assets must name 1 to ${MAX_LISTED_ASSETS} assets, separated by commas`);
}
