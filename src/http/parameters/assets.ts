import {
  type AssetRef,
  type Book,
  findAssetRef,
  findSeriesRef,
  isVenueId,
  REFERENCES,
  UpstreamError,
  VENUES,
  type VenueId,
} from '../../domain/index.ts';
import type { ResolvedAsset } from '../../feed/feed.ts';
import type { AssetFinder, BookReader } from '../../feed/readers.ts';
import { ApiError } from '../responses/errors.ts';

/** Finds an asset. @throws {ApiError} `asset_not_found`, or `warming_up` while its venue's list is not known. */
export async function requireAsset(assets: AssetFinder, asset: string): Promise<ResolvedAsset> {
  return requireFound(assets, asset, await assets.resolve(asset));
}

/** Finds several assets. @throws {ApiError} for the first that is not found. */
export async function requireAssets(assets: AssetFinder, names: readonly string[]): Promise<ResolvedAsset[]> {
  const found = await assets.resolveMany(names);
  const missing = names.findIndex((_, i) => (found[i] ?? null) === null);
  if (missing >= 0) await requireFound(assets, names[missing]!, null);
  return found.filter((one) => one !== null);
}

/**
 * Finds several assets, and names those that are unknown.
 *
 * @param isPartial Whether unknown names are allowed beside a known one.
 * @throws {ApiError} `asset_not_found` with all unknown names, or `warming_up` while the list of their venue is not
 *   known.
 */
export async function requireAllFound(
  assets: AssetFinder,
  names: readonly string[],
  { isPartial }: { readonly isPartial: boolean },
): Promise<{ readonly found: readonly ResolvedAsset[]; readonly unknown: readonly string[] }> {
  const resolved = await assets.resolveMany(names);
  const found = resolved.filter((one) => one !== null);
  const unknown = names.filter((_name, i) => (resolved[i] ?? null) === null);
  for (const name of unknown) requireWarm(assets, findAssetRef(name)?.venue ?? null);
  if (unknown.length === 0 || (isPartial && found.length > 0)) return { found, unknown };
  throw await toUnknown(
    assets,
    unknown[0] ?? '',
    `no venue lists ${unknown.join(', ')}, and the history holds no record`,
  );
}

/**
 * Requires that an asset was found. @param found Result of the finder. @throws {ApiError} `asset_not_found` or
 * `warming_up`.
 */
export async function requireFound(
  assets: AssetFinder,
  asset: string,
  found: ResolvedAsset | null,
): Promise<ResolvedAsset> {
  if (found !== null) return found;
  if (findSeriesRef(asset)?.venue === REFERENCES)
    throw new ApiError('asset_not_found', 'a reference price has no market');
  requireWarm(assets, findAssetRef(asset)?.venue ?? null);
  throw await toUnknown(
    assets,
    asset,
    `no venue lists the asset ${asset} and the history holds no record of it`,
  );
}

/** Builds the failure for a name that no asset has, with the listed assets that it may mean. */
async function toUnknown(assets: AssetFinder, name: string, message: string): Promise<ApiError> {
  return createUnknownError(message, (await assets.suggest?.(name)) ?? []);
}

/** Creates the failure for an unknown name. @param suggestions Ids that it may mean, the nearest first. */
export function createUnknownError(message: string, suggestions: readonly string[]): ApiError {
  const hint = suggestions[0] === undefined ? '' : `; did you mean ${suggestions[0]}?`;
  return new ApiError('asset_not_found', message + hint, { extra: { suggestions } });
}

/**
 * Finds an asset by its venue and store key. @throws {ApiError} `venue_not_found`, `asset_not_found` or `warming_up`.
 */
export async function requireSeries(assets: AssetFinder, venue: string, key: string): Promise<ResolvedAsset> {
  const venueId = requireVenue(venue);
  const found = await assets.resolveIn(venueId, key);
  if (found !== null) return found;
  requireWarm(assets, venueId);
  throw await toUnknown(assets, key, `${venueId} has no asset ${key}, listed or recorded`);
}

/** Requires that the list of a venue is known. @throws {ApiError} `warming_up` while it is not. */
export function requireWarm(assets: AssetFinder, venue: VenueId | null): void {
  if (venue === null || assets.isWarmingUp?.(venue) !== true) return;
  throw new ApiError('warming_up', `${venue} has not answered since the start; ask again in a moment`, {
    headers: { 'retry-after': '2' },
  });
}

/** Parses the id of a venue. @throws {ApiError} `venue_not_found`. */
function requireVenue(venue: string): VenueId {
  const id = venue.toLowerCase();
  if (isVenueId(id)) return id;
  throw new ApiError('venue_not_found', `venue must be one of ${VENUES.join(', ')}`);
}

/** Reads the live book of an asset. @throws {ApiError} `asset_not_found`, `warming_up` or `upstream_unavailable`. */
export async function requireBook(
  assets: AssetFinder,
  books: BookReader,
  asset: string,
): Promise<{ readonly ref: AssetRef; readonly book: Book }> {
  const { ref } = await requireAsset(assets, asset);
  try {
    return { ref, book: await books.book(ref) };
  } catch (error) {
    throw toUpstreamFailure(error, `book of ${ref.asset}`);
  }
}

/** Converts a failure of a venue: 503 if the venue did not answer, 404 if it does not know the asset. */
export function toUpstreamFailure(error: unknown, what: string): unknown {
  if (!(error instanceof UpstreamError)) return error;
  if (error.failure === 'not_found') {
    return new ApiError('asset_not_found', `the venue has no ${what} any more`, { cause: error });
  }
  const retry =
    error.retryAfterMs === null ? {} : { 'retry-after': String(Math.ceil(error.retryAfterMs / 1_000)) };
  return new ApiError(
    'upstream_unavailable',
    `the venue gave no ${what} that could be read (${error.failure})`,
    {
      headers: retry,
      cause: error,
    },
  );
}
