import type { VenueId } from './venue.ts';

/** What an asset is: a perpetual, or a binary market of one of the venues. */
export const ASSET_KINDS = ['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** The coarser classes by which the index is filtered. */
export const ASSET_CLASSES = ['perp', 'binary', 'pred'] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];

/** What a price means: US dollars, or the probability of the Yes outcome. */
export type PriceUnit = 'usd' | 'probability';

export interface KindTraits {
  readonly venue: VenueId;
  readonly assetClass: AssetClass;
  readonly unit: PriceUnit;
}

export const KIND_TRAITS: Readonly<Record<AssetKind, KindTraits>> = {
  'hl-perp': { venue: 'hyperliquid', assetClass: 'perp', unit: 'usd' },
  'hl-pred': { venue: 'hyperliquid', assetClass: 'pred', unit: 'probability' },
  pm: { venue: 'polymarket', assetClass: 'binary', unit: 'probability' },
  kalshi: { venue: 'kalshi', assetClass: 'binary', unit: 'probability' },
  limitless: { venue: 'limitless', assetClass: 'binary', unit: 'probability' },
};

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
export function perpAsset(coin: string): AssetRef {
  return {
    asset: `hl-${coin}`,
    kind: 'hl-perp',
    venue: 'hyperliquid',
    storeKey: `perp-${coin.toLowerCase()}`,
  };
}

/** An outcome by its display name and numeric id: `Argentina`, 378 gives `hl-pred-argentina-378`. */
export function outcomeAsset(name: string, outcome: number): AssetRef {
  const storeKey = ['pred', slugOf(name), String(outcome)].filter((part) => part !== '').join('-');
  return { asset: `hl-${storeKey}`, kind: 'hl-pred', venue: 'hyperliquid', storeKey };
}

export function polymarketAsset(slug: string): AssetRef {
  const storeKey = slug.toLowerCase();
  return { asset: `pm-${storeKey}`, kind: 'pm', venue: 'polymarket', storeKey };
}

export function kalshiAsset(ticker: string): AssetRef {
  const storeKey = ticker.toLowerCase();
  return { asset: `kalshi-${storeKey}`, kind: 'kalshi', venue: 'kalshi', storeKey };
}

export function limitlessAsset(slug: string): AssetRef {
  const storeKey = slug.toLowerCase();
  return { asset: `limitless-${storeKey}`, kind: 'limitless', venue: 'limitless', storeKey };
}

/**
 * Reads an asset id in any letter case.
 *
 * The spelling of a perpetual's coin (`kPEPE`) is known to the venue alone, so for perpetuals `asset`
 * repeats the given spelling; the feed and the store hold the canonical one, found by `storeKey`.
 *
 * @returns null when the text is no asset id.
 */
export function parseAssetId(text: string): AssetRef | null {
  if (!assetIdPattern.test(text)) return null;
  const lower = text.toLowerCase();
  const rest = (prefix: string) => lower.slice(prefix.length);

  if (lower.startsWith('hl-pred-')) return storedAsset('hyperliquid', rest('hl-'));
  if (lower.startsWith('hl-')) return lower.length > 3 ? perpAsset(text.slice(3)) : null;
  if (lower.startsWith('pm-')) return storedAsset('polymarket', rest('pm-'));
  if (lower.startsWith('kalshi-')) return storedAsset('kalshi', rest('kalshi-'));
  if (lower.startsWith('limitless-')) return storedAsset('limitless', rest('limitless-'));
  return null;
}

/**
 * The asset that a store key of a venue belongs to. A perpetual's coin comes back in upper case, a
 * builder dex's prefix in lower case, which is right for all but a few coins (`kPEPE`).
 *
 * @returns null when the key does not belong to the venue.
 */
export function storedAsset(venue: VenueId, storeKey: string): AssetRef | null {
  if (storeKey === '') return null;
  switch (venue) {
    case 'hyperliquid': {
      if (storeKey.startsWith('pred-')) {
        return storeKey.length > 5 ? { asset: `hl-${storeKey}`, kind: 'hl-pred', venue, storeKey } : null;
      }
      if (!storeKey.startsWith('perp-') || storeKey.length === 5) return null;
      const coin = storeKey.slice(5);
      const colon = coin.indexOf(':');
      return perpAsset(coin.slice(0, colon + 1) + coin.slice(colon + 1).toUpperCase());
    }
    case 'polymarket':
      return polymarketAsset(storeKey);
    case 'kalshi':
      return kalshiAsset(storeKey);
    case 'limitless':
      return limitlessAsset(storeKey);
  }
}

/** Lower case, runs of anything but letters and digits turned into one dash, none at the ends. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
