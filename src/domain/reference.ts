/** Meaning of the values in a series of reference prices. Averages are recorded as their publisher states them. */
export interface ReferenceSource {
  readonly id: string;
  readonly title: string;
  /** Source whose prices the publisher averages; null when the value is a price itself. */
  readonly averaged: string | null;
  /** Number of values in a complete average, when the publisher states the number of values; else null. */
  readonly count: number | null;
  /** Time between two values in ms; null for values that come at fixed times only. */
  readonly everyMs: number | null;
}

export const SOURCE_LIST: readonly ReferenceSource[] = [
  { id: 'chainlink', title: 'Chainlink data stream', averaged: null, count: null, everyMs: 1000 },
  { id: 'twap60', title: 'Average of 60 s of Chainlink', averaged: 'chainlink', count: null, everyMs: 1000 },
  { id: 'twap30', title: 'Average of 30 s of Chainlink', averaged: 'chainlink', count: null, everyMs: 1000 },
  { id: 'rti', title: 'Real-time index of CF Benchmarks', averaged: null, count: null, everyMs: 1000 },
  {
    id: 'rti60',
    title: 'Average of 60 s of the real-time index',
    averaged: 'rti',
    count: 60,
    everyMs: null,
  },
  { id: 'pyth', title: 'Pyth', averaged: null, count: null, everyMs: null },
];

/** Finds a source by its name; undefined when there is none. */
export function findSource(id: string): ReferenceSource | undefined {
  return SOURCE_LIST.find((source) => source.id === id);
}

/** Builds the key of the series of a source and a coin, such as `twap60-btc`. */
export function toSeriesKey(source: string, coin: string): string {
  return `${source}-${coin}`;
}

/** Connections from which reference prices come. Two of them may have the same source. */
const RELAY_LIST = {
  rtds: { title: "Polymarket's keyless socket of prices" },
  polybolt: { title: "Polymarket's socket of prices with credentials" },
  kalshi: { title: "Kalshi's channels of indices" },
} as const;

export type RelayId = keyof typeof RELAY_LIST;

export const RELAYS = Object.keys(RELAY_LIST) as readonly RelayId[];

/** Coins for which a relay has a price. The first eight are recorded unless others are configured. */
export const REFERENCE_COINS = [
  'btc',
  'eth',
  'sol',
  'xrp',
  'doge',
  'bnb',
  'hype',
  'zec',
  'bch',
  'near',
  'ada',
] as const;

export const DEFAULT_REFERENCE_COINS: readonly string[] = REFERENCE_COINS.slice(0, 8);
