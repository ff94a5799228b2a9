import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRequest, FEE, TRADER } from '../../../test/simulation/order-trading.ts';
import { giveCredit } from '../../../test/support/credit.ts';
import { openMemoryOrderStores } from '../../../test/support/memory/order-stores.ts';
import { openMemoryVault } from '../../../test/support/memory/vault.ts';
import { buildKalshiAsset, cryptoRandom, epochMs, type VenueId } from '../../domain/index.ts';
import { Vault } from '../../vault/vault.ts';
import type { KillState } from '../control/kill-switch.ts';
import type { ExecutionVenue, PreparedOrder, SendOutcome, VenueOutcome } from '../execution/index.ts';
import { TradeService } from './trade-service.ts';

const NOW = epochMs(1_763_700_000_000);
const REQUEST = {
  ...buildRequest('one', true),
  ref: buildKalshiAsset('T-1'),
  side: 'sell' as const,
  sizeUsd: 10,
  markPrice: 0.4,
} as const;

function prepare(leg: 'yes' | 'no', size: string): PreparedOrder {
  return {
    format: 1,
    venue: 'kalshi',
    account: 'a',
    storeKey: 't-1',
    venueAsset: 'T-1',
    side: 'sell',
    leg,
    limitPrice: '0.39',
    size,
    venueClientId: `id-${leg}`,
    body: '{}',
    details: {},
    preparedAt: NOW,
    expiresAt: null,
  };
}

/** Ten Yes are sold, then ten No are bought. */
const LEGS = [prepare('yes', '10'), prepare('no', '10')] as const;

/** Builds the outcome of a leg that filled completely at 0.40. */
function filled({ venueClientId }: PreparedOrder): VenueOutcome {
  const fill = { t: NOW, price: '0.4', size: '10', notionalMicroUsd: 4_000_000, venueFeeMicroUsd: 0 };
  return {
    status: 'filled',
    venueOrderId: `venue-${venueClientId}`,
    fills: [{ ...fill, fillId: venueClientId }],
  };
}
const LOST: VenueOutcome = { status: 'unknown', message: 'no answer' };

/** Builds a trade service over stores in memory, with a venue whose answers the test sets. */
async function bench() {
  const clock = () => NOW;
  const { ledger, orders } = openMemoryOrderStores(clock);
  await giveCredit(ledger, TRADER.owner, 10 * FEE);
  const vault = await Vault.start({ store: openMemoryVault(), keys: [], clock, random: cryptoRandom });
  const calls: string[] = [];
  const answers = { send: filled as (order: PreparedOrder) => SendOutcome, lookUp: filled };
  const halt = { now: 'clear' as KillState };
  const venue: ExecutionVenue = {
    venue: 'kalshi',
    checkCredential: async () => ({ status: 'usable' }),
    prepare: async () => ({ status: 'ready', legs: LEGS }),
    send: async (order, _secret, { mayStillSend }) => {
      if (!(await mayStillSend())) return { status: 'not_sent', cause: 'halted' };
      calls.push(`send ${order.leg}`);
      return answers.send(order);
    },
    lookUp: async (order) => {
      calls.push(`look up ${order.leg}`);
      return answers.lookUp(order);
    },
    cancel: async (order) => {
      calls.push(`cancel ${order.leg}`);
      return answers.lookUp(order);
    },
    getCounters: () => assert.fail('nobody asks'),
  };
  let ids = 0;
  /** Builds a trade service as a start of the service does. */
  const openTrading = () =>
    new TradeService({
      mode: 'mock',
      orders,
      venues: new Map<VenueId, ExecutionVenue>([['kalshi', venue]]),
      vault,
      feeMicroUsd: FEE,
      maxSlippageBps: 100,
      newOrderId: () => `ord_${++ids}`,
      killSwitch: { read: async () => halt.now },
      onUpdate: () => undefined,
      onFault: () => undefined,
    });
  const resolve = () => openTrading().resolve({ botId: TRADER.botId, clientOrderId: REQUEST.clientOrderId });
  const find = async () =>
    (await orders.find(TRADER.botId, REQUEST.clientOrderId)) ?? assert.fail('no order');
  return {
    orders,
    venue,
    calls,
    answers,
    halt,
    openTrading,
    resolve,
    find,
    trade: () => openTrading().trade(TRADER, REQUEST),
    /**
     * Asserts the final state of the order and its legs, and that this many fees were charged and none is set aside.
     */
    assertEnd: async (state: string, legs: readonly string[], fees: number) => {
      const order = await find();
      assert.equal(order.state, state);
      assert.deepEqual(
        order.legs.map((leg) => leg.state),
        legs,
      );
      assert.equal(order.chargedMicroUsd, fees * FEE);
      const balance = { microUsd: (10 - fees) * FEE, heldMicroUsd: 0 };
      assert.deepEqual(await ledger.readBalance(TRADER.owner), balance);
      assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
      return order;
    },
  };
}

