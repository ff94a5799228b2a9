import type { KalshiEvent, KalshiSeries } from './wire.ts';

/** A taker pays this times contracts times p times (1 - p), times the multiplier. */
export const TAKER_RATE = 0.07;

/**
 * The taker's rate of one market: a multiplier of its event goes before that of its series.
 *
 * @returns null while event or series are unread, and for a kind of fee that is not a product of p and 1 - p.
 */
export function findTakerFeeRate(event: KalshiEvent | null, series: KalshiSeries | null): number | null {
  if (event === null) return null;
  const type = event.fee_type_override || series?.fee_type;
  const multiplier = event.fee_multiplier_override ?? series?.fee_multiplier;
  // The fee of makers is told apart behind the word; takers pay the same.
  if (!type?.startsWith('quadratic') || multiplier == null || multiplier < 0) return null;
  return Number((TAKER_RATE * multiplier).toPrecision(12));
}
