/**
 * Kind of a return: the logarithm of the price ratio, or the plain difference.
 *
 * Differences are for probabilities, which are bounded martingales. A log return explodes near 0 and is asymmetric in
 * Yes and No, while the difference is the gain or loss of one contract.
 */
export type ReturnBasis = 'log' | 'diff';

/** Recorded prices in columns of equal length, as the store reads them. */
export interface PriceColumns {
  /** Time in epoch ms. */
  readonly t: Float64Array;
  readonly p: Float64Array;
}

/** Usable prices, oldest first, at most one for each time. */
export interface CleanPrices {
  readonly times: Float64Array;
  readonly prices: Float64Array;
}

/**
 * Cleans prices before returns are computed: drops prices that are not finite, not above 0 (log basis) or outside [0,
 * 1] (difference basis), sorts by time, and keeps the last record of each time.
 *
 * Gaps are not filled. A series that is clean already is returned without a copy.
 */
export function cleanPrices({ t, p }: PriceColumns, basis: ReturnBasis): CleanPrices {
  if (isClean(t, p, basis)) return { times: t, prices: p };

  const order = sortPassing(t, (i) => Number.isFinite(t[i]!) && isUsable(p[i]!, basis));
  const times = new Float64Array(order.length);
  const prices = new Float64Array(order.length);
  let kept = 0;
  for (const i of order) {
    if (kept > 0 && times[kept - 1] === t[i]) kept--;
    times[kept] = t[i]!;
    prices[kept] = p[i]!;
    kept++;
  }
  return { times: times.subarray(0, kept), prices: prices.subarray(0, kept) };
}

/** Lists the indices of entries that pass, ordered by time. Entries of equal times keep their order. */
export function sortPassing(t: Float64Array, passes: (index: number) => boolean): Uint32Array {
  const order = new Uint32Array(t.length);
  let count = 0;
  let ascending = true;
  for (let i = 0; i < t.length; i++) {
    if (!passes(i)) continue;
    if (count > 0 && t[i]! < t[order[count - 1]!]!) ascending = false;
    order[count++] = i;
  }
  const passed = order.subarray(0, count);
  return ascending ? passed : passed.sort((a, b) => t[a]! - t[b]! || a - b);
}

/** Whether a recorded price can be used for returns. */
function isUsable(price: number, basis: ReturnBasis): boolean {
  return basis === 'log' ? price > 0 && price < Number.POSITIVE_INFINITY : price >= 0 && price <= 1;
}

function isClean(t: Float64Array, p: Float64Array, basis: ReturnBasis): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < p.length; i++) {
    const time = t[i]!;
    if (!(time > before && time < Number.POSITIVE_INFINITY && isUsable(p[i]!, basis))) return false;
    before = time;
  }
  return true;
}
