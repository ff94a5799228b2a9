import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, microUsd, type VenueId } from '../../domain/index.ts';
import type { KillState, KillSwitch } from '../control/kill-switch.ts';
import type { BotOrder, OrderState } from '../orders/order.ts';
import type { OpenOrder } from '../orders/order-figures.ts';
import { OrderResolver } from './order-resolver.ts';

/** Builds a resolver over orders in memory, whose venues leave every order as it is. */
function bench(
  count: number,
  {
    getVenue = (_i: number): VenueId => 'kalshi',
    getBot = (_i: number): string => 'bot_1',
    state = 'submitted' as OrderState,
    read = undefined as KillSwitch['read'] | undefined,
  } = {},
) {
  let now = 0;
  const orders: OpenOrder[] = Array.from({ length: count }, (_, i) => ({
    orderId: `ord_${i}`,
    botId: getBot(i),
    clientOrderId: `order-${i}`,
    venue: getVenue(i),
    state,
    createdAt: epochMs(i),
    updatedAt: epochMs(i),
    cancelRequestedAt: null,
    opensMicroUsd: microUsd(1),
  }));
  const asked: [clientOrderId: string, at: number][] = [];
  const errors: string[] = [];
  const hangs = new Set<VenueId>();
  const halted = new Set<string>();
  const unread = new Set<string>();
  /** Time for which our own limits keep the look-up back, by order. */
  const heldBackMs = new Map<string, number>();
  /** Time from which an order that its venue does not know can no longer arrive, by order. */
  const finalAt = new Map<string, number>();
  const readFlags = async (botId: string): Promise<KillState> => {
    if (unread.has(botId)) return 'unknown';
    return halted.has(botId) ? 'set' : 'clear';
  };
  const resolver = new OrderResolver({
    orders: {
      listOpen: async (limit, after) => {
        const from =
          after === undefined ? 0 : orders.findIndex(({ orderId }) => orderId === after.orderId) + 1;
        return orders.slice(from, from + limit);
      },
    },
    trading: {
      resolve: async ({ clientOrderId }) => {
        asked.push([clientOrderId, now]);
        const order = orders.find((open) => open.clientOrderId === clientOrderId) as OpenOrder;
        if (hangs.has(order.venue)) await new Promise(() => {});
        if (clientOrderId === 'order-0' && errors.length === 0)
          throw new Error('its credential does not open');
        const retryAfterMs = heldBackMs.get(clientOrderId);
        const final = finalAt.get(clientOrderId);
        return {
          order: order as BotOrder,
          ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
          ...(final === undefined ? {} : { finalInMs: final - now }),
        };
      },
    },
    killSwitch: { read: read ?? readFlags },
    now: () => now,
    clock: () => epochMs(now),
    onError: (error) => errors.push((error as Error).message),
  });
  return {
    resolver,
    orders,
    asked,
    errors,
    hangs,
    halted,
    unread,
    heldBackMs,
    finalAt,
    /** Runs one round every second for this many seconds, and returns the seconds at which an order was asked about. */
    run: async (seconds: number, id = 'order-0') => {
      for (let i = 0; i < seconds; i++) {
        await resolver.runRound();
        await resolver.waitUntilIdle();
        now += 1_000;
      }
      return asked.filter(([clientOrderId]) => clientOrderId === id).map(([, at]) => at / 1_000);
    },
  };
}

test('an order is looked up after 1, 2, 4 .. 60 s, also after a look-up that failed', async () => {
  const { run, errors } = bench(1);
  assert.deepEqual(await run(200), [1, 3, 7, 15, 31, 63, 123, 183]);
  assert.deepEqual(errors, ['its credential does not open']);
});

test('an order in doubt that our own limits keep back is looked up when there is room, not more and more seldom', async () => {
  const { run, heldBackMs } = bench(2);
  heldBackMs.set('order-1', 45_000);
  assert.deepEqual(await run(8, 'order-1'), [1, 3, 5, 7]);
  heldBackMs.set('order-1', 500);
  assert.deepEqual((await run(2, 'order-1')).slice(4), [9]);
  heldBackMs.delete('order-1');
  assert.deepEqual((await run(8, 'order-1')).slice(5), [10, 12, 16]);
});

test('an order that its venue does not know is looked up when it cannot arrive any more, however long it was reserved', async () => {
  const { run, finalAt } = bench(2);
  finalAt.set('order-1', 18_000);
  assert.deepEqual(await run(19, 'order-1'), [1, 3, 7, 15, 18]);
});

test('what is open of an order that has ended is asked as often as before after our own limits kept it back', async () => {
  const { run, heldBackMs } = bench(2, { state: 'filled' });
  assert.deepEqual(await run(8, 'order-1'), [1, 3, 7]);
  heldBackMs.set('order-1', 500);
  assert.deepEqual((await run(24, 'order-1')).slice(3), [15, 23, 31]);
});

