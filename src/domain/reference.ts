/** Meaning of the values of a series of reference prices. Averages are recorded as their publisher states them. */
export interface ReferenceSource {
  readonly id: string;
  readonly title: string;
  /** Source whose prices the publisher averages; null for a price itself. */
  readonly averaged: string | null;
  /** Number of values that a complete average stands on, where the publisher says on how many it stands. */
  readonly count: number | null;
  /** Time between two values in ms; null for values that come at fixed times alone. */
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

/** Source of a name; undefined where none has it. */
export function findSource(id: string): ReferenceSource | undefined {
  return SOURCE_LIST.find((source) => source.id === id);
}

/** Key of the series of a source and a coin, such as `twap60-btc`. */
export function toSeriesKey(source: string, coin: string): string {
  return `${source}-${coin}`;
}

/** Connections that bring reference prices. Two of them may bring the same source. */
const RELAY_LIST = {
  rtds: { title: "Polymarket's keyless socket of prices" },
  polybolt: { title: "Polymarket's socket of prices with credentials" },
  kalshi: { title: "Kalshi's channels of indices" },
} as const;

export type RelayId = keyof typeof RELAY_LIST;

export const RELAYS = Object.keys(RELAY_LIST) as readonly RelayId[];

/** Coins of which some relay has a price; the first eight are recorded unless others are named. */
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
