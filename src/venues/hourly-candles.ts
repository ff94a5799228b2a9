import { type Candle, epochMs, HOUR_MS } from '../domain/index.ts';

/** One point of a price history. */
export interface TimedPrice {
  /** Time in epoch ms. */
  readonly t: number;
  readonly price: number;
}

/**
 * Builds hourly candles, oldest first, from price points in any order. The points are prices, not trades, so a candle
 * has neither volume nor a trade count. An hour without a point has no candle.
 */
export function buildHourlyCandles(points: readonly TimedPrice[]): Candle[] {
  const candles: { -readonly [Key in keyof Candle]: Candle[Key] }[] = [];
  for (const { t: time, price } of points.toSorted((a, b) => a.t - b.t)) {
    const t = epochMs(Math.floor(time / HOUR_MS) * HOUR_MS);
    const last = candles.at(-1);
    if (last === undefined || last.t !== t) {
      candles.push({ t, open: price, high: price, low: price, close: price, volume: null, trades: null });
      continue;
    }
    last.high = Math.max(last.high, price);
    last.low = Math.min(last.low, price);
    last.close = price;
  }
  return candles;
}
