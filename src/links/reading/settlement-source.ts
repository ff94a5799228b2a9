import { RecentTexts } from '../recent-texts.ts';

const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/cf ?benchmarks|\bbrti\b/, 'CF Benchmarks'],
  [/chainlink|chain\.link/, 'Chainlink'],
  [/binance/, 'Binance'],
  [/hyperliquid|-usdc perp mark/, 'Hyperliquid mark'],
  [/coinbase/, 'Coinbase'],
  [/\bpyth\b/, 'Pyth'],
  [/kraken/, 'Kraken'],
  [/wunderground|weather underground/, 'Weather Underground'],
  [/national weather service|\bnws\b|weather\.gov|climatological report/, 'National Weather Service'],
  [/bureau of labor|bls\.gov/, 'Bureau of Labor Statistics'],
  [/federalreserve\.gov|federal reserve/, 'Federal Reserve'],
  [/\bfifa\b/, 'FIFA'],
];

/**
 * Returns one name for the source that decides a market: `https://data.chain.link/streams/btc-usd` and `Chainlink
 * BTC/USD` are both `Chainlink`. An unknown source keeps its host name or its own words. null without a source.
 */
export function nameSettlementSource(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const lower = text.toLowerCase();
  const known = findSettlementSource(lower);
  if (known !== null) return known;
  const host = /^https?:\/\/(?:www\.)?([^/\s]+)/.exec(lower);
  return host?.[1] ?? lower.trim();
}

/** Finds the first known source that a text of rules names; null when it names none. */
export function findSettlementSource(text: string): string | null {
  return named.get(text, readSource);
}

const named = new RecentTexts<string | null>();

function readSource(text: string): string | null {
  const match = ANY_KNOWN.exec(text);
  if (match === null) return null;
  const found = match.findIndex((group, position) => position > 0 && group !== undefined);
  return KNOWN[found - 1]?.[1] ?? null;
}

/** Pattern with one group per known source. The leftmost match is the first source in a text. */
const ANY_KNOWN = new RegExp(KNOWN.map(([pattern]) => `(${pattern.source})`).join('|'), 'i');
