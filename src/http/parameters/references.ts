import {
  findReference,
  REFERENCE_COINS,
  REFERENCES,
  type ReferenceRef,
  type SeriesRef,
  SOURCE_LIST,
  toSeriesKey,
} from '../../domain/index.ts';
import type { ResolvedAsset } from '../../feed/feed.ts';
import type { AssetFinder } from '../../feed/readers.ts';
import type { CatalogueReader } from '../../history/contract/history-store.ts';
import { listWithheld, type ReferenceRights } from '../../references/recording/rights.ts';
import { findDistance } from '../../search/spelling.ts';
import { ApiError } from '../responses/errors.ts';
import { createUnknownError, requireAssets, requireSeries } from './assets.ts';

/** Finders of recorded series: assets of venues, and reference prices. */
export interface SeriesFinder {
  readonly assets: AssetFinder;
  readonly history: Pick<CatalogueReader, 'find' | 'findMany'>;
  readonly rights: ReferenceRights;
}

/** A series with records. `state` is null for a reference price, which no venue lists. */
export interface FoundSeries {
  readonly ref: SeriesRef;
  readonly state: ResolvedAsset['state'];
  /** Whether the series has no recent record. */
  readonly isOld: boolean;
}

const MAX_SUGGESTED = 3;
/** Length of the part of an unknown name that is compared, above that of any key. */
const MAX_KEY_LENGTH = 40;
/** Age of the newest record from which a series is old. */
const OLD_AFTER_MS = 120_000;

/**
 * Finds a recorded reference price. @param name Key or id of the price. @throws {ApiError} `asset_not_found` or
 * `source_withheld`.
 */
export async function requireReference(
  { history, rights }: Pick<SeriesFinder, 'history' | 'rights'>,
  name: string,
): Promise<ReferenceRef> {
  const found = await findRecorded(history, name);
  if (found === null) {
    const suggestions = await suggestReferences(history, name);
    throw createUnknownError(`no reference price ${name} is recorded`, suggestions);
  }
  requireShown(rights, found.ref.source);
  return found.ref;
}

/** Requires that the values of a source may be shown. @throws {ApiError} `source_withheld`. */
function requireShown(rights: ReferenceRights, source: string): void {
  if (rights.isShown(source)) return;
  throw new ApiError(
    'source_withheld',
    `values of ${source} are not shown to API keys; the operator may name it in CROSSTAPE_REFERENCE_SHARE`,
    { extra: { source } },
  );
}

/** Finds a source whose values are withheld; null: none. */
export function findWithheld(rights: ReferenceRights): string | null {
  return listWithheld(rights)[0] ?? null;
}

/**
 * Requires that no source is withheld, because the file of a day contains every source. @throws {ApiError}
 * `source_withheld`.
 */
export function requireAllShown(rights: ReferenceRights): void {
  const withheld = findWithheld(rights);
  if (withheld !== null) requireShown(rights, withheld);
}

/**
 * Finds a series by its recorder (a venue, or `ref`) and its key there. @throws {ApiError} `venue_not_found`,
 * `asset_not_found`, `warming_up` or `source_withheld`.
 */
export async function requireRecorded(
  finder: SeriesFinder,
  recorder: string,
  key: string,
): Promise<SeriesRef> {
  if (recorder.toLowerCase() === REFERENCES) return requireReference(finder, key);
  return (await requireSeries(finder.assets, recorder, key)).ref;
}

/**
 * Finds series by their ids, in the given order. One call of the store serves all assets. @throws {ApiError} as
 * `requireRecorded`.
 */
export async function requireRecordedAssets(
  finder: SeriesFinder,
  names: readonly string[],
  now: number,
): Promise<FoundSeries[]> {
  const known = await requireAssets(
    finder.assets,
    names.filter((name) => !isReferenceName(name)),
  );
  const assets = known.values();
  const found: FoundSeries[] = [];
  for (const name of names) {
    if (isReferenceName(name)) {
      const reference = await findReferenceSeries(finder, name, now);
      found.push(reference ?? { ref: await requireReference(finder, name), state: null, isOld: true });
      continue;
    }
    const { ref, state } = assets.next().value!;
    found.push({ ref, state, isOld: state === null });
  }
  return found;
}

/**
 * Finds a recorded reference price by its id; null: the id is not one of a recorded price.
 *
 * @throws {ApiError} `source_withheld`.
 */
export async function findReferenceSeries(
  { history, rights }: Pick<SeriesFinder, 'history' | 'rights'>,
  asset: string,
  now: number,
): Promise<FoundSeries | null> {
  if (!isReferenceName(asset)) return null;
  const found = await findRecorded(history, asset);
  if (found === null) return null;
  requireShown(rights, found.ref.source);
  const { everyMs = null } = SOURCE_LIST.find(({ id }) => id === found.ref.source) ?? {};
  return { ref: found.ref, state: null, isOld: everyMs !== null && now - found.lastMs > OLD_AFTER_MS };
}

/** Whether a name is that of a reference price, known or not. */
export function isReferenceName(asset: string): boolean {
  return asset.toLowerCase().startsWith(`${REFERENCES}-`);
}

async function findRecorded(history: SeriesFinder['history'], name: string) {
  const ref = findReference(toKey(name));
  const entry = ref === null ? null : await history.find(ref);
  return ref === null || entry === null ? null : { ref, lastMs: entry.lastMs };
}

function toKey(name: string): string {
  const lower = name.toLowerCase();
  return lower.startsWith(`${REFERENCES}-`) ? lower.slice(REFERENCES.length + 1) : lower;
}

/** Lists at most three recorded reference prices whose key is like an unknown name, the nearest first. */
async function suggestReferences(history: SeriesFinder['history'], name: string): Promise<readonly string[]> {
  const key = toKey(name).slice(0, MAX_KEY_LENGTH);
  const most = Math.ceil(key.length / 2);
  const near = SOURCE_LIST.flatMap(({ id }) => REFERENCE_COINS.map((coin) => toSeriesKey(id, coin)))
    .map((other) => ({ other, distance: findDistance(key, other, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .flatMap(({ other }) => findReference(other) ?? []);
  const entries = await history.findMany(near);
  return near
    .filter((_, i) => entries[i] !== null)
    .slice(0, MAX_SUGGESTED)
    .map(({ asset }) => asset);
}
