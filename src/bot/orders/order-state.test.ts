import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, epochMs } from '../../domain/index.ts';
import type { OrderFill, OrderLeg, OrderState } from './order.ts';
import {
  combineReasons,
  combineStates,
  decideSettling,
  decideState,
  explainResult,
  findFeeState,
} from './order-state.ts';
import type { OrderResult } from './order-store.ts';

const NOW = epochMs(1_763_700_000_000);
const FILLED: OrderResult = { status: 'filled', venueOrderId: 'v', fills: [] };
const SETTLING: OrderResult = { ...FILLED, isSettling: true };
const RESTING: OrderResult = { status: 'resting', venueOrderId: 'v', fills: [] };
const CANCELLED: OrderResult = { status: 'cancelled', venueOrderId: 'v' };
const REJECTED: OrderResult = { status: 'rejected', reason: 'no_liquidity', message: 'nothing there' };
const FAILED: OrderResult = { ...REJECTED, hasFailedOnChain: true };
const NOT_SENT: OrderResult = { status: 'not_sent', reason: 'other', message: 'why' };
const CLOSED: OrderResult = { status: 'closed', message: 'nobody can be asked' };
const UNKNOWN: OrderResult = { status: 'unknown', message: 'no answer' };

test('the state of a leg after a result', () => {
  const rows: [before: OrderState, result: OrderResult, withoutFill: OrderState, withFill: OrderState][] = [
    ['submitted', FILLED, 'filled', 'filled'],
    ['submitted', RESTING, 'resting', 'resting'],
    ['submitted', CANCELLED, 'cancelled', 'filled'],
    ['submitted', REJECTED, 'rejected', 'filled'],
    ['submitted', CLOSED, 'rejected', 'filled'],
    ['submitted', UNKNOWN, 'submitted', 'submitted'],
    ['reserved', NOT_SENT, 'rejected', 'filled'],
    ['resting', FILLED, 'filled', 'filled'],
    ['resting', CANCELLED, 'cancelled', 'filled'],
    ['resting', UNKNOWN, 'resting', 'resting'],
    // A final state changes only when a fill becomes known, or when every fill failed on chain.
    ['cancelled', RESTING, 'cancelled', 'filled'],
    ['cancelled', REJECTED, 'cancelled', 'filled'],
    ['rejected', CANCELLED, 'rejected', 'filled'],
    ['rejected', FILLED, 'rejected', 'filled'],
    ['filled', RESTING, 'rejected', 'filled'],
    ['filled', FAILED, 'rejected', 'filled'],
  ];
  for (const [before, result, withoutFill, withFill] of rows) {
    const name = `${before} ${result.status}`;
    assert.equal(decideState(before, result, false), withoutFill, name);
    assert.equal(decideState(before, result, true), withFill, `${name}, with a fill`);
  }
});

test('the state of an order from those of its legs', () => {
  const rows: [legs: OrderState[], withoutFill: OrderState, withFill: OrderState][] = [
    [['submitted', 'reserved'], 'submitted', 'submitted'],
    [['resting', 'reserved'], 'resting', 'resting'],
    [['rejected', 'reserved'], 'submitted', 'submitted'],
    [['filled', 'submitted'], 'submitted', 'submitted'],
    [['filled', 'resting'], 'resting', 'resting'],
    [['filled', 'rejected'], 'rejected', 'filled'],
    [['rejected', 'rejected'], 'rejected', 'filled'],
    [['cancelled', 'rejected'], 'cancelled', 'filled'],
    [['rejected', 'cancelled'], 'cancelled', 'filled'],
  ];
  for (const [legs, withoutFill, withFill] of rows) {
    assert.equal(combineStates(legs, false), withoutFill, legs.join(' '));
    assert.equal(combineStates(legs, true), withFill, `${legs.join(' ')}, with a fill`);
  }
});