test('what is open of an order that has ended is asked more and more seldom, and holds up no order in doubt', async () => {
  const { run } = bench(2, { state: 'filled' });
  const asked = await run(4_000, 'order-1');
  assert.deepEqual(asked.slice(0, 5), [1, 3, 7, 15, 31]);
  assert.deepEqual(asked.slice(-3), [2_223, 2_823, 3_423]);

  const { resolver, asked: all, hangs, orders } = bench(40, { state: 'filled' });
  hangs.add('kalshi');
  for (const order of orders.slice(20)) Object.assign(order, { state: 'submitted' });
  await resolver.resolveAll(1);
  await new Promise(setImmediate);
  assert.ok(all.some(([id]) => id === 'order-20'));
});

test('what is open of an order a day after its end is asked for once a day, and not at the start', async () => {
  const { resolver, orders, asked, run } = bench(2, { state: 'filled' });
  // The clock of the bench is at the start of 1970.
  for (const order of orders) Object.assign(order, { createdAt: epochMs(-2 * 86_400_000) });
  await resolver.resolveAll(1);
  assert.deepEqual(asked, []);
  const seconds = await run(3_601, 'order-1');
  assert.equal(seconds.length, 1);
});

test('an order that its venue holds is looked up every 10 s', async () => {
  const { run } = bench(2, { state: 'resting' });
  assert.deepEqual(await run(35, 'order-1'), [1, 11, 21, 31]);
});

test('every open order is looked up, however many there are', async () => {
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
  // The first order fails at its first query, which does not affect the second.
  assert.deepEqual(await run(6, 'order-1'), [1]);
  halted.add('bot_1');
  assert.deepEqual((await run(12, 'order-1')).slice(1), [6, 7, 9, 13]);
  halted.delete('bot_1');
  assert.deepEqual((await run(12, 'order-1')).slice(5), [21]);
  halted.add('bot_1');
  assert.deepEqual((await run(1, 'order-1')).slice(6), [30]);
});

test('a switch that cannot be read leaves it as it was whether an order has to be cancelled', async () => {
  const { run, halted, unread } = bench(2, { state: 'resting' });
  halted.add('bot_1');
  assert.deepEqual(await run(4, 'order-1'), [0, 1, 3]);
  unread.add('bot_1');
  assert.deepEqual((await run(4, 'order-1')).slice(3), [7]);
  halted.delete('bot_1');
  unread.delete('bot_1');
  assert.deepEqual((await run(8, 'order-1')).slice(4), [15]);
});

test('the switch of each bot is read once a round, those of a page together', async () => {
  const asked: string[] = [];
  const answers = new Map<string, PromiseWithResolvers<'clear'>>();
  const { resolver } = bench(100, {
    getBot: (i) => `bot_${i % 10}`,
    read: (botId) => {
      asked.push(botId);
      const answer = Promise.withResolvers<'clear'>();
      answers.set(botId, answer);
      return answer.promise;
    },
  });
  const round = resolver.runRound();
  await new Promise(setImmediate);
  assert.equal(asked.length, 10, 'no question waits for the answer of another');
  for (const { resolve } of answers.values()) resolve('clear');
  await round;
  assert.equal(new Set(asked).size, 10);
});

test('an order that its bot wants cancelled is looked up at once, then after 1, 2, 4, 8 and every 10 s', async () => {
  const { orders, run } = bench(2, { state: 'resting' });
  await run(5);
  const [order] = orders;
  if (order !== undefined) orders[0] = { ...order, cancelRequestedAt: epochMs(5_000) };
  const askedAt = (await run(30)).filter((second) => second >= 5);
  assert.deepEqual(askedAt, [5, 6, 8, 12, 20, 30]);
});

test('a halt waits neither for a question that is in progress nor for those of other orders', async () => {
  let now = 0;
  const halted = new Set<string>();
  const order = (i: number): OpenOrder => ({
    orderId: `ord_${i}`,
    botId: `bot_${i}`,
    clientOrderId: `order-${i}`,
    venue: 'kalshi',
    state: 'resting',
    createdAt: epochMs(i),
    updatedAt: epochMs(i),
    cancelRequestedAt: null,
    opensMicroUsd: microUsd(1),
  });
  const orders = Array.from({ length: 40 }, (_, i) => order(i));
  const asked: string[] = [];
  const resolver = new OrderResolver({
    orders: { listOpen: async () => orders },
    trading: {
      resolve: ({ clientOrderId }) => {
        asked.push(clientOrderId);
        // The venue hangs.
        return new Promise(() => {});
      },
    },
    killSwitch: { read: async (botId) => (halted.has(botId) ? 'set' : 'clear') },
    now: () => now,
    clock: () => epochMs(now),
    onError: (error) => assert.fail(String(error)),
  });
  const round = async () => {
    await resolver.runRound();
    await new Promise(setImmediate);
  };
  await round();
  now = 1_000;
  await round();
  assert.deepEqual(
    asked,
    ['order-0', 'order-1', 'order-2', 'order-3'],
    'as many as may be asked for at once',
  );
  halted.add('bot_0').add('bot_39');
  await round();
  assert.deepEqual(asked.slice(4), ['order-0', 'order-39']);
  now = 5_000;
  await round();
  assert.equal(asked.length, 6, 'a cancel in progress is not repeated');
});
