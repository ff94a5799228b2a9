import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FEE, NOW, openTradeBench, REQUEST, TRADER, toState } from '../../../test/support/trade-bench.ts';
import type { VenueOutcome } from '../execution/index.ts';
import type { BotOrder } from '../orders/order.ts';
import type { TradeService } from './trade-service.ts';

const RESTING: VenueOutcome = { status: 'resting', venueOrderId: 'v', fills: [] };
const CANCELLED: VenueOutcome = { status: 'cancelled', venueOrderId: 'v' };
const LOST: VenueOutcome = { status: 'unknown', message: 'HTTP 503' };

async function place(trading: TradeService): Promise<BotOrder> {
  const outcome = await trading.trade(TRADER, REQUEST);
  assert.ok(outcome.status === 'done');
  return outcome.order;
}

test('an order that rests is cancelled at its venue and costs nothing; again, it is as it ended', async () => {
  const { tradingOver, assertCharged } = await openTradeBench();
  let cancels = 0;
  const trading = tradingOver({
    send: async () => RESTING,
    cancel: async () => {
      cancels++;
      return CANCELLED;
    },
  });
  const { orderId } = await place(trading);
  const cancelled = await trading.cancel(TRADER, orderId);
  assert.deepEqual([cancelled?.state, cancelled?.cancelRequestedAt], ['cancelled', NOW]);
  assert.deepEqual(await trading.cancel(TRADER, orderId), cancelled);
  assert.equal(cancels, 1);
  await assertCharged(0);
});

test('a part that was filled before the cancel is charged once, and the order is filled', async () => {
  const { tradingOver, assertCharged } = await openTradeBench();
  const part = {
    fillId: 'a',
    t: NOW,
    price: '0.5',
    size: '4',
    notionalMicroUsd: 2_000_000,
    venueFeeMicroUsd: 0,
  };
  const trading = tradingOver({
    send: async () => RESTING,
    cancel: async () => ({ status: 'filled', venueOrderId: 'v', fills: [part] }),
  });
  const cancelled = await trading.cancel(TRADER, (await place(trading)).orderId);
  assert.deepEqual([cancelled?.state, cancelled?.fills.length], ['filled', 1]);
  await assertCharged(1);
});

test('a cancel whose answer is lost is repeated until the venue confirms, also after a restart', async () => {
  const { tradingOver, ledger, assertCharged } = await openTradeBench();
  const asked: string[] = [];
  let answer: VenueOutcome = LOST;
  const venue = {
    send: async () => RESTING,
    lookUp: async () => {
      asked.push('look up');
      return RESTING;
    },
    cancel: async () => {
      asked.push('cancel');
      return answer;
    },
  };
  const trading = tradingOver(venue);
  const order = await place(trading);
  const open = await trading.cancel(TRADER, order.orderId);
  assert.deepEqual([open?.state, open?.cancelRequestedAt], ['resting', NOW]);
  assert.equal((await ledger.readBalance(TRADER.owner)).heldMicroUsd, FEE);
  answer = CANCELLED;
  assert.equal((await tradingOver(venue).resolve(order)).order?.state, 'cancelled');
  assert.deepEqual(asked, ['cancel', 'cancel']);
  await assertCharged(0);
});

test('an order is cancelled while trading is halted, and while the kill switch cannot be read', async () => {
  for (const isHalted of [async () => true, async () => Promise.reject(new Error('no connection'))]) {
    const { tradingOver, controls, assertCharged } = await openTradeBench();
    const trading = tradingOver({ send: async () => RESTING, cancel: async () => CANCELLED });
    const { orderId } = await place(trading);
    controls.isHalted = isHalted;
    assert.equal((await trading.cancel(TRADER, orderId))?.state, 'cancelled');
    await assertCharged(0);
  }
});

test('an order that ended is answered as it ended, and its venue is not asked', async () => {
  const { tradingOver, assertCharged } = await openTradeBench();
  const trading = tradingOver({ cancel: () => assert.fail('it was asked') });
  const order = await place(trading);
  assert.deepEqual(await trading.cancel(TRADER, order.orderId), order);
  assert.equal(order.cancelRequestedAt, null);
  await assertCharged(1);
});

test('a bot cannot cancel the order of another, not even of its owner, nor one that does not exist', async () => {
  const { tradingOver, orders } = await openTradeBench();
  const trading = tradingOver({ send: async () => RESTING, cancel: () => assert.fail('it was asked') });
  const { orderId } = await place(trading);
  assert.equal(await trading.cancel({ botId: 'bot_2' }, orderId), null);
  assert.equal(await trading.cancel(TRADER, 'ord_none'), null);
  assert.equal((await orders.find(TRADER.botId, REQUEST.clientOrderId))?.cancelRequestedAt, null);
});

for (const step of ['waiting to be signed', 'being signed', 'waiting for its turn'] as const) {
  test(`an order that is cancelled while it is ${step} is not sent`, async () => {
    const { tradingOver, mock, orders, assertCharged } = await openTradeBench();
    let sent = 0;
    let cancelling: Promise<BotOrder | null> = Promise.resolve(null);
    const cancelAt = async (at: string) => {
      if (at !== step) return;
      const [open] = await orders.listOpen(1);
      cancelling = trading.cancel(TRADER, open?.orderId ?? '');
      await new Promise(setImmediate);
    };
    const { reserve } = orders;
    Object.assign(orders, {
      reserve: async (...args: Parameters<typeof reserve>) => {
        const reserved = await reserve.apply(orders, args);
        await cancelAt('waiting to be signed');
        return reserved;
      },
    });
    const trading = tradingOver({
      prepare: async (...args) => {
        await cancelAt('being signed');
        return mock.prepare(...args);
      },
      send: async (order, secret, options) => {
        await cancelAt('waiting for its turn');
        const outcome = await mock.send(order, secret, options);
        if (outcome.status !== 'not_sent') sent++;
        return outcome;
      },
    });
    assert.equal(toState(await trading.trade(TRADER, REQUEST)), 'cancelled');
    assert.deepEqual([(await cancelling)?.state, sent], ['cancelled', 0]);
    await assertCharged(0);
  });
}

test('a cancel during a look-up waits for it, then asks the venue', async () => {
  const { tradingOver, assertCharged } = await openTradeBench();
  const looking = Promise.withResolvers<VenueOutcome>();
  const begun = Promise.withResolvers<void>();
  const asked: string[] = [];
  const trading = tradingOver({
    send: async () => RESTING,
    lookUp: () => {
      asked.push('look up');
      begun.resolve();
      return looking.promise;
    },
    cancel: async () => {
      asked.push('cancel');
      return CANCELLED;
    },
  });
  const order = await place(trading);
  const resolving = trading.resolve(order);
  await begun.promise;
  const cancelling = trading.cancel(TRADER, order.orderId);
  await new Promise(setImmediate);
  looking.resolve(RESTING);
  assert.equal((await resolving).order?.state, 'resting');
  assert.equal((await cancelling)?.state, 'cancelled');
  assert.deepEqual(asked, ['look up', 'cancel']);
  await assertCharged(0);
});