test('the second leg is sent once the end of the first is known; one fee, one position, both ids', async () => {
  const { trade, calls, orders, assertEnd } = await bench();
  await trade();
  assert.deepEqual(calls, ['send yes', 'send no']);
  const order = await assertEnd('filled', ['filled', 'filled'], 1);
  assert.deepEqual(
    order.legs.map(({ venueOrderId }) => venueOrderId),
    ['venue-id-yes', 'venue-id-no'],
  );
  // Ten Yes brought 0.40 each; ten No cost 0.60 each.
  const money = order.fills.map(({ costMicroUsd, proceedsMicroUsd }) => [costMicroUsd, proceedsMicroUsd]);
  assert.deepEqual(money, [
    [0, 4_000_000],
    [6_000_000, 0],
  ]);
  assert.equal((await orders.listPositions(TRADER.botId, 'mock'))[0]?.size, '-20');
  assert.equal((await orders.findScore(TRADER.botId, 'mock'))?.volumeMicroUsd, 10_000_000);
});

test('while the answer to the first leg is lost the second waits; then neither is sent twice', async () => {
  const { trade, resolve, calls, answers, find, assertEnd } = await bench();
  answers.send = (order) => (order.leg === 'yes' ? LOST : filled(order));
  const outcome = await trade();
  assert.ok(outcome.status === 'done');
  assert.deepEqual([outcome.order.state, outcome.order.reason], ['submitted', 'unconfirmed']);
  assert.deepEqual(calls, ['send yes']);
  answers.lookUp = () => LOST;
  await resolve();
  assert.deepEqual(
    (await find()).legs.map(({ state }) => state),
    ['submitted', 'reserved'],
  );
  answers.lookUp = filled;
  await resolve();
  assert.deepEqual(calls, ['send yes', 'look up yes', 'look up yes', 'send no']);
  await assertEnd('filled', ['filled', 'filled'], 1);
  await resolve();
  assert.equal(calls.length, 4);
});

test('a second leg whose answer is lost is looked up by its own id, and the first stands', async () => {
  const { trade, resolve, calls, answers, assertEnd } = await bench();
  answers.send = (order) => (order.leg === 'no' ? LOST : filled(order));
  const outcome = await trade();
  assert.ok(outcome.status === 'done');
  assert.deepEqual(
    [outcome.order.state, outcome.order.fills.length, outcome.order.chargedMicroUsd],
    ['submitted', 1, FEE],
  );
  await resolve();
  assert.deepEqual(calls, ['send yes', 'send no', 'look up no']);
  await assertEnd('filled', ['filled', 'filled'], 1);
});

test('a second leg in doubt does not wait for what is open of the first', async () => {
  const { trade, resolve, calls, answers, find } = await bench();
  answers.send = (order) =>
    order.leg === 'no' ? LOST : ({ ...filled(order), isSettling: true } as VenueOutcome);
  await trade();
  answers.lookUp = (order) =>
    order.leg === 'yes' ? { status: 'unknown', message: 'kept back', retryAfterMs: 300 } : filled(order);
  const { retryAfterMs } = await resolve();
  assert.deepEqual(calls, ['send yes', 'send no', 'look up no', 'look up yes']);
  assert.equal(retryAfterMs, 300);
  const { state, legs } = await find();
  assert.deepEqual([state, legs.map((leg) => leg.isSettling)], ['filled', [true, false]]);
});

test('a halt between the legs stops the second; what the first traded stands', async () => {
  const { trade, calls, answers, halt, assertEnd } = await bench();
  answers.send = (order) => {
    halt.now = 'set';
    return filled(order);
  };
  await trade();
  assert.deepEqual(calls, ['send yes']);
  const order = await assertEnd('filled', ['filled', 'rejected'], 1);
  assert.match(order.legs[1]?.message ?? '', /halted/);
});

