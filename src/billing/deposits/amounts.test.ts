import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDecimal, readUnits } from './amounts.ts';

test('decimal texts are read exactly and cut after six decimals', () => {
  const rows: readonly [text: string, micro: number | null, shown?: string][] = [
    ['25.00', 25_000_000],
    ['25', 25_000_000],
    ['0.000001', 1],
    ['0.0000019', 1],
    ['0.0000009', 0],
    ['0', 0],
    ['007.5', 7_500_000, '7.5'],
    ['0.1', 100_000],
    ['1000000000', 1e15],
    ['1000000000.000001', null],
    ['1'.repeat(40), null],
  ];
  for (const [text, micro, shown = text] of rows) {
    assert.deepEqual(readDecimal(text), { text: shown, microUsd: micro, isZero: micro === 0 }, text);
  }
});

test('what is no plain decimal number has no amount', () => {
  for (const text of [
    '',
    '-1',
    '+1',
    '1e3',
    '.5',
    '5.',
    '1,5',
    ' 1',
    '1 ',
    '0x10',
    'NaN',
    '1.2.3',
    '1'.repeat(41),
  ]) {
    assert.equal(readDecimal(text), null, text);
  }
});

test('units of a token and cents become the same amounts', () => {
  assert.deepEqual(readUnits(2_500n, 2), { text: '25.00', microUsd: 25_000_000, isZero: false });
  assert.deepEqual(readUnits(5n, 2), { text: '0.05', microUsd: 50_000, isZero: false });
  assert.deepEqual(readUnits(500n, 0), { text: '500', microUsd: 500_000_000, isZero: false });
  assert.deepEqual(readUnits(1_234_567_890_123_456_789n, 18), {
    text: '1.234567890123456789',
    microUsd: 1_234_567,
    isZero: false,
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e15 }),
      (micro) => readUnits(BigInt(micro), 6)?.microUsd === micro,
    ),
  );
});

test('an amount of 1e40 and more is none', () => {
  assert.equal(readUnits(10n ** 46n - 1n, 6)?.microUsd, null);
  for (const units of [10n ** 46n, BigInt(Number.MAX_VALUE)]) assert.equal(readUnits(units, 6), null);
});
