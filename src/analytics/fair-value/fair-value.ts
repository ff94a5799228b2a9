import { toFiniteOrNull } from '../numerics/finite.ts';

export type FairValueSource = 'hl-oracle' | 'consensus' | 'none';

/** Fair value of an asset, and the distance of the venue's price from it. */
export interface FairValue {
  readonly value: number | null;
  /** (last / value - 1) * 1e4; positive: this venue is rich. */
  readonly basisBps: number | null;
  readonly source: FairValueSource;
  /** Confidence from 0 to 1. */
  readonly confidence: number | null;
  /** Highest less lowest price of the venues, in basis points of the value. */
  readonly dispersionBps: number | null;
  /** Number of venues with a price for the event; null for an oracle. */
  readonly nVenues: number | null;
}

/** One venue's mid of the same event and outcome. */
export interface VenueMid {
  readonly mid: number | null;
  readonly isStale?: boolean;
}

export type FairValueInputs =
  | { readonly unit: 'usd'; readonly last: number | null; readonly oracle: number | null }
  /** For `probability`, `venues` includes the asset's own venue. */
  | { readonly unit: 'probability'; readonly last: number | null; readonly venues: readonly VenueMid[] };

/** Gap from which a wrong match is more likely than a mispricing. */
const NO_CONFIDENCE_GAP = 0.1;

/** Minimum difference of probabilities for a mispricing: half a cent, because bps explode for long shots. */
const MIN_PROBABILITY_BASIS = 0.005;

/**
 * Fair value: the oracle of a perpetual, or the median of at least two fresh mids of the same outcome.
 *
 * Confidence of a consensus is (1 - 1/n) max(0, 1 - gap/0.10): it grows with the venues and falls to 0 at a gap
 * of ten cents.
 */
export function fairValue(inputs: FairValueInputs): FairValue {
  return inputs.unit === 'usd'
    ? oracleValue(inputs.oracle, inputs.last)
    : consensusValue(inputs.venues, inputs.last);
}

function oracleValue(oracle: number | null, last: number | null): FairValue {
  if (oracle === null || !(oracle > 0) || !Number.isFinite(oracle)) return NO_VALUE;
  return {
    value: oracle,
    basisBps: basisBps(last, oracle),
    source: 'hl-oracle',
    confidence: 1,
    dispersionBps: null,
    nVenues: null,
  };
}

function consensusValue(venues: readonly VenueMid[], last: number | null): FairValue {
  const mids = venues
    .filter(({ isStale }) => isStale !== true)
    .map(({ mid }) => mid)
    .filter((mid): mid is number => mid !== null && mid > 0 && mid < 1)
    .sort((a, b) => a - b);
  const n = mids.length;
  if (n < 2) return NO_VALUE;

  const middle = n >> 1;
  const value = n % 2 === 1 ? mids[middle]! : (mids[middle - 1]! + mids[middle]!) / 2;
  const gap = mids[n - 1]! - mids[0]!;
  return {
    value,
    basisBps: basisBps(last, value),
    source: 'consensus',
    confidence: (1 - 1 / n) * Math.max(0, 1 - gap / NO_CONFIDENCE_GAP),
    dispersionBps: toFiniteOrNull((gap / value) * 1e4),
    nVenues: n,
  };
}

const NO_VALUE: FairValue = {
  value: null,
  basisBps: null,
  source: 'none',
  confidence: null,
  dispersionBps: null,
  nVenues: null,
};

function basisBps(last: number | null, value: number): number | null {
  return last === null ? null : toFiniteOrNull((last / value - 1) * 1e4);
}

/** Whether a basis is a mispricing: at least the minimum in size and, for a probability, half a cent. */
export function isMispriced(
  { value, basisBps: basis }: FairValue,
  {
    unit,
    last,
    minBasisBps,
  }: {
    readonly unit: 'usd' | 'probability';
    readonly last: number | null;
    readonly minBasisBps: number;
  },
): boolean {
  if (value === null || basis === null || last === null || Math.abs(basis) < minBasisBps) return false;
  // The tolerance lets 0.305 against 0.3 count as half a cent.
  return unit === 'usd' || Math.abs(last - value) >= MIN_PROBABILITY_BASIS - 1e-12;
}
