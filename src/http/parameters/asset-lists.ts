import { type AssetRef, findAssetRef, type SeriesRef, type VenueId } from '../../domain/index.ts';
import type { AssetFinder } from '../../feed/readers.ts';
import { refuseParameter } from '../responses/errors.ts';
import { requireAsset } from './assets.ts';
import { requireRecordedAssets, type SeriesFinder } from './references.ts';

/** Assets that one call may name. */
export const MAX_LISTED_ASSETS = 200;
export const MAX_LIST_CHARS = 32_768;

/** The ids of a list that is separated by commas. */
export function splitIds(list: string): string[] {
  return list
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

/** Venues of assets whose ids name one: the gate lets a key through that may read all of them. */
export function findVenues(ids: readonly string[]): VenueId[] {
  return [...new Set(ids.flatMap((id) => findAssetRef(id)?.venue ?? []))];
}

/**
 * Requires listed series, each once: assets, and reference prices.
 *
 * @throws {ApiError} when there are none, too many, or one is unknown.
 */
export async function requireListedSeries(
  finder: SeriesFinder,
  ids: readonly string[],
): Promise<SeriesRef[]> {
  requireSome(ids);
  const found = await requireRecordedAssets(finder, ids, 0);
  return [...new Map(found.map(({ ref }) => [ref.asset, ref])).values()];
}

/**
 * Requires listed assets, each once, with its canonical id.
 *
 * @throws {ApiError} when there are none, too many, or one is unknown.
 */
export async function requireListed(assets: AssetFinder, ids: readonly string[]): Promise<AssetRef[]> {
  requireSome(ids);
  const found = await Promise.all(ids.map((id) => requireAsset(assets, id)));
  return [...new Map(found.map(({ ref }) => [ref.asset, ref])).values()];
}

function requireSome(ids: readonly string[]): void {
  if (ids.length > 0 && ids.length <= MAX_LISTED_ASSETS) return;
  throw refuseParameter('assets', `assets must name 1 to ${MAX_LISTED_ASSETS} assets, separated by commas`);
}
