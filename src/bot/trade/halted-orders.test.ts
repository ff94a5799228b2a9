import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FEE, NOW, openTradeBench, REQUEST, TRADER, toState } from '../../../test/support/trade-bench.ts';
import { KILL_SWITCH_TIMEOUT_MS } from '../control/kill-switch.ts';
import type { VenueOutcome } from '../execution/index.ts';

test('a halt cancels what rests: a part that was filled before is charged once, the rest is over', async () => {
  const { tradingOver, halted, assertCharged } = await openTradeBench();
  const part = {
    fillId: 'a',
    t: NOW,
    price: '0.5',
    size: '4',
    notionalMicroUsd: 2_000_000,
    venueFeeMicroUsd: 0,
  };
  const asked: string[] = [];
  let answer: VenueOutcome = { status: 'unknown', message: 'HTTP 503' };
  const trading = tradingOver({
    send: async () => ({ status: 'resting', venueOrderId: 'v', fills: [] }),
    lookUp: async () => {
      asked.push('lookUp');
      return { status: 'resting', venueOrderId: 'v', fills: [] };
    },
    cancel: async () => {
      asked.push('cancel');
      return answer;
    },
  });
  const outcome = await trading.trade(TRADER, REQUEST);
  assert.ok(outcome.status === 'done' && outcome.order.state === 'resting');
  assert.equal((await trading.resolve(outcome.order)).order?.state, 'resting');
  halted.now = true;
  // The venue does not answer, so the order does not count as cancelled.
  assert.equal((await trading.resolve(outcome.order)).order?.state, 'resting');
  answer = { status: 'filled', venueOrderId: 'v', fills: [part] };
  const { order: over } = await trading.resolve(outcome.order);
  assert.deepEqual([over?.state, over?.fills.length, over?.chargedMicroUsd], ['filled', 1, FEE]);
  assert.equal((await trading.resolve(outcome.order)).order?.state, 'filled');
  assert.deepEqual(asked, ['lookUp', 'cancel', 'cancel']);
  await assertCharged(1);
});

test('a resting order that a halt cancelled before anything was traded costs nothing', async () => {
  const { tradingOver, halted, assertCharged } = await openTradeBench();
  const trading = tradingOver({
    send: async () => ({ status: 'resting', venueOrderId: 'v', fills: [] }),
    cancel: async () => ({ status: 'cancelled', venueOrderId: 'v' }),
  });
  const outcome = await trading.trade(TRADER, REQUEST);
  halted.now = true;
  assert.ok(outcome.status === 'done');
  assert.equal((await trading.resolve(outcome.order)).order?.state, 'cancelled');
  await assertCharged(0);
});

for (const step of ['reserving', 'signing', 'waiting for its turn'] as const) {
  test(`a halt while an order is ${step} keeps it from being sent`, async () => {
    const { tradingOver, halted, mock, assertCharged } = await openTradeBench();
    let sent = 0;
    const halt = (at: string) => {
      if (at === step) halted.now = true;
    };
    halt('reserving');
    const trading = tradingOver({
      prepare: async (...args) => {
        halt('signing');
        return mock.prepare(...args);
      },
      send: async (order, secret, options) => {
        halt('waiting for its turn');
        const outcome = await mock.send(order, secret, options);
        if (outcome.status !== 'not_sent') sent++;
        return outcome;
      },
    });
    const outcome = await trading.trade(TRADER, REQUEST);
    assert.equal(toState(outcome), 'rejected');
    assert.equal(sent, 0);
    await assertCharged(0);
  });
}

for (const [what, answer] of [
  ['fails', async () => Promise.reject(new Error('no connection'))],
  [
    'hangs',
    (stepTo: (ms: number) => void) => {
      setImmediate(() => stepTo(KILL_SWITCH_TIMEOUT_MS));
      return new Promise<never>(() => {});
    },
  ],
] as const) {
  test(`nothing is sent while the store of the kill switch ${what}`, async (t) => {
    const { tradingOver, controls, mock, assertCharged } = await openTradeBench();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let questions = 0;
    let sent = 0;
    controls.isHalted = () => {
      questions++;
      return answer((ms) => t.mock.timers.tick(ms));
    };
    const trading = tradingOver({
      send: async (order, secret, options) => {
        const outcome = await mock.send(order, secret, options);
        if (outcome.status !== 'not_sent') sent++;
        return outcome;
      },
    });
    const outcome = await trading.trade(TRADER, REQUEST);
    assert.ok(outcome.status === 'done');
    const { state, reason, message } = outcome.order;
    assert.deepEqual([state, reason], ['rejected', 'venue_unavailable']);
    assert.equal(message, 'the kill switch could not be read before the order was sent');
    assert.deepEqual([questions, sent], [1, 0]);
    await assertCharged(0);
  });
}

test('what rests is not cancelled because the kill switch cannot be read', async () => {
  const { tradingOver, controls } = await openTradeBench();
  const asked: string[] = [];
  const rests = { status: 'resting', venueOrderId: 'v', fills: [] } as const;
  const ask = (what: string) => async (): Promise<VenueOutcome> => {
    asked.push(what);
    return rests;
  };
  const trading = tradingOver({ send: async () => rests, lookUp: ask('lookUp'), cancel: ask('cancel') });
  const outcome = await trading.trade(TRADER, REQUEST);
  assert.ok(outcome.status === 'done');
  controls.isHalted = async () => Promise.reject(new Error('no connection'));
  assert.equal((await trading.resolve(outcome.order)).order?.state, 'resting');
  controls.isHalted = async () => true;
  await trading.resolve(outcome.order);
  assert.deepEqual(asked, ['lookUp', 'cancel']);
});
