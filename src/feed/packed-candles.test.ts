import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Candle, epochMs } from '../domain/index.ts';
import { packCandles, unpackCandles } from './packed-candles.ts';

test('candles come back as they were, with what is not known', () => {
  const candles: Candle[] = [
    { t: epochMs(0), open: 0.1, high: 0.3, low: 0.05, close: 0.2, volume: null, trades: null },
    { t: epochMs(1_800_000_000_123), open: 1e-9, high: 1e12, low: 0, close: 1 / 3, volume: 0, trades: 0 },
    { t: epochMs(1_800_003_600_000), open: 2, high: 2, low: 2, close: 2, volume: 7.5, trades: 3 },
  ];
  assert.deepEqual(unpackCandles(packCandles(candles)), candles);
  assert.deepEqual(unpackCandles(packCandles([])), []);
});
