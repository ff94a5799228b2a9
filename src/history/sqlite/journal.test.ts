import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJournal, encodeJournal } from './journal.ts';

test('a large price and a precise one in one commit both come back', () => {
  // Scaled by the decimals of the second, the first no longer fits into 32 bits.
  for (const prices of [
    [77_887, 0.123456],
    [0.123456, 77_887],
    [4_294, 0.000001, 4_295],
    [0, 77_887, 1e-8],
  ]) {
    const length = prices.length;
    const decoded = decodeJournal(
      encodeJournal({
        length,
        series: Uint32Array.from(prices, (_, index) => index + 1),
        t: new Float64Array(length).fill(1_795_361_280_000),
        p: Float64Array.from(prices),
        v: new Float64Array(length).fill(Number.NaN),
        s: new Uint8Array(length),
      }),
    );
    assert.deepEqual([...decoded.p], prices);
  }
});
