import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeClockRefusal } from './clock-refusal.ts';

test('a refusal is the clock’s where its words say so, or where the clock is proven wrong and the words are unclear', () => {
  const rows: [status: number, words: string, clockErrorMs: number, isOfClock: boolean][] = [
    [401, 'Unauthorized', 0, false],
    [401, 'Unauthorized', 1_500, false],
    [401, 'Unauthorized', 40_000, true],
    [401, 'Unauthorized', -40_000, true],
    [425, 'Order arrived outside of its receive window', 60_000, true],
    [425, '', 0, false],
    [200, 'Action already expired', 0, false],
    [200, 'Action already expired', 9_000, true],
    [200, 'Invalid nonce: nonce too low 1 < 2', 0, false],
    [200, 'Invalid nonce: nonce too low 1 < 2', -200_000_000, true],
    [400, 'invalid timestamp', 0, true],
    [400, 'Insufficient balance', 60_000, false],
    [403, 'insufficient_scope', 60_000, false],
  ];
  for (const [status, words, clockErrorMs, isOfClock] of rows) {
    const text = describeClockRefusal({ status, words, clockErrorMs });
    assert.equal(text !== null, isOfClock, `${status} ${words} ${clockErrorMs}`);
  }
});

test('it says how far the venue is ahead or behind, and keeps its words', () => {
  const describeSkew = (clockErrorMs: number) =>
    describeClockRefusal({ status: 401, words: 'bad timestamp', clockErrorMs });
  assert.equal(
    describeSkew(61_000),
    "clock skew: the venue's clock is 61 s ahead of this machine's; HTTP 401 bad timestamp",
  );
  assert.equal(
    describeSkew(-61_000),
    "clock skew: the venue's clock is 61 s behind this machine's; HTTP 401 bad timestamp",
  );
  assert.equal(
    describeSkew(0),
    'clock skew: the venue refuses the time of the request; HTTP 401 bad timestamp',
  );
});
