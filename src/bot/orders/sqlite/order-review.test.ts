import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { giveCredit } from '../../../../test/support/credit.ts';
import { procedures as accountProcedures } from '../../../accounts/sqlite/procedures.ts';
import { procedures as ledgerProcedures } from '../../../billing/sqlite/procedures.ts';
import { SqliteLedger } from '../../../billing/sqlite/sqlite-ledger.ts';
import { DAY_MS, epochMs, microUsd } from '../../../domain/index.ts';
import { openServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import type { PreparedOrder, VenueFill } from '../../execution/index.ts';
import type { OrderResult } from '../order-store.ts';
import { procedures as orderProcedures } from './procedures.ts';
import { procedures as reviewProcedures, SqliteOrderReview } from './sqlite-order-review.ts';
import { SqliteOrders } from './sqlite-orders.ts';

const NOW = epochMs(1_763_700_000_000);
const FEE = microUsd(10_000);
const OWNER = 'owner_1';
const BY = { address: 'command line', action: 'orders.close', target: 'ord_1', detail: null };
const GONE: OrderResult = { status: 'unknown', message: 'the credential it was sent with was removed' };
const PREPARED: PreparedOrder = {
  format: 1,
  venue: 'polymarket',
  account: '0xa',
  storeKey: 'm',
  venueAsset: 'm',
  side: 'buy',
  leg: 'yes',
  limitPrice: '0.52',
  size: '20',
  venueClientId: '0xhash',
  body: '{}',
  details: {},
  preparedAt: NOW,
  expiresAt: null,
};
const FILL: VenueFill = {
  fillId: 'f',
  t: NOW,
  price: '0.5',
  size: '4',
  usdMicro: 2_000_000,
  venueFeeMicroUsd: 0,
};

async function bench(t: TestContext) {
  let time = NOW;
  const clock = () => time;
  const database = await openServiceDatabase({
    dataDir: null,
    procedures: [ledgerProcedures, accountProcedures, orderProcedures, reviewProcedures],
  });
  t.after(() => database.close());
  const ledger = new SqliteLedger(database, clock);
  await giveCredit(ledger, OWNER, 10 * FEE);
  const orders = new SqliteOrders({ database, ledger, clock });
  const review = new SqliteOrderReview({ database, ledger, clock });
  return {
    orders,
    review,
    pass: (ms: number) => {
      time = epochMs(time + ms);
    },
    /** An order that was sent, unless it is to stay reserved. */
    place: async (orderId: string, { feeMicroUsd = FEE, isSent = true } = {}) => {
      await orders.reserve({
        ...{ orderId, botId: 'bot_1', owner: OWNER, mode: 'live', clientOrderId: orderId, source: 'trade' },
        ...{ venue: 'polymarket', asset: 'pm-m', storeKey: 'm', venueAsset: 'm', side: 'buy' },
        ...{ sizeUsd: 10, sizeShares: null, isClose: false, markPrice: 0.5, feeMicroUsd },
      });
      if (isSent) await orders.submit(orderId, [PREPARED]);
    },
    /** This many fees were taken and are set aside, and the books are sound. */
    assertMoney: async (taken: number, held: number) => {
      const balance = { microUsd: (10 - taken) * FEE, heldMicroUsd: held * FEE };
      assert.deepEqual(await ledger.balance(OWNER), balance);
      assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
    },
    actions: () =>
      database.reads
        .get('SELECT action, target, detail FROM admin_action ORDER BY id')
        .all()
        .map((row) => ({ ...row })),
  };
}

test('an order that nobody can ask for is closed once, a day after it was sent, and its fee is free', async (t) => {
  const { orders, review, pass, place, assertMoney, actions } = await bench(t);
  await place('ord_1');
  await orders.settle('ord_1', GONE);
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
  const order = await orders.find('bot_1', 'ord_1');
  assert.deepEqual(
    [order?.state, order?.reason, order?.message, order?.fills.length],
    ['rejected', 'unconfirmed', 'closed by the operator: account closed', 0],
  );
  await assertMoney(0, 0);
  assert.deepEqual(await review.list(10), []);
  assert.equal((await review.close(closing, BY)).status, 'order_not_found');
  await assertMoney(0, 0);
  assert.deepEqual(
    actions(),
    ['too_soon', 'closed', 'order_not_found'].map((status) => ({
      action: 'orders.close',
      target: 'ord_1',
      detail: `account closed ${status}`,
    })),
  );
});

test('what its venue says of a closed order afterwards is stored and stays free', async (t) => {
  const { orders, review, pass, place, assertMoney } = await bench(t);
  await place('ord_1');
  await orders.settle('ord_1', GONE);
  pass(DAY_MS);
  await review.close({ orderId: 'ord_1', note: 'gone' }, BY);
  await orders.settle('ord_1', GONE);
  assert.equal((await orders.find('bot_1', 'ord_1'))?.message, 'closed by the operator: gone');
  const late = await orders.settle('ord_1', { status: 'filled', venueOrderId: 'v', fills: [FILL] });
  assert.deepEqual([late.order.state, late.order.chargedMicroUsd, late.newFills.length], ['filled', 0, 1]);
  await assertMoney(0, 0);
});

test('one whose part was filled is closed as filled, with the fee that its fill cost', async (t) => {
  const { orders, review, pass, place, assertMoney } = await bench(t);
  await place('ord_1');
  await orders.settle('ord_1', { status: 'resting', venueOrderId: 'v', fills: [FILL] });
  await orders.settle('ord_1', GONE);
  pass(2 * DAY_MS);
  const closed = await review.close({ orderId: 'ord_1', note: 'gone' }, BY);
  assert.deepEqual(closed.status === 'closed' && [closed.order.state, closed.releasedMicroUsd], [
    'filled',
    0,
  ]);
  await assertMoney(1, 0);
});

test('orders whose venue speaks, or that never left, are not the operator’s to close', async (t) => {
  const { orders, review, pass, place, assertMoney } = await bench(t);
  await place('ord_1', { isSent: false });
  await place('ord_2');
  await place('ord_3', { feeMicroUsd: microUsd(0) });
  pass(5 * DAY_MS);
  for (const id of ['ord_2', 'ord_3']) {
    await orders.settle(id, { status: 'resting', venueOrderId: 'v', fills: [] });
  }
  const waiting = await review.list(10);
  assert.deepEqual(
    waiting.map(({ closableFrom }) => closableFrom),
    [null, NOW + 6 * DAY_MS, NOW + 6 * DAY_MS],
  );
  for (const { orderId } of waiting) {
    assert.equal((await review.close({ orderId, note: 'x' }, BY)).status, 'too_soon');
  }
  assert.equal((await review.close({ orderId: 'ord_9', note: 'x' }, BY)).status, 'order_not_found');
  await assertMoney(0, 2);
});

test('the list continues after its last order, also among orders of one moment', async (t) => {
  const { review, place } = await bench(t);
  for (let i = 1; i <= 5; i++) await place(`ord_${i}`);
  const first = await review.list(2);
  const rest = await review.list(10, first.at(-1));
  assert.deepEqual(
    [...first, ...rest].map(({ orderId }) => orderId),
    ['ord_1', 'ord_2', 'ord_3', 'ord_4', 'ord_5'],
  );
});
