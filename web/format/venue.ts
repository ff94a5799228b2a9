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

const PREFIXES: readonly (readonly [prefix: string, venue: string])[] = [
  ['hl-', 'hyperliquid'],
  ['pm-', 'polymarket'],
  ['kalshi-', 'kalshi'],
  ['limitless-', 'limitless'],
];

/** The venue of an asset by its id; null when it is none that this version knows. */
export function venueOf(asset: string): string | null {
  return PREFIXES.find(([prefix]) => asset.toLowerCase().startsWith(prefix))?.[1] ?? null;
}