test('while the kill switch cannot be read between the legs, the second is not sent', async () => {
  const { trade, calls, answers, halt, assertEnd } = await bench();
  answers.send = (order) => {
    halt.now = 'unknown';
    return filled(order);
  };
  await trade();
  assert.deepEqual(calls, ['send yes']);
  const order = await assertEnd('filled', ['filled', 'rejected'], 1);
  assert.match(order.legs[1]?.message ?? '', /could not be read/);
});

test('a halt while the first is being looked up cancels it and never sends the second', async () => {
  const { trade, resolve, calls, answers, halt, assertEnd } = await bench();
  answers.send = () => LOST;
  await trade();
  halt.now = 'set';
  answers.lookUp = () => ({ status: 'cancelled', venueOrderId: 'v' });
  await resolve();
  assert.deepEqual(calls, ['send yes', 'cancel yes']);
  await assertEnd('cancelled', ['cancelled', 'rejected'], 0);
});

test('a cancel while the first leg is not known cancels it and never sends the second', async () => {
  const { trade, openTrading, calls, answers, assertEnd } = await bench();
  answers.send = () => LOST;
  const outcome = await trade();
  assert.ok(outcome.status === 'done');
  answers.lookUp = () => ({ status: 'cancelled', venueOrderId: null });
  await openTrading().cancel(TRADER, outcome.order.orderId);
  assert.deepEqual(calls, ['send yes', 'cancel yes']);
  await assertEnd('cancelled', ['cancelled', 'cancelled'], 0);
});

test('a first leg that the venue refuses leaves the second to trade alone', async () => {
  const { trade, answers, assertEnd } = await bench();
  answers.send = (order) =>
    order.leg === 'yes'
      ? { status: 'rejected', reason: 'insufficient_funds', message: 'not enough balance' }
      : filled(order);
  await trade();
  const order = await assertEnd('filled', ['rejected', 'filled'], 1);
  assert.equal(order.legs[0]?.reason, 'insufficient_funds');
  assert.deepEqual([order.reason, order.fills.length], [null, 1]);
});

test('bytes that are kept back keep those behind them back', async () => {
  const { trade, calls, answers, assertEnd } = await bench();
  answers.send = () => ({ status: 'not_sent', cause: 'expired' });
  await trade();
  assert.deepEqual(calls, ['send yes']);
  const order = await assertEnd('rejected', ['rejected', 'rejected'], 0);
  assert.equal(order.reason, 'rate_limited');
});

/** Every step that is stored. A process that dies right after one leaves exactly this state. */
for (const step of ['submit', 'settle 0', 'submitLeg', 'settle 1'] as const) {
  test(`a process that dies after ${step} sends no leg twice, and both are found again`, async () => {
    const { trade, resolve, calls, orders, venue, assertEnd } = await bench();
    const real = { submit: orders.submit, submitLeg: orders.submitLeg, applyResult: orders.applyResult };
    const dead = new Error('the process died');
    const die = () => {
      // From now on, nothing of this process is stored or sent.
      Object.assign(orders, {
        submit: () => Promise.reject(dead),
        submitLeg: () => Promise.reject(dead),
        applyResult: () => Promise.reject(dead),
      });
      venue.send = () => Promise.reject(dead);
      throw dead;
    };
    const { send } = venue;
    Object.assign(orders, {
      submit: async (...args: Parameters<typeof real.submit>) => {
        const submitted = await real.submit.apply(orders, args);
        if (step === 'submit') die();
        return submitted;
      },
      submitLeg: async (...args: Parameters<typeof real.submitLeg>) => {
        await real.submitLeg.apply(orders, args);
        if (step === 'submitLeg') die();
      },
      applyResult: async (...args: Parameters<typeof real.applyResult>) => {
        const update = await real.applyResult.apply(orders, args);
        if (step === `settle ${args[2]}`) die();
        return update;
      },
    });
    await assert.rejects(trade());
    Object.assign(orders, real);
    venue.send = send;
    for (let looks = 0; looks < 3; looks++) await resolve();
    for (const leg of ['yes', 'no']) {
      const sent = calls.filter((call) => call === `send ${leg}`).length;
      assert.ok(sent <= 1, `${leg} was sent ${sent} times`);
      // A leg that may have been sent is looked up, and one that cannot have been sent is sent.
      assert.ok(calls.includes(`send ${leg}`) || calls.includes(`look up ${leg}`), leg);
    }
    await assertEnd('filled', ['filled', 'filled'], 1);
  });
}
