/** Coarse classes by which the index can be filtered. */
export const ASSET_CLASSES = ['perp', 'binary', 'pred'] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];

/** Unit of a price: US dollars, or the probability of the Yes outcome. */
export type PriceUnit = 'usd' | 'probability';
