import { type KindIdentity, VENUE_LIST, VENUES, type VenueId } from './venue.ts';

/** The kind of an asset: a perpetual, or a binary market of one of the venues. */
export type AssetKind = { [Venue in VenueId]: keyof Kinds<Venue> & string }[VenueId];

/** The kinds of asset that are perpetuals. */
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

/** Every kind, by venue in the order of the venues. */
export const ASSET_KINDS = TRAITS.map(({ kind }) => kind) as unknown as readonly [AssetKind, ...AssetKind[]];

export const KIND_TRAITS = Object.fromEntries(TRAITS.map((traits) => [traits.kind, traits])) as Readonly<
  Record<AssetKind, KindTraits>
>;

/** The longest first: `hl-pred-` is tried before `hl-`, which is a part of it. */
const BY_PREFIX_LENGTH = TRAITS.toSorted((a, b) => b.idPrefix.length - a.idPrefix.length);

/** Whether assets of the kind are perpetuals; all others are binary markets. */
export function isPerpKind(kind: AssetKind): kind is PerpKind {
  return KIND_TRAITS[kind].assetClass === 'perp';
}

export const PERP_KINDS = ASSET_KINDS.filter(isPerpKind);

/** Whether a venue lists perpetuals. */
export function hasPerps(venue: VenueId): boolean {
  return TRAITS.some((traits) => traits.venue === venue && traits.assetClass === 'perp');
}

/** One tradable asset: how the API spells it, and under which key the store keeps it. */
export interface AssetRef {
  /** The canonical id, for example `hl-BTC` or `kalshi-kxhighny-26jul19-t80`. */
  readonly asset: string;
  readonly kind: AssetKind;
  readonly venue: VenueId;
  /** The key within the venue, for example `perp-btc`. Always lower case. */
  readonly storeKey: string;
}

/** Asset ids and store keys from outside must look like this before anything is done with them. */
export const ASSET_ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._:-]{0,255}$';

const assetIdPattern = new RegExp(ASSET_ID_PATTERN);

/** Whether a text may be an asset id or a store key, as {@link ASSET_ID_PATTERN} has them. */
export function isAssetName(text: string): boolean {
  return assetIdPattern.test(text);
}

/** A perpetual by its coin name: `BTC`, or `xyz:NVDA` on a builder dex. */
export function buildPerpAsset(coin: string): AssetRef {
  return buildAssetRef('hl-perp', coin);
}

/** An outcome by its display name and numeric id: `Argentina`, 378 gives `hl-pred-argentina-378`. */
export function buildOutcomeAsset(name: string, outcome: number): AssetRef {
  return buildBinaryAsset('hl-pred', [toSlug(name), String(outcome)].filter((part) => part !== '').join('-'));
}

/** A binary market by the name that its venue gives it: slug or ticker, in any letter case. */
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

/** The part of an asset's id after its prefix: a perpetual's coin, a binary market's slug or ticker. */
export function getAssetName({ asset, kind }: Pick<AssetRef, 'asset' | 'kind'>): string {
  return asset.slice(KIND_TRAITS[kind].idPrefix.length);
}

/**
 * Reads an asset id in any letter case.
 *
 * The spelling of a perpetual's coin (`kPEPE`) is known to the venue alone, so for perpetuals `asset`
 * repeats the given spelling; the feed and the store hold the canonical one, found by `storeKey`.
 *
 * @returns null when the text is no asset id.
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
 * The asset that a store key of a venue belongs to. A perpetual's coin comes back in upper case, a
 * builder dex's prefix in lower case, which is right for all but a few coins (`kPEPE`).
 *
 * @returns null when the key does not belong to the venue.
 */
export function findStoredAsset(venue: VenueId, storeKey: string): AssetRef | null {
  const kind = findStoredKind(venue, storeKey);
  if (kind === null) return null;
  const name = storeKey.slice(KIND_TRAITS[kind].keyPrefix.length);
  return isPerpKind(kind) ? buildAssetRef(kind, normaliseCoin(name)) : buildBinaryAsset(kind, name);
}

/** The kind of the asset that a store key of a venue belongs to; null: of none. */
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

/** Lower case, runs of anything but letters and digits turned into one dash, none at the ends. */
export function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
