import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFill, NOW, PREPARED, requestOrder } from '../../../test/support/order-stores.ts';
import { epochMs, microUsd } from '../../domain/index.ts';
import type { BotOrder, OrderFill, OrderLeg, OrderState } from './order.ts';
import type { OrderResult } from './order-store.ts';
import { decideFills, decideOrder, type FillDecision } from './result-decision.ts';

const LATER = epochMs(NOW + 1_000);
const REJECTED: OrderResult = { status: 'rejected', reason: 'no_liquidity', message: 'nothing there' };
const FAILED: OrderResult = { ...REJECTED, hasFailedOnChain: true };
const UNKNOWN: OrderResult = { status: 'unknown', message: 'no answer' };
const FILL = buildFill(2);
const FILLED: OrderResult = { status: 'filled', venueOrderId: 'v', fills: [FILL] };

const leg = (state: OrderState, rest: Partial<OrderLeg> = {}): OrderLeg => ({
  prepared: PREPARED,
  state,
  reason: null,
  message: null,
  venueOrderId: null,
  submittedAt: NOW,
  isSettling: false,
  ...rest,
});

function order(legs: readonly OrderLeg[], rest: Partial<BotOrder> = {}): BotOrder {
  return {
    ...requestOrder('ord_1'),
    state: legs.length === 0 ? 'reserved' : 'submitted',
    reason: null,
    message: null,
    venueOrderId: null,
    createdAt: NOW,
    submittedAt: null,
    updatedAt: NOW,
    cancelRequestedAt: null,
    isSettling: false,
    chargedMicroUsd: microUsd(0),
    restriction: null,
    paper: null,
    fills: [],
    legs,
    ...rest,
  };
}

const NONE: ReadonlySet<number> = new Set();

test('an order of one leg has the state of that leg, and stores no legs', () => {
  const facts = { leg: 0, result: FILLED, filledLegs: new Set([0]), legsWithoutFee: NONE, now: LATER };
  assert.deepEqual(decideOrder(order([leg('submitted')]), facts), {
    change: { state: 'filled', reason: null, message: null, venueOrderId: 'v', isSettling: false },
    legs: null,
  });
  const unsigned = decideOrder(order([]), { ...facts, result: REJECTED, filledLegs: new Set() });
  assert.deepEqual(
    [unsigned.change.state, unsigned.change.reason, unsigned.legs],
    ['rejected', 'no_liquidity', null],
  );
});

test('an order that may only close, and has nothing to close, says what kept it from opening', () => {
  const nothing: OrderResult = { status: 'rejected', reason: 'no_position', message: 'none is held' };
  const facts = { leg: 0, result: nothing, filledLegs: NONE, legsWithoutFee: NONE, now: LATER };
  const restriction = { reason: 'mismatch', limit: null, isPartial: true } as const;
  const { change } = decideOrder(order([], { restriction }), facts);
  assert.equal(change.reason, 'mismatch');
  assert.match(change.message ?? '', /adopt or forget it/);
  assert.equal(decideOrder(order([]), facts).change.reason, 'no_position');
});

test('an order of two legs combines their states after each result', () => {
  const rows: [
    legs: readonly [OrderLeg, OrderLeg],
    index: number,
    result: OrderResult,
    filled: number[],
    state: OrderState,
    legStates: OrderState[],
  ][] = [
    [[leg('submitted'), leg('reserved')], 0, FILLED, [0], 'submitted', ['filled', 'reserved']],
    [[leg('submitted'), leg('reserved')], 0, REJECTED, [], 'submitted', ['rejected', 'reserved']],
    [[leg('submitted'), leg('reserved')], 0, UNKNOWN, [], 'submitted', ['submitted', 'reserved']],
    [[leg('filled'), leg('submitted')], 1, REJECTED, [0], 'filled', ['filled', 'rejected']],
    [[leg('rejected'), leg('submitted')], 1, FILLED, [1], 'filled', ['rejected', 'filled']],
    [[leg('rejected'), leg('submitted')], 1, REJECTED, [], 'rejected', ['rejected', 'rejected']],
    // A fill of the other leg does not make this leg filled.
    [
      [leg('filled'), leg('submitted')],
      1,
      { status: 'cancelled', venueOrderId: 'w' },
      [0],
      'filled',
      ['filled', 'cancelled'],
    ],
  ];
  for (const [legs, index, result, filled, state, legStates] of rows) {
    const facts = { leg: index, result, filledLegs: new Set(filled), legsWithoutFee: NONE, now: LATER };
    const decision = decideOrder(order(legs), facts);
    const name = `${legs.map((one) => one.state).join(' ')}, leg ${index} ${result.status}`;
    assert.equal(decision.change.state, state, name);
    assert.deepEqual(
      decision.legs?.map((one) => one.state),
      legStates,
      name,
    );
  }
});

test('a late result keeps the words of the end, and the id under which a venue took the order is kept', () => {
  const ended = leg('rejected', { reason: 'no_liquidity', message: 'nothing there', venueOrderId: 'v' });
  const before = order([ended], { ...ended });
  const nothing = { filledLegs: NONE, legsWithoutFee: NONE, now: LATER };
  const { change } = decideOrder(before, { leg: 0, result: UNKNOWN, ...nothing });
  assert.deepEqual(change, {
    state: 'rejected',
    reason: 'no_liquidity',
    message: 'nothing there',
    venueOrderId: 'v',
    isSettling: false,
  });
  assert.throws(() => decideOrder(before, { leg: 1, result: UNKNOWN, ...nothing }), /no leg 1/);
});

test('what a result does to the stored fills', () => {
  const stored: OrderFill = {
    ...FILL,
    leg: 0,
    costMicroUsd: microUsd(1),
    proceedsMicroUsd: microUsd(0),
    notionalMicroUsd: microUsd(1),
    basis: 'stated',
  };
  const single = { ...FILL, fillId: 'trade-1' };
  const singles: OrderResult = { ...FILLED, fills: [single] };
  const rows: [
    isSettling: boolean,
    fills: readonly OrderFill[],
    result: OrderResult,
    wasSigned: boolean,
    action: FillDecision['action'],
  ][] = [
    [false, [], UNKNOWN, true, 'keep'],
    [false, [], FILLED, true, 'add'],
    [false, [stored], FILLED, true, 'add'],
    [false, [stored], singles, true, 'add'],
    // The order was never signed, so it has no leg to which a fill could belong.
    [false, [], FILLED, false, 'keep'],
    [true, [stored], UNKNOWN, true, 'keep'],
    [true, [stored], REJECTED, true, 'keep'],
    [true, [stored], FAILED, true, 'withdraw'],
    [true, [stored], FILLED, true, 'replace'],
    [true, [stored], { ...FILLED, fills: [] }, true, 'replace'],
    [true, [stored], singles, true, 'take_over_fee'],
    [true, [stored, { ...stored, fillId: 'other' }], singles, true, 'replace'],
  ];
  for (const [i, [isSettling, fills, result, wasSigned, action]] of rows.entries()) {
    assert.equal(decideFills({ isSettling, fills }, result, wasSigned).action, action, `row ${i}`);
  }
});
