import assert from 'node:assert/strict';
import type { OrderResult } from '../../src/bot/orders/order-store.ts';
import { DAY_MS, microUsd } from '../../src/domain/index.ts';
import {
  BOT,
  buildFill,
  checksOver,
  FEE,
  NOW,
  type OpenOrderStores,
  type OrderCheck,
  requestOrder,
} from '../support/order-stores.ts';

const BY = { address: 'command line', action: 'orders.close', target: 'ord_1', detail: null };
const GONE: OrderResult = { status: 'unknown', message: 'the credential it was sent with was removed' };

/** Adds to the stores a way to an order that was sent, unless it is to stay reserved. */
function watch(check: OrderCheck) {
  return {
    ...check,
    place: async (orderId: string, { feeMicroUsd = FEE, isSent = true } = {}) => {
      if (isSent) await check.submit(orderId, { feeMicroUsd });
      else await check.orders.reserve(requestOrder(orderId, { feeMicroUsd }));
    },
  };
}

/** Defines the tests that every engine of the operator's look at orders passes. */
export function describeOrderReview(engine: string, open: OpenOrderStores): void {
  const check = checksOver(engine, open);

  check(
    'an order that nobody can ask for is closed once, a day after it was sent, and its fee is free',
    async (bench) => {
      const { orders, review, pass, place, assertMoney, listActions } = watch(bench);
      await place('ord_1');
      await orders.applyResult('ord_1', GONE);
      const [waiting] = await review.list(10);
      assert.deepEqual(
        [
          waiting?.orderId,
          waiting?.account,
          waiting?.venueClientId,
          waiting?.heldMicroUsd,
          waiting?.closableFrom,
        ],
        ['ord_1', '0xa', '0xhash', FEE, NOW + DAY_MS],
      );
      const closing = { orderId: 'ord_1', note: 'account closed' };
      pass(DAY_MS - 1);
      assert.equal((await review.close(closing, BY)).status, 'too_soon');
      await assertMoney(0, 1);

      pass(1);
      const closed = await review.close(closing, BY);
      assert.equal(closed.status, 'closed');
      const order = await orders.find(BOT, 'ord_1');
      assert.deepEqual(
        [order?.state, order?.reason, order?.message, order?.fills.length],
        ['rejected', 'unconfirmed', 'closed by the operator: account closed', 0],
      );
      await assertMoney(0, 0);
      assert.deepEqual(await review.list(10), []);
      assert.equal((await review.close(closing, BY)).status, 'order_not_found');
      await assertMoney(0, 0);
      assert.deepEqual(
        await listActions(),
        ['too_soon', 'closed', 'order_not_found'].map((status) => ({
          action: 'orders.close',
          target: 'ord_1',
          detail: `account closed ${status}`,
        })),
      );
    },
  );

  check('what its venue says of a closed order afterwards is stored and stays free', async (bench) => {
    const { orders, review, pass, place, assertMoney } = watch(bench);
    await place('ord_1');
    await orders.applyResult('ord_1', GONE);
    pass(DAY_MS);
    await review.close({ orderId: 'ord_1', note: 'gone' }, BY);
    await orders.applyResult('ord_1', GONE);
    assert.equal((await orders.find(BOT, 'ord_1'))?.message, 'closed by the operator: gone');
    const late = await orders.applyResult('ord_1', {
      status: 'filled',
      venueOrderId: 'v',
      fills: [buildFill(4)],
    });
    assert.deepEqual([late.order.state, late.order.chargedMicroUsd, late.newFills.length], ['filled', 0, 1]);
    await assertMoney(0, 0);
  });

  check('one whose part was filled is closed as filled, with the fee that its fill cost', async (bench) => {
    const { orders, review, pass, place, assertMoney } = watch(bench);
    await place('ord_1');
    await orders.applyResult('ord_1', { status: 'resting', venueOrderId: 'v', fills: [buildFill(4)] });
    await orders.applyResult('ord_1', GONE);
    pass(2 * DAY_MS);
    const closed = await review.close({ orderId: 'ord_1', note: 'gone' }, BY);
    assert.deepEqual(closed.status === 'closed' && [closed.order.state, closed.releasedMicroUsd], [
      'filled',
      0,
    ]);
    await assertMoney(1, 0);
  });

  check('orders whose venue speaks, or that never left, are not the operator’s to close', async (bench) => {
    const { orders, review, pass, place, assertMoney } = watch(bench);
    await place('ord_1', { isSent: false });
    await place('ord_2');
    await place('ord_3', { feeMicroUsd: microUsd(0) });
    pass(5 * DAY_MS);
    for (const id of ['ord_2', 'ord_3']) {
      await orders.applyResult(id, { status: 'resting', venueOrderId: 'v', fills: [] });
    }
    const waiting = await review.list(10);
    assert.deepEqual(
      waiting.map(({ closableFrom }) => closableFrom),
      [null, NOW + 6 * DAY_MS, NOW + 6 * DAY_MS],
    );
    for (const { orderId, closableFrom } of waiting) {
      const { status } = await review.close({ orderId, note: 'x' }, BY);
      assert.equal(status, closableFrom === null ? 'never_sent' : 'too_soon');
    }
    assert.equal((await review.close({ orderId: 'ord_9', note: 'x' }, BY)).status, 'order_not_found');
    await assertMoney(0, 2);
  });

  check('the list continues after its last order, also among orders of one moment', async (bench) => {
    const { review, place } = watch(bench);
    for (let i = 1; i <= 5; i++) await place(`ord_${i}`);
    const first = await review.list(2);
    const rest = await review.list(10, first.at(-1));
    assert.deepEqual(
      [...first, ...rest].map(({ orderId }) => orderId),
      ['ord_1', 'ord_2', 'ord_3', 'ord_4', 'ord_5'],
    );
  });
}
