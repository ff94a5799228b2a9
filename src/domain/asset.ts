import { type KindIdentity, VENUE_LIST, VENUES, type VenueId } from './venue.ts';

/** Kind of an asset: a perpetual, or a binary market of one of the venues. */
export type AssetKind = { [Venue in VenueId]: keyof Kinds<Venue> & string }[VenueId];

/** Kinds of assets that are perpetuals. */
export type PerpKind = {
  [Venue in VenueId]: {
    [Kind in keyof Kinds<Venue> & string]: Kinds<Venue>[Kind] extends { assetClass: 'perp' } ? Kind : never;
  }[keyof Kinds<Venue> & string];
}[VenueId];

type Kinds<Venue extends VenueId> = (typeof VENUE_LIST)[Venue]['kinds'];

export interface KindTraits extends KindIdentity {
  readonly kind: AssetKind;
  readonly venue: VenueId;
}

const TRAITS: readonly KindTraits[] = VENUES.flatMap((venue) =>
  Object.entries<KindIdentity>(VENUE_LIST[venue].kinds).map(([kind, identity]) => ({
    kind: kind as AssetKind,
    venue,
    ...identity,
  })),
);

/** All kinds, by venue in the order of the venues. */
export const ASSET_KINDS = TRAITS.map(({ kind }) => kind) as unknown as readonly [AssetKind, ...AssetKind[]];

export const KIND_TRAITS = Object.fromEntries(TRAITS.map((traits) => [traits.kind, traits])) as Readonly<
  Record<AssetKind, KindTraits>
>;

/** Traits by prefix, longest first: `hl-pred-` is tried before `hl-`, with which it begins. */
const BY_PREFIX_LENGTH = TRAITS.toSorted((a, b) => b.idPrefix.length - a.idPrefix.length);

/** Whether assets of the kind are perpetuals. All others are binary markets. */
export function isPerpKind(kind: AssetKind): kind is PerpKind {
  return KIND_TRAITS[kind].assetClass === 'perp';
}

export const PERP_KINDS = ASSET_KINDS.filter(isPerpKind);

/** Whether a venue lists perpetuals. */
export function hasPerps(venue: VenueId): boolean {
  return TRAITS.some((traits) => traits.venue === venue && traits.assetClass === 'perp');
}

/** One tradable asset: its id in the API and its key in the store. */
export interface AssetRef {
  /** Canonical id, for example `hl-BTC` or `kalshi-kxhighny-26jul19-t80`. */
  readonly asset: string;
  readonly kind: AssetKind;
  readonly venue: VenueId;
  /** Key within the venue, for example `perp-btc`, always in lower case. */
  readonly storeKey: string;
}

/** Pattern that asset ids and store keys from outside must match before they are used. */
export const ASSET_ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._:-]{0,255}$';

const assetIdPattern = new RegExp(ASSET_ID_PATTERN);

/** Whether a text matches {@link ASSET_ID_PATTERN}. */
export function isAssetName(text: string): boolean {
  return assetIdPattern.test(text);
}

/** Builds the asset of a perpetual from its coin: `BTC`, or `xyz:NVDA` on a builder dex. */
export function buildPerpAsset(coin: string): AssetRef {
  return buildAssetRef('hl-perp', coin);
}

/**
 * Builds the asset of an outcome from its display name and numeric id: `Argentina` and 378 give
 * `hl-pred-argentina-378`.
 */
export function buildOutcomeAsset(name: string, outcome: number): AssetRef {
  return buildBinaryAsset('hl-pred', [toSlug(name), String(outcome)].filter((part) => part !== '').join('-'));
}

/** Builds the asset of a binary market from its venue's name of it: a slug or ticker, in any letter case. */
export function buildBinaryAsset(kind: AssetKind, name: string): AssetRef {
  return buildAssetRef(kind, name.toLowerCase());
}

/** Builds the asset of a Polymarket market from its slug. */
export function buildPolymarketAsset(slug: string): AssetRef {
  return buildBinaryAsset('pm', slug);
}

/** Builds the asset of a Kalshi market from its ticker. */
export function buildKalshiAsset(ticker: string): AssetRef {
  return buildBinaryAsset('kalshi', ticker);
}

/** Builds the asset of a Limitless market from its slug. */
export function buildLimitlessAsset(slug: string): AssetRef {
  return buildBinaryAsset('limitless', slug);
}

function buildAssetRef(kind: AssetKind, name: string): AssetRef {
  const { venue, idPrefix, keyPrefix } = KIND_TRAITS[kind];
  return { asset: idPrefix + name, kind, venue, storeKey: keyPrefix + name.toLowerCase() };
}

/** Returns the part of an asset id after its prefix: a perpetual's coin, a binary market's slug or ticker. */
export function getAssetName({ asset, kind }: Pick<AssetRef, 'asset' | 'kind'>): string {
  return asset.slice(KIND_TRAITS[kind].idPrefix.length);
}

/**
 * Reads an asset id in any letter case.
 *
 * Only the venue knows the spelling of a perpetual's coin (`kPEPE`), so for perpetuals `asset` keeps the given
 * spelling. The feed and the store have the canonical one, under `storeKey`.
 *
 * @returns null when the text is not an asset id.
 */
export function findAssetRef(text: string): AssetRef | null {
  if (!assetIdPattern.test(text)) return null;
  const lower = text.toLowerCase();
  for (const { kind, idPrefix } of BY_PREFIX_LENGTH) {
    if (!lower.startsWith(idPrefix)) continue;
    if (lower.length === idPrefix.length) return null;
    return buildAssetRef(kind, (isPerpKind(kind) ? text : lower).slice(idPrefix.length));
  }
  return null;
}

/**
 * Finds the asset of a venue's store key. The coin of a perpetual is returned in upper case and the prefix of a builder
 * dex in lower case, which is right except for a few coins (`kPEPE`).
 *
 * @returns null when the key does not belong to the venue.
 */
export function findStoredAsset(venue: VenueId, storeKey: string): AssetRef | null {
  const kind = findStoredKind(venue, storeKey);
  if (kind === null) return null;
  const name = storeKey.slice(KIND_TRAITS[kind].keyPrefix.length);
  return isPerpKind(kind) ? buildAssetRef(kind, normaliseCoin(name)) : buildBinaryAsset(kind, name);
}

/** Finds the kind of asset of a venue's store key; null: the key does not belong to the venue. */
export function findStoredKind(venue: VenueId, storeKey: string): AssetKind | null {
  for (const traits of TRAITS) {
    const { kind, keyPrefix } = traits;
    if (traits.venue !== venue || !storeKey.startsWith(keyPrefix)) continue;
    return storeKey.length === keyPrefix.length ? null : kind;
  }
  return null;
}

function normaliseCoin(name: string): string {
  const colon = name.indexOf(':');
  return name.slice(0, colon + 1) + name.slice(colon + 1).toUpperCase();
}

/**
 * Converts a name to a slug: lower case, with one dash for each run of other characters than letters and digits, and no
 * dash at the ends.
 */
export function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
