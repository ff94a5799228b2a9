import type { ReturnBasis } from './clean.ts';

/**
 * Returns between neighbouring prices: ln(p_i / p_{i-1}) or p_i - p_{i-1}.
 *
 * @param prices Cleaned for the basis.
 * @returns One fewer than the prices; empty below two.
 */
export function computeReturns(prices: Float64Array, basis: ReturnBasis): Float64Array {
  const returns = new Float64Array(Math.max(0, prices.length - 1));
  for (let i = 0; i < returns.length; i++) {
    const before = prices[i]!;
    const now = prices[i + 1]!;
    returns[i] = basis === 'log' ? logReturn(before, now) : now - before;
  }
  return returns;
}

/**
 * Selects the returns between bars at most `maxStepMs` apart. Over a longer distance nothing was recorded, so the
 * change is not the move of one bar.
 *
 * @param returns Returns of all adjacent bars.
 * @param times Epoch ms of the bars, one more than the returns.
 */
export function selectReturnsWithin(
  returns: Float64Array,
  times: Float64Array,
  maxStepMs: number,
): Float64Array {
  return returns.filter((_, i) => times[i + 1]! - times[i]! <= maxStepMs);
}

/**
 * Computes ln(now / before) by log1p, because a quotient loses half of its digits when moves are of the order of 1e-9.
 */
export function logReturn(before: number, now: number): number {
  const change = Math.log1p((now - before) / before);
  // Across hundreds of orders of magnitude the quotient overflows or rounds to -1.
  return Number.isFinite(change) ? change : Math.log(now) - Math.log(before);
}
