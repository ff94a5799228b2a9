import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { PreparedOrder } from '../../../src/bot/execution/index.ts';
import { LIMITLESS_LIMITS } from '../../../src/bot/execution/limitless/limits.ts';
import { createLimitlessExecution } from '../../../src/bot/execution/live-venues.ts';
import { patience, sendNow, startExecutionStand } from '../../support/execution-stand.ts';
import { startLyingVenue } from '../../support/lying-venue.ts';

const STATES = '/orders/status/batch';

/** Orders of one account that were sent, and a client in its place whose calls can be seen. */
async function startOrders(t: TestContext, count: number) {
  const stand = await startExecutionStand();
  t.after(() => stand.simulator.close());
  const secret = stand.secrets.limitless;
  const orders: PreparedOrder[] = [];
  for (let i = 0; i < count; i++) {
    const order = await stand.prepared(
      'limitless',
      stand.ticket('limitless', `order-${i}`, { sizeUsd: 2 + i }),
    );
    await stand.venues.limitless.send(order, secret, sendNow());
    orders.push(order);
  }
  const lying = await startLyingVenue(t);
  const client = createLimitlessExecution({
    url: lying.routeUrl(stand.simulator.urls.limitless),
    chainId: 8_453,
    userAgent: 'crosstape-test',
    clock: stand.clock,
    limits: LIMITLESS_LIMITS,
  });
  const sent = { at: stand.clock(), venueOrderId: null } as const;
  return {
    orders,
    lying,
    stand,
    lookUp: (order: PreparedOrder, known: 'nothing' | 'end' = 'nothing') =>
      client.lookUp(order, { ...sent, known }, secret, patience()),
  };
}

/** Counts the orders of each request for states. */
function countRequests(lying: Awaited<ReturnType<typeof startLyingVenue>>): number[] {
  const counts: number[] = [];
  lying.lie = ({ path, body }) => {
    if (path.endsWith(STATES)) counts.push(body.items.length);
  };
  return counts;
}

test('orders of one Limitless account are looked up by one request, each with its own end', async (t) => {
  const { orders, lying, lookUp } = await startOrders(t, 7);
  const counts = countRequests(lying);
  const [first, ...others] = orders as [PreparedOrder, ...PreparedOrder[]];
  const outcomes = [await lookUp(first), ...(await Promise.all(others.map((order) => lookUp(order))))];
  assert.deepEqual(counts, [1, 6], 'those that wait for the next turn share it');
  const spent = outcomes.map((outcome) => {
    assert.equal(outcome.status, 'filled', JSON.stringify(outcome));
    const fills = outcome.status === 'filled' ? outcome.fills : [];
    return fills.reduce((sum, { notionalMicroUsd }) => sum + notionalMicroUsd, 0);
  });
  assert.deepEqual(
    spent,
    spent.toSorted((x, y) => x - y),
    'each is larger than the one before',
  );
  assert.equal(new Set(spent).size, orders.length);
});

test('what is open of Limitless orders whose ends are known waits for its turn', async (t) => {
  const { orders, lying, lookUp } = await startOrders(t, 4);
  const counts = countRequests(lying);
  for (const order of orders) {
    const outcome = await lookUp(order, 'end');
    assert.equal(outcome.status, 'filled', JSON.stringify(outcome));
  }
  assert.deepEqual(counts, [1, 1, 1, 1]);
});

test('an odd state costs its own order alone, and an answer in another order names its orders', async (t) => {
  const { orders, lying, lookUp } = await startOrders(t, 4);
  lying.lie = ({ path, answer }) => {
    if (!path.endsWith(STATES) || answer.results.length < 3) return;
    answer.results[1].status = 7;
    answer.results.reverse();
  };
  const outcomes = await Promise.all(orders.map((order) => lookUp(order)));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['filled', 'unknown', 'filled', 'filled'],
  );
});
