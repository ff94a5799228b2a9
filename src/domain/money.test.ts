import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOperationAmount, microUsd, toMicroUsd, toUsd } from './money.ts';

test('dollars become whole micro-dollars, and what has more than six decimals is refused', () => {
  const rows: [usd: unknown, micro: number | null][] = [
    [1, 1_000_000],
    [0.000001, 1],
    [0.1 + 0.2, 300_000],
    [12.345678, 12_345_678],
    [1_000_000_000, 1e15],
    [1.0000001, null],
    [5e-7, null],
    [0, null],
    [-1, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [1e300, null],
    ['5', null],
    [[7], null],
    [null, null],
  ];
  for (const [usd, micro] of rows) assert.equal(toMicroUsd(usd), micro, String(usd));
});

test('random amounts survive the way to dollars and back', () => {
  let state = 7;
  for (let i = 0; i < 100_000; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const amount = microUsd(1 + Math.floor((state / 2 ** 32) * 1e12));
    assert.equal(toMicroUsd(toUsd(amount)), amount);
  }
});

test('an operation moves from one micro-dollar to a billion dollars', () => {
  const rows: [value: unknown, allowed: boolean][] = [
    [1, true],
    [1e15, true],
    [1e15 + 1, false],
    [0, false],
    [-5, false],
    [0.5, false],
    ['1', false],
    [2 ** 53, false],
  ];
  for (const [value, allowed] of rows) assert.equal(isOperationAmount(value), allowed, String(value));
  assert.throws(() => microUsd(2 ** 53), RangeError);
});
