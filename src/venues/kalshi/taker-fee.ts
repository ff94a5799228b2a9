import type { KalshiEvent, KalshiSeries } from './wire.ts';

/** Rate in the fee of a taker: rate x contracts x p x (1 - p) x multiplier. */
export const TAKER_RATE = 0.07;

/**
 * Finds the taker's rate of one market. A multiplier of the event overrides that of the series.
 *
 * @returns null while event or series are unread, and for a kind of fee that is not a product of p and 1 - p.
 */
export function findTakerFeeRate(event: KalshiEvent | null, series: KalshiSeries | null): number | null {
  if (event === null) return null;
  const type = event.fee_type_override || series?.fee_type;
  const multiplier = event.fee_multiplier_override ?? series?.fee_multiplier;
  // A suffix after `quadratic` describes the fee of makers. Takers pay the same with and without it.
  if (!type?.startsWith('quadratic') || multiplier == null || multiplier < 0) return null;
  return Number((TAKER_RATE * multiplier).toPrecision(12));
}
