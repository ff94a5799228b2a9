import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBotBench } from '../support/bot-bench.ts';

const RESTING = { status: 'resting', venueOrderId: 'v1', fills: [] };

/** A bot with one order that its venue holds, and what that venue answers to a cancel. */
async function startResting(t: Parameters<typeof startBotBench>[0]) {
  const bench = await startBotBench(t);
  const venue = bench.bot.venues.get('hyperliquid');
  assert.ok(venue);
  const answer = { now: { status: 'cancelled', venueOrderId: 'v1' } as object };
  Object.assign(venue, { send: async () => RESTING, cancel: async () => answer.now });
  const { orderId } = (await bench.trade({ clientOrderId: 'one' })).body.outcome.order;
  const cancel = (key?: string | null, id: string = orderId) =>
    bench.call('POST', `/api/bot/orders/${id}/cancel`, undefined, key === undefined ? bench.rawKey : key);
  return { ...bench, answer, orderId, cancel };
}

test('a cancel answers with the order as its venue left it, gives the fee back, and may be repeated', async (t) => {
  const { call, cancel, orderId } = await startResting(t);
  const { status, body, headers } = await cancel();
  assert.deepEqual([status, headers['cache-control'], body.execMode], [200, 'no-store', 'mock']);
  const { outcome } = body;
  assert.equal(outcome.status, 'cancelled');
  assert.deepEqual(
    [outcome.order.orderId, outcome.order.state, outcome.order.status, outcome.order.cancelling],
    [orderId, 'cancelled', 'rejected', false],
  );
  assert.deepEqual((await cancel()).body, body);
  const seen = (await call('GET', '/api/bot/status')).body;
  assert.deepEqual(
    [seen.balanceMicroUsd, seen.recentOrders[0].state, seen.recentOrders[0].feeAccessMicroUsd],
    [100_000, 'cancelled', 0],
  );
});

test('a cancel goes through while the bot and all trading are halted', async (t) => {
  const { call, cancel, accounts } = await startResting(t);
  await call('POST', '/api/bot/control', { kill: true });
  await accounts.operator.setGlobalHalt('all', {
    address: 'test',
    action: 'flags',
    target: 'all',
    detail: null,
  });
  assert.equal((await cancel()).body.outcome.status, 'cancelled');
});

test('an order stays cancelling, in the status too, until the venue confirms its final state', async (t) => {
  const { bot, answer, call, cancel } = await startResting(t);
  answer.now = { status: 'unknown', message: 'HTTP 503' };
  const { outcome } = (await cancel()).body;
  assert.deepEqual([outcome.status, outcome.order.cancelling], ['cancelling', true]);
  assert.equal((await call('GET', '/api/bot/status')).body.recentOrders[0].cancelling, true);
  answer.now = { status: 'cancelled', venueOrderId: 'v1' };
  const [open] = await bot.orders.listOpen(1);
  assert.ok(open);
  await bot.trading.resolve(open);
  assert.equal((await cancel()).body.outcome.status, 'cancelled');
});

test('orders that ended before the cancel are answered as they ended', async (t) => {
  const { trade, call } = await startBotBench(t);
  const filled = (await trade({ clientOrderId: 'filled' })).body.outcome.order;
  const refused = (await trade({ clientOrderId: 'refused', sizeUsd: 1 })).body.outcome.order;
  for (const order of [filled, refused]) {
    const { status, body } = await call('POST', `/api/bot/orders/${order.orderId}/cancel`, {});
    assert.deepEqual([status, body.outcome], [200, { status: order.state, order }]);
  }
});

test('no bot cancels the order of another, and a key is needed', async (t) => {
  const { bot, cancel, issue } = await startResting(t);
  const sibling = await issue('owner_1');
  const stranger = await issue('owner_2');
  for (const [key, id] of [
    [sibling.rawKey, undefined],
    [stranger.rawKey, undefined],
    [undefined, 'ord_none'],
  ] as const) {
    const { status, body } = await cancel(key, id);
    assert.deepEqual([status, body.error], [404, 'order_not_found'], id);
  }
  const unplain = await cancel(undefined, '%00');
  assert.deepEqual([unplain.status, unplain.body.error], [400, 'validation_failed']);
  assert.equal((await cancel(null)).status, 401);
  assert.equal((await cancel('ct_live_wrong')).status, 401);
  assert.equal((await bot.orders.listOpen(10))[0]?.cancelRequestedAt, null);
});
