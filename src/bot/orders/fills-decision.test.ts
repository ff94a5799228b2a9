import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFill, NOW, PREPARED, requestOrder } from '../../../test/support/order-stores.ts';
import { NO_MONEY } from '../../domain/index.ts';
import type { VenueFill } from '../execution/index.ts';
import { decideFillChanges, type FillPlan } from './fills-decision.ts';
import type { BotOrder, OrderFill, OrderState } from './order.ts';
import type { OrderResult } from './order-store.ts';

const FAILED: OrderResult = {
  status: 'rejected',
  reason: 'venue_unavailable',
  message: 'the trade failed on chain',
  hasFailedOnChain: true,
};
const filled = (...fills: VenueFill[]): OrderResult => ({ status: 'filled', venueOrderId: 'v', fills });

/** Builds a stored fill of the only leg. */
const store = (fill: VenueFill, changes: Partial<OrderFill> = {}): OrderFill =>
  ({
    ...fill,
    costMicroUsd: fill.notionalMicroUsd,
    proceedsMicroUsd: NO_MONEY,
    leg: 0,
    basis: 'stated',
    ...(changes as object),
  }) as OrderFill;

function plan(
  result: OrderResult,
  fills: readonly OrderFill[],
  { state = 'submitted', isSettling = false, others = [] as readonly OrderFill[] } = {},
): FillPlan {
  const single = { prepared: PREPARED, reason: null, message: null, venueOrderId: null, submittedAt: NOW };
  const legs = [{ ...single, state: state as OrderState, isSettling }];
  const before = { ...requestOrder('ord_1'), state, isSettling, legs, fills } as unknown as BotOrder;
  return decideFillChanges({ leg: 0, before, stored: [...others, ...fills], result, open: '0' });
}

const toIds = (fills: readonly OrderFill[] | null) => fills?.map(({ fillId, size }) => `${fillId} ${size}`);

/** Describes a plan: replacing and added fills, and the fills of the order afterwards. */
const describe = ({ replacing, added, fills, newFills }: FillPlan) => ({
  replacing: toIds(replacing) ?? null,
  added: toIds(added),
  fills: toIds(fills),
  newFills: toIds(newFills),
});

test('a result adds the fills that are not stored, each once', () => {
  const [first, second] = [buildFill(2, 'a'), buildFill(3, 'b')];
  const other = store(buildFill(1, 'x'), { leg: 1 });
  assert.deepEqual(describe(plan(filled(first, second, second), [store(first)], { others: [other] })), {
    replacing: null,
    added: ['b 3'],
    fills: ['x 1', 'a 2', 'b 3'],
    newFills: ['b 3'],
  });
  const [added] = plan(filled(first), []).added;
  assert.deepEqual(added, store(first));
  const [assumed] = plan(filled({ ...first, isProvisional: true }), []).added;
  assert.equal(assumed?.basis, 'provisional');
});

test('the growth of a restated sum is a fill of its own, until the order has ended', () => {
  const stored = [store(buildFill(2)), store(buildFill(1, 'sum/1'))];
  const grown = plan(filled(buildFill(7)), stored);
  assert.deepEqual(describe(grown).added, ['sum/2 4']);
  assert.deepEqual(
    [grown.added[0]?.notionalMicroUsd, grown.added[0]?.venueFeeMicroUsd],
    [2_000_000, -10_000],
  );
  assert.deepEqual(plan(filled(buildFill(3)), stored).added, []);
  assert.deepEqual(plan(filled(buildFill(3.001)), stored).added, [], 'rounding');
  assert.deepEqual(plan(filled(buildFill(7)), stored, { state: 'filled' }).added, []);
});

test('fills that failed on their chain are replaced by those that did happen', () => {
  const stored = [store(buildFill(2, 'a')), store(buildFill(3, 'b'))];
  const settling = { state: 'filled', isSettling: true };
  const other = store(buildFill(1, 'x'), { leg: 1 });
  assert.deepEqual(describe(plan(FAILED, stored, { ...settling, others: [other] })), {
    replacing: [],
    added: [],
    fills: ['x 1'],
    newFills: [],
  });
  assert.deepEqual(describe(plan(filled(buildFill(2, 'a'), buildFill(1, 'c')), stored, settling)), {
    replacing: ['a 2', 'c 1'],
    added: [],
    fills: ['a 2', 'c 1'],
    newFills: ['c 1'],
  });
  assert.deepEqual(describe(plan(filled(buildFill(2, 'a'), buildFill(3, 'b')), stored, settling)), {
    replacing: null,
    added: [],
    fills: ['a 2', 'b 3'],
    newFills: [],
  });
  assert.equal(plan(FAILED, [], settling).replacing, null);
});

test('the single fills of a stored sum state its fee', () => {
  const stored = [store(buildFill(5))];
  const settling = { state: 'filled', isSettling: true };
  const singles = [buildFill(2, 'a'), buildFill(3, 'b')] as const;
  const taken = plan(filled(...singles), stored, settling);
  assert.deepEqual(taken.feeOfSum, { fillId: 'sum', feeMicroUsd: 20_000, growth: 10_000 });
  assert.deepEqual([taken.fills[0]?.venueFeeMicroUsd, taken.newFills], [20_000, []]);
  const unknown = { ...singles[1], venueFeeMicroUsd: null };
  const kept = plan(filled(singles[0], unknown), stored, settling);
  assert.deepEqual([kept.feeOfSum, kept.fills], [null, stored]);
});

test('a result without fills, and one of an order that was never signed, change nothing', () => {
  const stored = [store(buildFill(2))];
  const unknown: OrderResult = { status: 'unknown', message: 'no answer' };
  assert.deepEqual(describe(plan(unknown, stored)), {
    replacing: null,
    added: [],
    fills: ['sum 2'],
    newFills: [],
  });
  const before = { ...requestOrder('ord_1'), state: 'reserved', legs: [], fills: [] } as unknown as BotOrder;
  const result = filled(buildFill(2));
  assert.deepEqual(decideFillChanges({ leg: 0, before, stored: [], result, open: '0' }).fills, []);
});
