import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, type EpochMs, epochMs, HOUR_MS } from '../../domain/index.ts';
import { computeDayLoss, type DayStart, keepDayStart } from './day-loss.ts';

/** Computes the loss, with 0 instead of -0. */
const readLoss = (...args: Parameters<typeof computeDayLoss>) => (computeDayLoss(...args) ?? Number.NaN) + 0;

const NOON = epochMs(Date.UTC(2026, 9, 6, 12));
const NO_PRICES = new Map<string, number>();
const worth = (realizedMicroUsd: number, open: number | null = 0) => ({
  realizedMicroUsd,
  accessFeesMicroUsd: 0,
  unrealized: new Map([['m', open]]),
});
const at = (now: EpochMs, resumedAtMs: EpochMs | null = null) => ({ now, resumedAtMs });
const start: DayStart = keepDayStart(null, worth(0), at(NOON));

test('a day that ends counts anew, with the positions as they stand then', () => {
  assert.equal(readLoss(start, worth(-3, -4), NO_PRICES), 7);
  const same = keepDayStart(start, worth(-3, -4), at(epochMs(NOON + 11 * HOUR_MS)));
  assert.equal(same, start);
  const next = keepDayStart(start, worth(-3, -4), at(epochMs(NOON + 12 * HOUR_MS)));
  assert.equal(readLoss(next, worth(-3, -4), NO_PRICES), 0);
  assert.equal(readLoss(next, worth(-8, 0), NO_PRICES), 1, 'what was closed at a loss that was open before');
});

test('a clock that jumps a day ahead begins a day, and one that comes back begins no second one', () => {
  const ahead = keepDayStart(start, worth(-5), at(epochMs(NOON + DAY_MS)));
  assert.equal(readLoss(ahead, worth(-5), NO_PRICES), 0);
  const back = keepDayStart(ahead, worth(-9), at(epochMs(NOON + HOUR_MS)));
  assert.equal(back, ahead);
  assert.equal(readLoss(back, worth(-9), NO_PRICES), 4);
});

test('a resumption that the clock put a day ahead counts once', () => {
  const resumedAt = epochMs(NOON + DAY_MS);
  const first = keepDayStart(start, worth(-5), at(epochMs(NOON + HOUR_MS), resumedAt));
  assert.equal(readLoss(first, worth(-5), NO_PRICES), 0);
  const later = keepDayStart(first, worth(-9), at(epochMs(NOON + 2 * HOUR_MS), resumedAt));
  assert.equal(readLoss(later, worth(-9), NO_PRICES), 4, 'a loss after it is seen');
});

test('a position without a price counts as it stood last, and begins at its first price', () => {
  const silent = keepDayStart(null, worth(0, null), at(NOON));
  assert.equal(readLoss(silent, worth(0, null), NO_PRICES), 0);
  const priced = keepDayStart(silent, worth(0, -7), at(epochMs(NOON + 1)));
  assert.equal(readLoss(priced, worth(0, -9), NO_PRICES), 2);
  assert.equal(readLoss(priced, worth(0, null), new Map([['m', -9]])), 2);
});
