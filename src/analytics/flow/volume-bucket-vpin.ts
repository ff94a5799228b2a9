/** Number of buckets, the volume that is divided into them, and the minimum number of trades. */
interface VpinOptions {
  readonly buckets: number;
  /** Minimum number of trades with a side. */
  readonly minVpinTrades: number;
  /** Sum of the sizes of trades with a side, above 0. */
  readonly volume: number;
}

/**
 * Computes the toxicity of the flow from stated sides. Trades with a side are divided in order into buckets of equal
 * volume, and a trade at an edge is split. The result is the mean over buckets of |bought - sold| / (bought + sold),
 * from 0 to 1. The last bucket includes the rounding remainder.
 *
 * @returns null with fewer trades than required.
 *
 * Source: D. Easley, M. Lopez de Prado and M. O'Hara, Flow toxicity and liquidity in a high-frequency world, Review of
 * Financial Studies 25, 2012.
 */
export function volumeBucketVpin(
  { size, side }: { readonly size: Float64Array; readonly side: Int8Array },
  { buckets, minVpinTrades, volume }: VpinOptions,
): number | null {
  const bought = new Float64Array(buckets);
  const sold = new Float64Array(buckets);
  const room = volume / buckets;
  let [bucket, left, trades] = [0, room, 0];
  for (let i = 0; i < size.length; i++) {
    if (side[i] === 0) continue;
    trades++;
    const poured = side[i] === 1 ? bought : sold;
    let rest = size[i]!;
    while (rest > left && bucket < buckets - 1) {
      poured[bucket]! += left;
      rest -= left;
      bucket++;
      left = room;
    }
    poured[bucket]! += rest;
    left -= rest;
  }
  if (trades < minVpinTrades) return null;
  let [sum, counted] = [0, 0];
  for (let i = 0; i < buckets; i++) {
    const both = bought[i]! + sold[i]!;
    if (both === 0) continue;
    sum += Math.abs(bought[i]! - sold[i]!) / both;
    counted++;
  }
  return sum / counted;
}