test('an order gives the reason of a leg that is unconfirmed, then of the first rejection, and none after a fill', () => {
  const leg = (state: OrderState, reason: OrderLeg['reason'] = null) => ({ state, reason, message: reason });
  const rows: [legs: ReturnType<typeof leg>[], state: OrderState, reason: OrderLeg['reason']][] = [
    [[leg('rejected', 'no_liquidity'), leg('submitted', 'unconfirmed')], 'submitted', 'unconfirmed'],
    [[leg('rejected', 'no_liquidity'), leg('submitted')], 'submitted', null],
    [[leg('rejected', 'no_liquidity'), leg('rejected', 'other')], 'rejected', 'no_liquidity'],
    [[leg('cancelled'), leg('rejected', 'other')], 'rejected', 'other'],
    [[leg('rejected', 'no_liquidity'), leg('filled')], 'filled', null],
    [[leg('rejected', 'no_liquidity'), leg('cancelled')], 'cancelled', null],
  ];
  for (const [legs, state, reason] of rows) {
    assert.deepEqual(combineReasons(legs, state), { reason, message: reason });
  }
});

test('a result is explained unless it is a good end', () => {
  const rows: [result: OrderResult, reason: string | null][] = [
    [FILLED, null],
    [RESTING, null],
    [CANCELLED, null],
    [REJECTED, 'no_liquidity'],
    [NOT_SENT, 'other'],
    [CLOSED, 'unconfirmed'],
    [UNKNOWN, 'unconfirmed'],
  ];
  for (const [result, reason] of rows) assert.equal(explainResult(result).reason, reason, result.status);
});

test('trades that wait for their chain are looked at until it answers, for a day at most', () => {
  const rows: [wasSettling: boolean, ageMs: number, result: OrderResult, isSettling: boolean][] = [
    [false, 0, SETTLING, true],
    [false, 0, FILLED, false],
    [true, 0, FILLED, false],
    [true, 0, SETTLING, true],
    [true, 0, UNKNOWN, true],
    [true, 0, REJECTED, true],
    [true, 0, FAILED, false],
    [true, DAY_MS, SETTLING, true],
    [true, DAY_MS + 1, SETTLING, false],
    [true, DAY_MS + 1, UNKNOWN, false],
  ];
  for (const [wasSettling, ageMs, result, isSettling] of rows) {
    const before = { createdAt: epochMs(NOW - ageMs), isSettling: wasSettling };
    const facts = { now: NOW, isFeeUnknown: false };
    assert.equal(
      decideSettling(before, result, facts),
      isSettling,
      `${wasSettling} ${ageMs} ${result.status}`,
    );
  }
});

test('a fee that the venue does not state is asked for 30 days, then it stays unknown', () => {
  const rows: [ageMs: number, result: OrderResult, isSettling: boolean][] = [
    [DAY_MS + 1, SETTLING, true],
    [30 * DAY_MS, SETTLING, true],
    [30 * DAY_MS, UNKNOWN, true],
    [30 * DAY_MS + 1, SETTLING, false],
    [30 * DAY_MS + 1, UNKNOWN, false],
    [DAY_MS + 1, FILLED, false],
  ];
  for (const [ageMs, result, isSettling] of rows) {
    const before = { createdAt: epochMs(NOW - ageMs), isSettling: true };
    const decided = decideSettling(before, result, { now: NOW, isFeeUnknown: true });
    assert.equal(decided, isSettling, `${ageMs} ${result.status}`);
  }
});

test('the fees of fills are stated, asked for, or unknown for good', () => {
  const fill = (venueFeeMicroUsd: number | null) => ({ venueFeeMicroUsd }) as OrderFill;
  const rows: [fees: (number | null)[], isSettling: boolean, state: string | null][] = [
    [[], false, null],
    [[], true, null],
    [[0, -5], false, 'stated'],
    [[3], true, 'stated'],
    [[3, null], true, 'pending'],
    [[null], false, 'unknown'],
  ];
  for (const [fees, isSettling, state] of rows) {
    assert.equal(findFeeState({ fills: fees.map(fill), isSettling }), state, `${fees} ${isSettling}`);
  }
});
