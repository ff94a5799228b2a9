import { endOf, orderByThreshold, type Ranged, startOf } from './ladder-order.ts';
import type { Outcome } from './model.ts';

/**
 * Distribution, by the prices of one event, of the number that its outcomes ask about. Nothing is normalised: bins of
 * ranges are their own prices, bins between strikes are differences of neighbouring prices.
 */
export interface Distribution {
  readonly bins: readonly Bin[];
  /** Outcomes whose strike is in no bin's bound, because they have no price. */
  readonly unpriced: number;
  /** `ranges`: each bin is one outcome; `strikes`: each is the difference of two. */
  readonly by: 'ranges' | 'strikes';
}

/** An interval of the number and its implied probability. */
export interface Bin {
  /** null: no lower end. */
  readonly from: number | null;
  /** null: no upper end. */
  readonly to: number | null;
  /** Difference of the prices at both ends, or the price of the range; below 0 where prices contradict the order. */
  readonly probability: number | null;
  /** Outcomes at its ends, or the one that it is. */
  readonly assets: readonly string[];
}

/** Finds the middle of the touch, else the recorded price; null without either. */
export function findMid({ bid, ask, last }: Pick<Outcome, 'bid' | 'ask' | 'last'>): number | null {
  return bid !== null && ask !== null && bid <= ask ? (bid + ask) / 2 : last;
}

/**
 * Finds the distribution that the prices imply. A strike without a price joins the bins beside it; a range without one
 * has a bin without a probability.
 *
 * @returns null when outcomes are no ladder: some ask about no number, they ask in both directions, two have one strike, or
 *   fewer than two have a price.
 */
export function findDistribution(outcomes: readonly Outcome[]): Distribution | null {
  const ordered = orderByThreshold(outcomes.filter(({ isGone }) => !isGone));
  if (ordered === null) return null;
  const tests = new Set(ordered.map(({ threshold }) => threshold.test));
  if (tests.has('between')) return readRanges(ordered);
  return tests.size === 1 ? readStrikes(ordered, tests.has('above')) : null;
}

function readRanges(ordered: readonly Ranged<Outcome>[]): Distribution | null {
  // The open ends at most once each, and no range within another.
  const overlap = ordered.some((range, i) => i > 0 && startOf(range) < endOf(ordered[i - 1]!));
  if (overlap) return null;
  const bins = ordered.map((outcome): Bin => {
    const { test, strike, strikeHigh } = outcome.threshold;
    return {
      from: test === 'below' ? null : strike,
      to: test === 'above' ? null : test === 'below' ? strike : strikeHigh,
      probability: findMid(outcome),
      assets: [outcome.asset],
    };
  });
  const unpriced = bins.filter(({ probability }) => probability === null).length;
  return bins.length - unpriced < 2 ? null : { bins, unpriced, by: 'ranges' };
}

/**
 * Reads the distribution of a ladder of strikes.
 *
 * @param isAbove Yes wins above the strike: its price falls as strikes rise.
 */
function readStrikes(ordered: readonly Ranged<Outcome>[], isAbove: boolean): Distribution | null {
  const strikes = ordered.map(({ threshold }) => threshold.strike);
  if (new Set(strikes).size < strikes.length) return null;
  const sorted = ordered.toSorted((a, b) => a.threshold.strike - b.threshold.strike);
  const priced = sorted.flatMap((outcome) => {
    const mid = findMid(outcome);
    // The share below the strike, so that both directions are read alike.
    return mid === null ? [] : [{ outcome, below: isAbove ? 1 - mid : mid }];
  });
  if (priced.length < 2) return null;
  const bins = [null, ...priced].map((low, i): Bin => {
    const high = priced[i] ?? null;
    return {
      from: low?.outcome.threshold.strike ?? null,
      to: high?.outcome.threshold.strike ?? null,
      probability: round((high?.below ?? 1) - (low?.below ?? 0)),
      assets: [low, high].flatMap((end) => (end === null ? [] : [end.outcome.asset])),
    };
  });
  return { bins, unpriced: sorted.length - priced.length, by: 'strikes' };
}

/** Prices have at most four places: a difference of doubles gets no more. */
const round = (value: number): number => Number(value.toFixed(6));
