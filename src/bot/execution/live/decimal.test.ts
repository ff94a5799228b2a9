import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floorTo, roundUpTo, toDecimal, toDecimalText, toMicro, toUnits } from './decimal.ts';

test('rounding to a step is exact where floats are not', () => {
  assert.equal(toDecimalText(floorTo(toDecimal(0.3), toDecimal(0.1))), '0.3');
  assert.equal(toDecimalText(floorTo(toDecimal(1.005), toDecimal('0.005'))), '1.005');
  assert.equal(toDecimalText(floorTo(toDecimal(10).div(3), toDecimal('0.01'))), '3.33');
  assert.equal(toDecimalText(roundUpTo(toDecimal('0.3001'), toDecimal(0.1))), '0.4');
  assert.equal(toDecimalText(roundUpTo(toDecimal('0.3'), toDecimal(0.1))), '0.3');
});

test('a quotient is never too large', () => {
  // With a third rounded half up, the product would exceed 2, and a size would be one lot too large.
  assert.ok(toDecimal(2).div(3).times(3).lt(2));
});

test('small and large numbers are written without an exponent', () => {
  assert.equal(toDecimalText(toDecimal(1e-9)), '0.000000001');
  assert.equal(toDecimalText(toDecimal(1e21)), '1000000000000000000000');
});

test('what is no finite decimal is refused', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '', 'one', '0x10'])
    assert.throws(() => toDecimal(value));
});

test('dollars become millionths, rounded half up; amounts of shares are cut off', () => {
  assert.equal(toMicro(toDecimal('1.0000005')), 1_000_001);
  assert.equal(toMicro(toDecimal('1.0000004')), 1_000_000);
  assert.equal(toUnits(toDecimal('17.24137931')), '17241379');
});
