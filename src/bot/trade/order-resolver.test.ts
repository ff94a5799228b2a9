import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, type VenueId } from '../../domain/index.ts';
import type { BotOrder, OrderState } from '../orders/order.ts';
import type { OpenOrder } from '../orders/order-store.ts';
import { OrderResolver } from './order-resolver.ts';

/** A resolver over orders in memory, whose venues leave every order as it is. */
function bench(
  count: number,
  { getVenue = (_i: number): VenueId => 'kalshi', state = 'submitted' as OrderState } = {},
) {
  let now = 0;
  const orders: OpenOrder[] = Array.from({ length: count }, (_, i) => ({
    orderId: `ord_${i}`,
    botId: 'bot_1',
    clientOrderId: `order-${i}`,
    venue: getVenue(i),
    state,
    createdAt: epochMs(i),
    updatedAt: epochMs(i),
  }));
  const asked: [clientOrderId: string, at: number][] = [];
  const errors: string[] = [];
  const hangs = new Set<VenueId>();
  const halted = new Set<string>();
  const resolver = new OrderResolver({
    orders: {
      open: async (limit, after) => {
        const from =
          after === undefined ? 0 : orders.findIndex(({ orderId }) => orderId === after.orderId) + 1;
        return orders.slice(from, from + limit);
      },
    },
    desk: {
      resolve: async ({ clientOrderId }) => {
        asked.push([clientOrderId, now]);
        const order = orders.find((open) => open.clientOrderId === clientOrderId) as OpenOrder;
        if (hangs.has(order.venue)) await new Promise(() => {});
        if (clientOrderId === 'order-0' && errors.length === 0)
          throw new Error('its credential does not open');
        return order as BotOrder;
      },
    },
    isHalted: (botId) => halted.has(botId),
    now: () => now,
    onError: (error) => errors.push((error as Error).message),
  });
  return {
    resolver,
    orders,
    asked,
    errors,
    hangs,
    halted,
    /** Seconds at which an order was asked for while this many pass, with a look every second. */
    run: async (seconds: number, id = 'order-0') => {
      for (let i = 0; i < seconds; i++) {
        await resolver.round();
        await resolver.settled();
        now += 1_000;
      }
      return asked.filter(([clientOrderId]) => clientOrderId === id).map(([, at]) => at / 1_000);
    },
  };
}

test('an order is asked for after 1, 2, 4 .. 60 s, also after a question that failed', async () => {
  const { run, errors } = bench(1);
  assert.deepEqual(await run(200), [1, 3, 7, 15, 31, 63, 123, 183]);
  assert.deepEqual(errors, ['its credential does not open']);
});

test('an order that its venue holds is asked for every 10 s', async () => {
  const { run } = bench(2, { state: 'resting' });
  assert.deepEqual(await run(35, 'order-1'), [1, 11, 21, 31]);
});

test('every open order is asked for, however many there are', async () => {
  const { resolver, asked } = bench(2_500);
  await resolver.resolveAll(60_000);
  assert.equal(new Set(asked.map(([clientOrderId]) => clientOrderId)).size, 2_500);
});

test('a venue that hangs holds up neither the start nor the orders of another', async () => {
  const { resolver, asked, hangs, orders } = bench(100, {
    getVenue: (i) => (i < 50 ? 'kalshi' : 'limitless'),
  });
  hangs.add('kalshi');
  await resolver.resolveAll(1);
  await new Promise(setImmediate);
  const others = asked.filter(
    ([id]) => orders.find((order) => order.clientOrderId === id)?.venue === 'limitless',
  );
  assert.equal(others.length, 50);
  assert.equal(asked.length - others.length, 4);
});

test('an order that ended is forgotten', async () => {
  const { run, orders } = bench(1);
  await run(3);
  const before = orders.splice(0);
  assert.equal((await run(60)).length, 1);
  orders.push(...before);
  assert.equal((await run(3)).length, 2);
});

test('a halt asks at once for what rests, and again until nothing does', async () => {
  const { run, halted } = bench(2, { state: 'resting' });
  // The first order meets an error at its first question.
  assert.deepEqual(await run(6, 'order-1'), [1]);
  halted.add('bot_1');
  assert.deepEqual((await run(12, 'order-1')).slice(1), [6, 16]);
  halted.delete('bot_1');
  assert.deepEqual((await run(10, 'order-1')).slice(3), [26]);
  halted.add('bot_1');
  assert.deepEqual((await run(1, 'order-1')).slice(4), [28]);
});

test('a halt that comes while a venue is asked is acted on as soon as it has answered', async () => {
  let now = 0;
  let isHalted = false;
  const order = {
    orderId: 'ord_1',
    botId: 'bot_1',
    clientOrderId: 'one',
    venue: 'kalshi',
    state: 'resting',
    createdAt: epochMs(1),
    updatedAt: epochMs(1),
  } as const;
  const answers: (() => void)[] = [];
  const resolver = new OrderResolver({
    orders: { open: async () => [order] },
    desk: {
      resolve: () => new Promise((resolve) => answers.push(() => resolve(order as unknown as BotOrder))),
    },
    isHalted: () => isHalted,
    now: () => now,
    onError: (error) => assert.fail(String(error)),
  });
  await resolver.round();
  now = 1_000;
  await resolver.round();
  await new Promise(setImmediate);
  assert.equal(answers.length, 1, 'the first look is in progress');
  isHalted = true;
  await resolver.round();
  answers[0]?.();
  await resolver.settled();
  await resolver.round();
  await new Promise(setImmediate);
  assert.equal(answers.length, 2, 'it would be due in 10 s, had there been no halt');
  answers[1]?.();
  await resolver.settled();
});
