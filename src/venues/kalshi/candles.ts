import { type Candle, epochMs, HOUR_MS } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import type { TimeWindow } from '../venue-adapter.ts';
import type { KalshiCandle, KalshiHistoricalCandle } from './wire.ts';

/** Converts a candle; null without a trade in it. The venue states the end of a period, our candles their start. */
export function normaliseCandle(candle: KalshiCandle): Candle | null {
  const { price } = candle;
  return toBar(candle.end_period_ts, candle.volume_fp, [
    price?.open_dollars,
    price?.high_dollars,
    price?.low_dollars,
    price?.close_dollars,
  ]);
}

/** Converts a candle of Kalshi's historical endpoint; null when it has no price. */
export function normaliseHistoricalCandle(candle: KalshiHistoricalCandle): Candle | null {
  const { price } = candle;
  return toBar(candle.end_period_ts, candle.volume, [price?.open, price?.high, price?.low, price?.close]);
}

/**
 * Selects the candles that start in the window (both ends inclusive), oldest first. Hours without a trade are left out.
 */
export function selectBars(bars: readonly (Candle | null)[], { fromMs, toMs }: TimeWindow): Candle[] {
  return bars
    .filter((bar) => bar !== null)
    .filter(({ t }) => t >= fromMs && t <= toMs)
    .sort((a, b) => a.t - b.t);
}

function toBar(
  endSeconds: number,
  volume: string | null | undefined,
  prices: readonly (string | null | undefined)[],
): Candle | null {
  const [open, high, low, close] = prices.map(findNumber);
  if (open == null || high == null || low == null || close == null) return null;
  return {
    t: epochMs(endSeconds * 1_000 - HOUR_MS),
    open,
    high,
    low,
    close,
    volume: findNumber(volume),
    trades: null,
  };
}
