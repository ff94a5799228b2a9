import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../test/support/random.ts';
import {
  compareDecimals,
  doubleBounds,
  formatDecimal,
  formatDouble,
  isDecimalText,
  parseDecimal,
  roundDecimal,
} from './decimal.ts';

test('texts that are no plain number above or at zero are refused', () => {
  for (const text of ['0', '0.5', '12', '12.50', '123456.789012345678901234'])
    assert.ok(isDecimalText(text), text);
  for (const text of ['', '.5', '5.', '01', '-1', '+1', '1e5', ' 1', '1,5', 'NaN', '0x1', '1_0'])
    assert.ok(!isDecimalText(text), text);
});

test('a decimal is shown without trailing zeros and exponent, a double by its shortest text', () => {
  assert.equal(formatDecimal(parseDecimal('65048.078902260626000000')), '65048.078902260626');
  assert.equal(formatDecimal(parseDecimal('100.000')), '100');
  assert.equal(formatDecimal({ digits: 5n, places: 18 }), '0.000000000000000005');
  assert.equal(formatDouble(1e21), '1000000000000000000000');
  assert.equal(formatDouble(1.5e-9), '0.0000000015');
  assert.equal(formatDouble(2.5e22), '25000000000000000000000');
});

test('every decimal between the bounds of a double rounds to it, and none beyond them', () => {
  const random = seededRandom(20);
  const doubles = [1, 2, 0.1, 65048.078902260626, 2 ** 53, 2 ** -20, 5e-324, Number.MIN_VALUE * 3, 1e22];
  for (let i = 0; i < 500; i++) doubles.push(random() * 10 ** Math.floor(random() * 40 - 20));
  for (const value of doubles) {
    const { low, high } = doubleBounds(value);
    assert.equal(Number(formatDouble(value)), value);
    const tiny = (of: { digits: bigint; places: number }, by: bigint) =>
      Number(formatDecimal({ digits: of.digits * 1000n + by, places: of.places + 3 }));
    assert.equal(tiny(low, 1n), value, `just above the lower bound of ${value}`);
    assert.equal(tiny(high, -1n), value, `just below the upper bound of ${value}`);
    assert.ok(tiny(low, -1n) < value && tiny(high, 1n) > value, `beyond the bounds of ${value}`);
    assert.equal(compareDecimals(low, high), -1);
  }
});

test('rounding goes both ways at exactly half alone', () => {
  const round = (text: string, places: number) => {
    const { down, up } = roundDecimal(parseDecimal(text), places);
    return [formatDecimal(down), formatDecimal(up)];
  };
  assert.deepEqual(round('84349.745', 2), ['84349.74', '84349.75']);
  assert.deepEqual(round('84349.74500000000000000001', 2), ['84349.75', '84349.75']);
  assert.deepEqual(round('84349.744999', 2), ['84349.74', '84349.74']);
  assert.deepEqual(round('0.5', 0), ['0', '1']);
  assert.deepEqual(round('9.995', 2), ['9.99', '10']);
  assert.deepEqual(round('7', 3), ['7', '7']);
});
