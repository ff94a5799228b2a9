import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Candle, epochMs, HOUR_MS } from '../../domain/index.ts';
import { selectBars } from './candles.ts';

const at = (hour: number) => epochMs(hour * HOUR_MS);
const bar = (hour: number): Candle => ({
  t: at(hour),
  open: 0.5,
  high: 0.6,
  low: 0.4,
  close: 0.5,
  volume: null,
  trades: null,
});

test('bars of a window start inside of it, and come oldest first', () => {
  const rows: [why: string, bars: (Candle | null)[], hours: number[]][] = [
    ['both ends count', [bar(1), bar(2), bar(3), bar(4), bar(5)], [2, 3, 4]],
    ['newest first', [bar(4), bar(3), bar(2)], [2, 3, 4]],
    ['hours without a trade', [bar(2), null, bar(4)], [2, 4]],
    ['none inside', [bar(1), bar(5)], []],
    ['no bars', [], []],
  ];
  for (const [why, bars, hours] of rows) {
    const selected = selectBars(bars, { fromMs: at(2), toMs: at(4) });
    assert.deepEqual(selected, hours.map(bar), why);
  }
});
