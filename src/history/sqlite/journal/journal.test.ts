import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeJournal, encodeJournal } from './journal.ts';

/** Numbers as venues quote them, and numbers that no market quotes. */
const anyNumber = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 2 ** 40 }), fc.integer({ min: 0, max: 12 }))
    .map(([n, decimals]) => n / 10 ** decimals),
  fc.double({ noNaN: true }),
);

test('everything that one commit holds comes back, bit for bit', () => {
  const record = fc.record({
    series: fc.integer({ min: 1, max: 2 ** 31 }),
    t: fc.integer({ min: 0, max: 2 ** 42 }),
    p: anyNumber,
    v: fc.oneof(fc.constant(Number.NaN), anyNumber),
    s: fc.integer({ min: 0, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 40 }), (records) => {
      const batch = {
        length: records.length,
        series: Uint32Array.from(records, ({ series }) => series),
        t: Float64Array.from(records, ({ t }) => t),
        p: Float64Array.from(records, ({ p }) => p),
        v: Float64Array.from(records, ({ v }) => v),
        s: Uint8Array.from(records, ({ s }) => s),
      };
      const decoded = decodeJournal(encodeJournal(batch));
      for (const name of ['series', 't', 'p', 'v', 's'] as const) {
        assert.deepEqual([...decoded[name]], [...batch[name]], name);
      }
    }),
    { numRuns: 500 },
  );
});

test('a large price and a precise one in one commit both come back', () => {
  // With the decimals of the second number, the first one no longer fits into 32 bits.
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
