import {
  type AssetKind,
  type AssetRef,
  findAssetRef,
  findStoredAsset,
  isAssetName,
  KIND_TRAITS,
} from './asset.ts';
import type { AssetClass, PriceUnit } from './asset-class.ts';
import { findSource } from './reference.ts';
import { isVenueId, VENUES, type VenueId } from './venue.ts';

/** Name under which reference prices are recorded. They are series without markets, so it is in no list of venues. */
export const REFERENCES = 'ref' as const;

/** Owner of a recorded series: a venue, or {@link REFERENCES}. */
export type Recorder = VenueId | typeof REFERENCES;

/** All venues in their order, then reference prices. */
export const RECORDERS: readonly [Recorder, ...Recorder[]] = [...VENUES, REFERENCES];

/** Kind of a recorded series: that of an asset, or a reference price. */
export type SeriesKind = AssetKind | typeof REFERENCES;

/** A recorded series: an asset of a venue, or a reference price. */
export interface SeriesRef {
  /** Canonical id, for example `hl-BTC` or `ref-twap60-btc`. */
  readonly asset: string;
  readonly kind: SeriesKind;
  readonly venue: Recorder;
  /** Key within the recorder, for example `perp-btc` or `twap60-btc`. */
  readonly storeKey: string;
}

/** A series of reference prices. */
export interface ReferenceRef extends SeriesRef {
  readonly kind: typeof REFERENCES;
  readonly venue: typeof REFERENCES;
  /** Id of the source, such as `twap60`. */
  readonly source: string;
  readonly coin: string;
}

/** Properties of a kind of series that its values depend on. */
export interface SeriesTraits {
  readonly assetClass: AssetClass | 'reference';
  readonly unit: PriceUnit;
}

const REFERENCE_TRAITS: SeriesTraits = { assetClass: 'reference', unit: 'usd' };
const ASSET_PREFIX = `${REFERENCES}-`;

/** Whether text names a venue or the reference prices. */
export function isRecorder(text: string): text is Recorder {
  return text === REFERENCES || isVenueId(text);
}

/** Returns the traits of a kind of series, of a venue or of reference prices. */
export function getSeriesTraits(kind: SeriesKind): SeriesTraits {
  return kind === REFERENCES ? REFERENCE_TRAITS : KIND_TRAITS[kind];
}

/** Whether a series is an asset of a venue. */
export function isAssetRef(ref: SeriesRef): ref is AssetRef {
  return ref.venue !== REFERENCES;
}

/** Finds the series of a reference price by its key, such as `twap60-btc`; null when the key begins with no source. */
export function findReference(storeKey: string): ReferenceRef | null {
  const dash = storeKey.indexOf('-');
  const source = storeKey.slice(0, dash);
  const coin = storeKey.slice(dash + 1);
  if (dash < 0 || coin === '' || findSource(source) === undefined || !isAssetName(storeKey)) return null;
  return { asset: ASSET_PREFIX + storeKey, kind: REFERENCES, venue: REFERENCES, storeKey, source, coin };
}

/** Reads the id of an asset or of a reference price in any letter case; null for any other text. */
export function findSeriesRef(text: string): SeriesRef | null {
  const lower = text.toLowerCase();
  return lower.startsWith(ASSET_PREFIX)
    ? findReference(lower.slice(ASSET_PREFIX.length))
    : findAssetRef(text);
}

/** Finds the series of a recorder's store key; null when the key does not belong to the recorder. */
export function findStoredSeries(recorder: Recorder, storeKey: string): SeriesRef | null {
  return recorder === REFERENCES ? findReference(storeKey) : findStoredAsset(recorder, storeKey);
}
