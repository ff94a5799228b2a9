import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildHourlyCandles } from './hourly-candles.ts';

test('open, high, low and close are made from the points of an hour in any order', () => {
  const at = (seconds: number, price: number) => ({ t: seconds * 1_000, price });
  const points = [at(3_700, 0.2), at(3_600, 0.5), at(7_199, 0.4), at(5_000, 0.6), at(14_400, 0.1)];
  const flat = { volume: null, trades: null };
  assert.deepEqual(buildHourlyCandles(points), [
    { t: 3_600_000, open: 0.5, high: 0.6, low: 0.2, close: 0.4, ...flat },
    { t: 14_400_000, open: 0.1, high: 0.1, low: 0.1, close: 0.1, ...flat },
  ]);
  assert.deepEqual(buildHourlyCandles([]), []);
});
