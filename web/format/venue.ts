/** Venues as people write them. */
const TITLES: Readonly<Record<string, string>> = {
  hyperliquid: 'Hyperliquid',
  polymarket: 'Polymarket',
  kalshi: 'Kalshi',
  limitless: 'Limitless',
};

export function venueTitle(venue: string): string {
  return TITLES[venue] ?? venue;
}

/** What prices of an asset mean, by its id: perpetuals in USD, everything else in probabilities. */
export function priceUnitOf(asset: string): 'usd' | 'probability' {
  return asset.startsWith('hl-') && !asset.startsWith('hl-pred-') ? 'usd' : 'probability';
}
