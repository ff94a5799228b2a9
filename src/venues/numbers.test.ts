import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNumber } from './numbers.ts';

test('a number or decimal text is the number', () => {
  assert.deepEqual(
    ['1067832.94112', '12.61', '-0.5', '0', 5].map(findNumber),
    [1_067_832.94112, 12.61, -0.5, 0, 5],
  );
});

test('what is no finite number is missing, blank text never 0', () => {
  for (const value of [
    '0x10',
    ' 0x10',
    '0b1',
    '0O7',
    '',
    ' ',
    'x',
    'Infinity',
    'NaN',
    Number.NaN,
    null,
    undefined,
    [],
    {},
    true,
  ]) {
    assert.equal(findNumber(value), null);
  }
});
