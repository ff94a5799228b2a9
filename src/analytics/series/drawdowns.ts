/**
 * Computes the drawdown of every bar from the running peak, dd_t = 1 - p_t / peak_t, as a fraction that is 0 at a peak.
 *
 * Drawdowns are computed from prices in both return bases, because sums of returns would add rounding errors and miss a
 * fall in the first return. The first price counts as a peak, and a peak of 0 has no drawdown.
 */
export function computeDrawdowns(prices: Float64Array): Float64Array {
  const drawdowns = new Float64Array(prices.length);
  let peak = 0;
  for (let i = 0; i < prices.length; i++) {
    const price = prices[i]!;
    if (price > peak) peak = price;
    drawdowns[i] = peak === 0 ? 0 : 1 - price / peak;
  }
  return drawdowns;
}

/** Peak and trough of the deepest drawdown, as indices of bars. */
export interface DeepestDrawdown {
  readonly peakIndex: number;
  readonly troughIndex: number;
}

/**
 * Finds the deepest drawdown.
 *
 * The trough is the first bar with the largest drawdown. The peak is the last bar before it at the running maximum, so
 * that their distance measures the fall and not the plateau before it. Without a drawdown both are the first bar.
 *
 * @returns null without bars.
 */
export function deepestDrawdown(prices: Float64Array, drawdowns: Float64Array): DeepestDrawdown | null {
  if (prices.length === 0) return null;

  let troughIndex = 0;
  for (let i = 1; i < drawdowns.length; i++) {
    if (drawdowns[i]! > drawdowns[troughIndex]!) troughIndex = i;
  }
  let peakIndex = 0;
  for (let i = 1; i <= troughIndex; i++) {
    if (prices[i]! >= prices[peakIndex]!) peakIndex = i;
  }
  return { peakIndex, troughIndex };
}
