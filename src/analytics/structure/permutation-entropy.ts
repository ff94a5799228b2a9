import { clamp } from '../numerics/finite.ts';
import type { Series } from '../series/series.ts';

/** Minimum number of returns for a permutation entropy. */
export const MIN_ENTROPY_RETURNS = 12;

/** Predictability of the order of adjacent returns. */
export interface PermutationEntropy {
  /** Entropy from 0 to 1; 1: all orders are equally likely. */
  readonly entropy: number;
  /** Fraction of the triples with at least two equal values. Above about 0.2 the entropy is unreliable. */
  readonly tieFraction: number;
}

/**
 * Permutation entropy of the returns, order 3, delay 1, divided by ln 6.
 *
 * Returns are rounded to a millionth of their deviation, so that floating-point error does not order equal
 * moves. Ties keep their order in time, which favours the ascending pattern.
 *
 * @returns Entropy 0 and tie fraction 1 with zero variance; null below twelve returns.
 *
 * Source: C. Bandt and B. Pompe, Permutation entropy, Physical Review Letters 88, 2002.
 */
export function permutationEntropy(series: Series): PermutationEntropy | null {
  const { returns, count, moments } = series;
  if (count < MIN_ENTROPY_RETURNS) return null;
  if (moments.isFlat) return { entropy: 0, tieFraction: 1 };

  const grain = 1e-6 * moments.deviation;
  const counts = [0, 0, 0, 0, 0, 0, 0, 0];
  let ties = 0;
  let a = Math.floor(returns[0]! / grain + 0.5);
  let b = Math.floor(returns[1]! / grain + 0.5);
  for (let i = 2; i < count; i++) {
    const c = Math.floor(returns[i]! / grain + 0.5);
    // Each comparison is one bit. With ties counted as "in order", the eight codes correspond to the six patterns.
    counts[(a > b ? 1 : 0) + (b > c ? 2 : 0) + (a > c ? 4 : 0)]! += 1;
    if (a === b || b === c || a === c) ties++;
    a = b;
    b = c;
  }

  const triples = count - 2;
  let entropy = 0;
  for (const seen of counts) {
    if (seen > 0) entropy -= (seen / triples) * Math.log(seen / triples);
  }
  return { entropy: clamp(entropy / Math.log(6), 0, 1), tieFraction: ties / triples };
}
