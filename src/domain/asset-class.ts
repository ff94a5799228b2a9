/** The coarser classes by which the index is filtered. */
export const ASSET_CLASSES = ['perp', 'binary', 'pred'] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];

/** The unit of a price: US dollars, or the probability of the Yes outcome. */
export type PriceUnit = 'usd' | 'probability';
