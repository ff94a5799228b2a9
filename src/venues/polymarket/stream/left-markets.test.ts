import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, MINUTE_MS, SECOND_MS } from '../../../domain/index.ts';
import { LeftMarkets } from './left-markets.ts';

const NOW = epochMs(1_763_700_000_000);

/** Leaves a market again and again. @returns The time until it may be asked about, after each, in ms. */
function listWaits(times: number, hadBook: boolean, isOfMany: boolean): readonly number[] {
  const left = new LeftMarkets();
  return Array.from({ length: times }, () => {
    left.leaveWithoutBook('1', NOW, hadBook, isOfMany);
    let waitMs = 0;
    while (!left.mayAsk('1', epochMs(NOW + waitMs))) waitMs += SECOND_MS;
    assert.equal(left.take('1'), hadBook);
    return waitMs;
  });
}

test('a market that had a book is asked about soon, however often none came', () => {
  assert.deepEqual(listWaits(3, true, false), [30_000, 30_000, 30_000]);
});

test('a market that never had a book, alone on its connection, is asked about ever less often', () => {
  assert.deepEqual(listWaits(7, false, true), [
    30_000,
    MINUTE_MS,
    2 * MINUTE_MS,
    4 * MINUTE_MS,
    8 * MINUTE_MS,
    10 * MINUTE_MS,
    10 * MINUTE_MS,
  ]);
});

test('a market that never had a book beside others that came is asked about seldom', () => {
  assert.deepEqual(listWaits(2, false, false), [10 * MINUTE_MS, 10 * MINUTE_MS]);
});

test('a market that is no longer listed begins anew', () => {
  const left = new LeftMarkets();
  for (let i = 0; i < 5; i++) left.leaveWithoutBook('1', NOW, false, true);
  left.forgetOthers(new Set());
  left.leaveWithoutBook('1', NOW, false, true);
  assert.equal(left.mayAsk('1', epochMs(NOW + 30_000)), true);
});
