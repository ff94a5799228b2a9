import { type Bars, lowerBound, visibleBars } from './bars.ts';
import { paneRange } from './panes.ts';
import { HELD_FILLED_MS, type Layers } from './stage.ts';
import type { TimeWindow } from './window.ts';

/** Finds the lowest and highest price in view, with a margin, in the upper part of the height. */
export function findPriceRange(
  bars: Bars,
  layers: Layers,
  { fromMs, toMs }: TimeWindow,
  isProbability: boolean,
  prices: number,
): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const seen = visibleBars(bars.t, fromMs - bars.widthMs, toMs);
  for (let i = seen?.[0] ?? 0; i <= (seen?.[1] ?? -1); i++) {
    low = Math.min(low, bars.low[i]!);
    high = Math.max(high, bars.high[i]!);
  }
  // A filled-in price from before the window still holds in it.
  const before = lowerBound(bars.t, fromMs - bars.widthMs) - 1;
  const close = bars.close[before];
  if (close !== undefined && fromMs - bars.t[before]! <= HELD_FILLED_MS) {
    low = Math.min(low, close);
    high = Math.max(high, close);
  }
  for (const { t, value } of layers.lines) {
    for (let i = 0; i < t.length; i++) {
      if (t[i]! < fromMs || t[i]! > toMs) continue;
      low = Math.min(low, value[i]!);
      high = Math.max(high, value[i]!);
    }
  }
  const limits: [number, number] = isProbability
    ? [-0.02, 1.02]
    : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (!Number.isFinite(low) || !Number.isFinite(high))
    return paneRange(isProbability ? [0, 1] : [0, 100], prices, limits);
  // A price that does not move is drawn in the middle.
  const air = high > low ? 0 : Math.max(isProbability ? 0.01 : 0, Math.abs(high) * 0.002) / 2;
  return paneRange([low - air, high + air], prices, limits);
}
