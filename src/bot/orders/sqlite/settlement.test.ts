import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { giveCredit } from '../../../../test/support/credit.ts';
import { procedures as ledgerProcedures } from '../../../billing/sqlite/procedures.ts';
import { SqliteLedger } from '../../../billing/sqlite/sqlite-ledger.ts';
import { DAY_MS, epochMs, microUsd } from '../../../domain/index.ts';
import { openServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import type { PreparedOrder, VenueFill, VenueOutcome } from '../../execution/index.ts';
import { procedures as orderProcedures } from './procedures.ts';
import { SqliteOrders } from './sqlite-orders.ts';

const NOW = epochMs(1_763_700_000_000);
const FEE = microUsd(10_000);
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
const FAILED: VenueOutcome = {
  status: 'rejected',
  reason: 'venue_unavailable',
  message: 'the trade failed on chain',
  hasFailedOnChain: true,
};

/** This many shares at 0.5, with a fee of a cent. */
const fill = (shares: number, fillId = 'sum', price = 0.5): VenueFill => ({
  fillId,
  t: NOW,
  price: String(price),
  size: String(shares),
  usdMicro: Math.round(shares * price * 1e6),
  venueFeeMicroUsd: 10_000,
});
const filled = (fills: VenueFill[], isSettling = true): VenueOutcome => ({
  status: 'filled',
  venueOrderId: 'v',
  fills,
  ...(isSettling ? { isSettling: true } : {}),
});

async function bench(t: TestContext) {
  let time = NOW;
  const clock = () => time;
  const database = await openServiceDatabase({
    dataDir: null,
    procedures: [ledgerProcedures, orderProcedures],
  });
  t.after(() => database.close());
  const ledger = new SqliteLedger(database, clock);
  const owner = 'owner_1';
  await giveCredit(ledger, owner, 100 * FEE);
  const orders = new SqliteOrders({ database, ledger, clock });
  let count = 0;
  return {
    orders,
    pass: (ms: number) => {
      time = epochMs(time + ms);
    },
    /** An order that was sent. */
    place: async (side: 'buy' | 'sell' = 'buy') => {
      const id = `ord_${++count}`;
      const terms = { orderId: id, botId: 'bot_1', owner, mode: 'live', clientOrderId: id } as const;
      await orders.reserve({
        ...terms,
        source: 'trade',
        venue: 'polymarket',
        asset: 'pm-m',
        storeKey: 'm',
        venueAsset: 'm',
        side,
        sizeUsd: 10,
        sizeShares: null,
        isClose: false,
        markPrice: 0.5,
        feeMicroUsd: FEE,
      });
      await orders.submit(id, [{ ...PREPARED, side }]);
      return id;
    },
    state: async (id: string) => {
      const order = await orders.find('bot_1', id);
      const [position] = await orders.positions('bot_1', 'live');
      const [score] = await orders.scores('live', 1);
      return { order, size: position?.size ?? '0', cost: position?.costMicroUsd ?? 0, score };
    },
    /** This many fees were paid in the end, nothing is set aside, and the books are sound. */
    assertPaid: async (fees: number) => {
      const balance = { microUsd: (100 - fees) * FEE, heldMicroUsd: 0 };
      assert.deepEqual(await ledger.balance(owner), balance);
      assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
    },
  };
}

test('a trade that fails on chain never happened: no fill, no position, no fee', async (t) => {
  const { orders, place, state, assertPaid } = await bench(t);
  const id = await place();
  await orders.settle(id, filled([fill(20)]));
  await assertPaid(1);
  assert.deepEqual(
    (await orders.open(10)).map(({ orderId }) => orderId),
    [id],
    'it is looked at again',
  );
  const first = await orders.settle(id, FAILED);
  const again = await orders.settle(id, FAILED);
  for (const { order, newFills } of [first, again]) {
    const { state, reason, message, fills, chargedMicroUsd, isSettling } = order;
    assert.deepEqual([state, reason, message], ['rejected', 'venue_unavailable', FAILED.message]);
    assert.deepEqual([fills, chargedMicroUsd, isSettling, newFills], [[], 0, false, []]);
  }
  const { size, score } = await state(id);
  assert.deepEqual([size, score], ['0', undefined]);
  assert.deepEqual(await orders.tape('live', { limit: 10 }), []);
  assert.deepEqual(await orders.open(10), []);
  assert.deepEqual(await orders.activity('bot_1', 'live'), {
    orderRecords: 1,
    filled: 0,
    fills: 0,
    accessFeesMicroUsd: 0,
  });
  await assertPaid(0);
});

test('a trade that the chain confirms is not looked at again', async (t) => {
  const { orders, place, assertPaid } = await bench(t);
  const id = await place();
  await orders.settle(id, filled([fill(20)]));
  await orders.settle(id, { status: 'unknown', message: 'no answer' });
  assert.equal((await orders.open(10)).length, 1);
  const { order } = await orders.settle(id, filled([fill(20)], false));
  assert.deepEqual([order.state, order.reason, order.isSettling], ['filled', null, false]);
  assert.deepEqual(await orders.open(10), []);
  // What is said now changes nothing any more.
  assert.equal((await orders.settle(id, FAILED)).order.state, 'filled');
  await assertPaid(1);
});

test('a chain that never speaks is asked for a day', async (t) => {
  const { orders, place, pass } = await bench(t);
  const id = await place();
  await orders.settle(id, filled([fill(20)]));
  pass(DAY_MS + 1);
  const { order } = await orders.settle(id, { status: 'unknown', message: 'no answer' });
  assert.deepEqual([order.state, order.isSettling, order.reason], ['filled', false, null]);
});

test('when a part of the trades fails, the rest stands and the fee stays', async (t) => {
  const { orders, place, state, assertPaid } = await bench(t);
  const id = await place();
  await orders.settle(id, filled([fill(20)]));
  const { newFills } = await orders.settle(id, filled([fill(12)], false));
  assert.deepEqual(newFills, []);
  const { order, size, cost, score } = await state(id);
  assert.deepEqual([order?.fills.map((one) => one.size), size, cost], [['12'], '12', 6_000_000]);
  assert.deepEqual([score?.fills, score?.volumeMicroUsd, score?.realizedMicroUsd], [1, 6_000_000, -10_000]);
  await assertPaid(1);
});

test('gains that were made with a trade that failed are booked anew', async (t) => {
  const { orders, place, state } = await bench(t);
  const [first, second, third] = [await place(), await place(), await place('sell')];
  await orders.settle(first, filled([fill(20, 'a', 0.4)]));
  await orders.settle(second, filled([fill(20, 'b', 0.5)]));
  await orders.settle(third, filled([fill(20, 'c', 0.6)], false));
  // Bought at 0.45 on average, sold at 0.6; three fees.
  assert.equal((await state(first)).score?.realizedMicroUsd, 3_000_000 - 30_000);
  await orders.settle(first, FAILED);
  const { score, size } = await state(first);
  // What was sold had cost 0.5 each; nothing is left.
  assert.deepEqual([score?.realizedMicroUsd, score?.closings, score?.wins], [2_000_000 - 20_000, 1, 1]);
  assert.deepEqual([size, score?.fills, score?.volumeMicroUsd], ['0', 2, 22_000_000]);
});

test('a sum that grows while the order rests counts each part once, and the fee once', async (t) => {
  const { orders, place, state, assertPaid } = await bench(t);
  const id = await place();
  const resting = (shares: number): VenueOutcome => ({
    status: 'resting',
    venueOrderId: 'v',
    fills: [fill(shares)],
  });
  await orders.settle(id, resting(5));
  await orders.settle(id, resting(5));
  const grown = await orders.settle(id, resting(8));
  assert.deepEqual(
    grown.newFills.map(({ fillId, size, price, usdMicro, venueFeeMicroUsd }) => [
      fillId,
      size,
      price,
      usdMicro,
      venueFeeMicroUsd,
    ]),
    [['sum/1', '3', '0.5', 1_500_000, 0]],
  );
  await orders.settle(id, filled([fill(12)], false));
  await orders.settle(id, filled([fill(12)], false));
  const { order, size, score } = await state(id);
  assert.deepEqual(
    order?.fills.map((one) => one.size),
    ['5', '3', '4'],
  );
  assert.deepEqual([size, score?.fills, score?.volumeMicroUsd], ['12', 3, 6_000_000]);
  await assertPaid(1);
});

test('single fills that are listed later are those of the sum that is stored: its fee is theirs, nothing else changes', async (t) => {
  const { orders, place, state, assertPaid } = await bench(t);
  const id = await place();
  await orders.settle(id, filled([{ ...fill(20), venueFeeMicroUsd: null }]));
  const listed = filled([fill(12, 'a'), fill(8, 'b')], false);
  const first = await orders.settle(id, listed);
  assert.deepEqual([first.newFills, first.order.isSettling, first.order.state], [[], false, 'filled']);
  await orders.settle(id, { status: 'unknown', message: 'late' });
  const { order, size, cost, score } = await state(id);
  assert.deepEqual([size, cost], ['20', 10_000_000]);
  assert.deepEqual(
    order?.fills.map(({ fillId, venueFeeMicroUsd }) => [fillId, venueFeeMicroUsd]),
    [['sum', 20_000]],
  );
  assert.deepEqual([score?.fills, score?.volumeMicroUsd, score?.realizedMicroUsd], [1, 10_000_000, -20_000]);
  assert.equal((await orders.tape('live', { limit: 10 })).length, 1);
  await assertPaid(1);
});
