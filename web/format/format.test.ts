import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getUnit, reasonText, shown } from './field.ts';
import { bytes, compact, directed, fixed, microUsd, significant, usd } from './number.ts';
import { age, dayTime, duration, shortTime } from './time.ts';

test('a field is written by the suffix of its name, with the unit in the header', () => {
  const rows: [field: string, value: number, text: string, unit: string][] = [
    ['changeFrac', 0.05, '5.00', '%'],
    ['change24hPct', 5, '5.00', '%'],
    ['spreadBps', 12.34, '12.3', 'bps'],
    ['feeMicroUsd', 1, '0.000001', 'USD'],
    ['volume24hUsd', 1_240_000, '1.24 M', 'USD'],
    ['feedAgeMs', 2_500, '2.5 s', ''],
    ['sizeBytes', 1_400_000, '1.40 MB', ''],
    ['barsCount', 61_482, '61\u2009482', ''],
  ];
  for (const [field, value, text, unit] of rows) {
    assert.equal(shown(field, value).text, text, field);
    assert.equal(getUnit(field), unit, field);
  }
});

test('a price is a probability or dollars, as its market has it', () => {
  assert.equal(shown('last', 0.243, { priceUnit: 'probability' }).text, '24.3 %');
  assert.equal(shown('last', 77_621, { priceUnit: 'usd' }).text, '77\u2009621.0');
  assert.equal(shown('markPx', 0.66414).text, '0.66414');
});

test('what is missing is a dash with its reason; zero is 0', () => {
  assert.deepEqual(shown('bid', null, { whyNull: 'crossed_book' }), { text: '–', full: 'bid and ask cross' });
  assert.deepEqual(shown('bid', null), { text: '–', full: 'no value' });
  assert.equal(shown('value', 0).text, '0');
  assert.equal(reasonText('a_reason_of_tomorrow'), 'a reason of tomorrow');
});

test('numbers that are none, and huge ones, are written and not broken', () => {
  assert.equal(shown('spreadBps', Number.POSITIVE_INFINITY).text, 'Infinity');
  assert.equal(
    shown('lastPrice', Number.MAX_SAFE_INTEGER).text,
    '9\u2009007\u2009199\u2009254\u2009740\u2009991.0',
  );
  assert.equal(compact(1e15), '1000 T');
  assert.equal(compact(999_950), '1.00 M');
  assert.equal(significant(1e-9), '0.000000001000');
  assert.equal(dayTime(8.7e15, 'utc'), '–');
  assert.equal(shortTime(Number.NaN, 0, 'utc'), '–');
});

test('a direction has a sign and a shape beside its colour', () => {
  assert.equal(directed(1.2, fixed(1.2, 2)), '▲ +1.20');
  assert.equal(directed(-1.2, fixed(-1.2, 2)), '▼ −1.20');
  assert.equal(directed(0, fixed(0, 2)), '  0.00');
  assert.equal(directed(-0.001, fixed(-0.001, 2)), '  0.00');
});

test('ledgers are written to the last micro-dollar', () => {
  assert.equal(microUsd(12_340_000), '12.340000');
  assert.equal(microUsd(-1), '−0.000001');
  assert.equal(microUsd(9_007_199_254_740_991), '9\u2009007\u2009199\u2009254.740991');
});

test('ages and lengths have at most two units', () => {
  assert.deepEqual([0, 59_999, 100_000, 6_000_000, 172_800_000].map(age), [
    '0 s',
    '59 s',
    '1 min',
    '1 h',
    '2 d',
  ]);
  assert.deepEqual([850, 2_500, 59_000, 845_000, 12_000_000].map(duration), [
    '850 ms',
    '2.5 s',
    '59 s',
    '14 min 5 s',
    '3 h 20 min',
  ]);
  assert.equal(age(-5_000), '0 s');
});

test('sizes of files are by thousands, dollars by their digits', () => {
  assert.deepEqual([0, 999, 1_000, 495_000].map(bytes), ['0 B', '999 B', '1.00 kB', '495 kB']);
  assert.deepEqual([77_621, 3_045.8, 0.66414, 0.000012345].map(usd), [
    '77\u2009621.0',
    '3045.8',
    '0.66414',
    '0.00001234',
  ]);
});
