import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveCredit } from '../../../test/support/credit.ts';
import { ledgerSteps } from '../../../test/support/ledger-steps.ts';
import { FEE, NOW, openTradeBench, REQUEST, TRADER, toState } from '../../../test/support/trade-bench.ts';
import { toAssetAccount, toOwnerAccount } from '../../billing/ledger/chart.ts';
import { DAY_MS, epochMs, microUsd } from '../../domain/index.ts';
import type { OpenOrder } from '../orders/order-figures.ts';

test('a trade that fills is charged once, makes a position, and is reported', async () => {
  const { tradingOver, orders, settledFills, assertCharged } = await openTradeBench();
  const outcome = await tradingOver().trade(TRADER, REQUEST);
  assert.ok(outcome.status === 'done');
  const { state, chargedMicroUsd, fills } = outcome.order;
  assert.deepEqual([state, chargedMicroUsd, fills.length], ['filled', FEE, 1]);
  assert.deepEqual(settledFills, ['0']);
  const [position] = await orders.listPositions(TRADER.botId, 'mock');
  assert.deepEqual([position?.size, position?.costMicroUsd], ['20', 10_000_000]);
  await assertCharged(1);
});

test('the same id again places and charges nothing, with any outcome', async () => {
  const { tradingOver, assertCharged } = await openTradeBench();
  const trading = tradingOver();
  await trading.trade(TRADER, REQUEST);
  const again = await trading.trade(TRADER, { ...REQUEST, sizeUsd: 99 });
  assert.ok(again.status === 'duplicate' && again.order.sizeUsd === 10);
  await assertCharged(1);
});

test('twenty trades at once with one id: one is filled, nineteen are duplicates', async () => {
  const { tradingOver, assertCharged } = await openTradeBench();
  const trading = tradingOver();
  const states = (await Promise.all(Array.from({ length: 20 }, () => trading.trade(TRADER, REQUEST)))).map(
    toState,
  );
  assert.equal(states.filter((state) => state === 'filled').length, 1);
  assert.equal(states.filter((state) => state === 'duplicate').length, 19);
  await assertCharged(1);
});

test('thirty trades at once on the money of three: three are filled, the others leave their ids free', async () => {
  const { tradingOver, orders, assertCharged } = await openTradeBench({ fees: 3 });
  const trading = tradingOver();
  const requests = Array.from({ length: 30 }, (_, i) => ({ ...REQUEST, clientOrderId: `order-${i}` }));
  const states = (await Promise.all(requests.map((request) => trading.trade(TRADER, request)))).map(toState);
  assert.equal(states.filter((state) => state === 'filled').length, 3);
  assert.equal(states.filter((state) => state === 'insufficient_balance').length, 27);
  assert.equal((await orders.listRecent(TRADER.botId, 100)).length, 3);
  await assertCharged(3);
});

test('an owner who owes after a refund trades only when it is repaid', async () => {
  const { tradingOver, ledger } = await openTradeBench({ fees: 2 });
  const provider = { asset: toAssetAccount('stripe'), ref: null };
  await ledgerSteps(ledger).clawBack({
    ...provider,
    scope: 'wh:stripe',
    idem: 'dispute',
    owner: TRADER.owner,
    amount: microUsd(3 * FEE),
  });
  await giveCredit(ledger, TRADER.owner, FEE / 2, 'gift');
  const trading = tradingOver();
  const refused = await trading.trade(TRADER, REQUEST);
  assert.ok(refused.status === 'insufficient_balance');
  assert.deepEqual([refused.balance, refused.owed], [0, FEE / 2]);
  await ledger.post({
    scope: 'wh:stripe',
    idem: 'deposit',
    type: 'deposit',
    src: provider.asset,
    dst: toOwnerAccount(TRADER.owner),
    amount: microUsd(2 * FEE),
    ref: 'deposit',
  });
  assert.equal(toState(await trading.trade(TRADER, REQUEST)), 'filled');
});

test('a killed bot is refused before anything is set aside, and its id stays free', async () => {
  const { tradingOver, kill, assertCharged } = await openTradeBench();
  const trading = tradingOver();
  await kill(true);
  assert.equal((await trading.trade(TRADER, REQUEST)).status, 'halted');
  await assertCharged(0);
  await kill(false);
  assert.equal(toState(await trading.trade(TRADER, REQUEST)), 'filled');
});

test('a duplicate is reported also to a killed bot', async () => {
  const { tradingOver, kill } = await openTradeBench();
  const trading = tradingOver();
  await trading.trade(TRADER, REQUEST);
  await kill(true);
  assert.equal((await trading.trade(TRADER, REQUEST)).status, 'duplicate');
});

test('what the venue refuses costs nothing', async () => {
  const { tradingOver, assertCharged } = await openTradeBench();
  const outcome = await tradingOver().trade(TRADER, { ...REQUEST, sizeUsd: 0.5 });
  assert.ok(outcome.status === 'done');
  assert.deepEqual([outcome.order.state, outcome.order.reason], ['rejected', 'below_minimum']);
  await assertCharged(0);
});

test('a halt between signing and sending keeps the order back', async () => {
  const { tradingOver, assertCharged } = await openTradeBench();
  const trading = tradingOver({ send: async () => ({ status: 'not_sent', cause: 'halted' }) });
  assert.equal(toState(await trading.trade(TRADER, REQUEST)), 'rejected');
  await assertCharged(0);
});

test('an answer that is lost leaves the order submitted, its fee set aside, and is resolved by asking', async () => {
  const { tradingOver, orders, ledger, assertCharged } = await openTradeBench();
  const sends: string[] = [];
  const lost = tradingOver({
    send: async ({ venueClientId }) => {
      sends.push(venueClientId);
      return { status: 'unknown', message: 'no answer in time' };
    },
  });
  const outcome = await lost.trade(TRADER, REQUEST);
  assert.ok(outcome.status === 'done');
  assert.deepEqual([outcome.order.state, outcome.order.reason], ['submitted', 'unconfirmed']);
  assert.equal((await ledger.readBalance(TRADER.owner)).heldMicroUsd, FEE);

  const [open] = await orders.listOpen(10);
  assert.ok(open);
  assert.equal((await lost.resolve(open)).order?.state, 'filled');
  assert.equal(sends.length, 1);
  await assertCharged(1);
});

test('fills that come one after another are charged once and count once, read as often as you like', async () => {
  const { tradingOver, orders, mock, assertCharged } = await openTradeBench();
  const buildFill = (fillId: string) => ({
    fillId,
    t: NOW,
    price: '0.5',
    size: '1',
    notionalMicroUsd: 500_000,
    venueFeeMicroUsd: 100,
  });
  const resting = (...ids: string[]) => ({
    status: 'resting' as const,
    venueOrderId: 'v1',
    fills: ids.map(buildFill),
  });
  const answers = [resting('a'), resting('a'), resting('a', 'b')];
  const trading = tradingOver({
    prepare: (...args) => mock.prepare(...args),
    send: async () => resting(),
    lookUp: async () =>
      answers.shift() ?? { status: 'filled', venueOrderId: 'v1', fills: ['a', 'b'].map(buildFill) },
  });
  await trading.trade(TRADER, REQUEST);
  for (let i = 0; i < 6; i++) {
    const [open] = await orders.listOpen(1);
    if (open !== undefined) await trading.resolve(open);
  }
  const [order] = await orders.listRecent(TRADER.botId, 1);
  assert.deepEqual([order?.state, order?.fills.length, order?.chargedMicroUsd], ['filled', 2, FEE]);
  const [score] = await orders.listScores('mock', 10);
  assert.deepEqual([score?.fills, score?.volumeMicroUsd, score?.realizedMicroUsd], [2, 1_000_000, -200]);
  await assertCharged(1);
});

test('an order that was reserved and never signed is let go at the next start', async () => {
  const { tradingOver, orders, assertCharged } = await openTradeBench();
  const begun = Promise.withResolvers<void>();
  const ended = tradingOver({
    prepare: () => {
      begun.resolve();
      return new Promise(() => {});
    },
  });
  void ended.trade(TRADER, REQUEST);
  await begun.promise;
  const [open] = await orders.listOpen(10);
  assert.equal(open?.state, 'reserved');
  const { order: resolved } = await tradingOver().resolve(open);
  assert.deepEqual([resolved?.state, resolved?.reason], ['rejected', 'venue_unavailable']);
  await assertCharged(0);
});

test('a fault while an order is signed reaches the caller and lets the order go at once', async () => {
  const { tradingOver, orders, assertCharged } = await openTradeBench();
  const trading = tradingOver({ prepare: () => Promise.reject(new Error('an error of this service')) });
  await assert.rejects(trading.trade(TRADER, REQUEST), { message: 'an error of this service' });
  const order = await orders.find(TRADER.botId, REQUEST.clientOrderId);
  assert.deepEqual([order?.state, order?.reason], ['rejected', 'other']);
  await assertCharged(0);
});

test('an order that found no turn is refused for now, and says for how long', async () => {
  for (const cause of ['expired', 'queue_full'] as const) {
    const { tradingOver, assertCharged } = await openTradeBench();
    const trading = tradingOver({ send: async () => ({ status: 'not_sent', cause }) });
    const outcome = await trading.trade(TRADER, REQUEST);
    assert.ok(outcome.status === 'done' && Number(outcome.retryAfterMs) > 0, cause);
    assert.deepEqual([outcome.order.state, outcome.order.reason], ['rejected', 'rate_limited']);
    await assertCharged(0);
  }
});

test('orders that wait too long in the queue of their market are refused for now', async () => {
  const { tradingOver, ledger } = await openTradeBench();
  await giveCredit(ledger, TRADER.owner, 200 * FEE, 'for-a-queue');
  const trading = tradingOver({ prepare: () => new Promise(() => {}) });
  for (let i = 0; i < 100; i++) void trading.trade(TRADER, { ...REQUEST, clientOrderId: `waits-${i}` });
  const outcome = await trading.trade(TRADER, { ...REQUEST, clientOrderId: 'one too many' });
  assert.ok(outcome.status === 'done' && Number(outcome.retryAfterMs) > 0);
  assert.deepEqual([outcome.order.state, outcome.order.reason], ['rejected', 'rate_limited']);
});

test('an order that never left is not taken for one that did, also when letting it go failed first', async () => {
  const { tradingOver, orders, assertCharged } = await openTradeBench();
  const fails = () => Promise.reject(new Error('the disk is full'));
  const { submit, applyResult } = orders;
  // The order is stored, but the store's answer is lost.
  Object.assign(orders, {
    submit: async (...args: Parameters<typeof submit>) => {
      await submit.apply(orders, args);
      return fails();
    },
    applyResult: fails,
  });
  const trading = tradingOver();
  await assert.rejects(trading.trade(TRADER, REQUEST), { message: 'the disk is full' });
  Object.assign(orders, { submit, applyResult });
  assert.equal((await orders.find(TRADER.botId, REQUEST.clientOrderId))?.state, 'submitted');
  const { order: resolved } = await trading.resolve({ ...TRADER, clientOrderId: REQUEST.clientOrderId });
  assert.deepEqual([resolved?.state, resolved?.reason], ['rejected', 'other']);
  await assertCharged(0);
});

test('a fault while an order is sent leaves it to be looked up', async () => {
  const { tradingOver, faults, assertCharged } = await openTradeBench();
  const trading = tradingOver({ send: () => Promise.reject(new Error('an error of this service')) });
  const outcome = await trading.trade(TRADER, REQUEST);
  assert.ok(outcome.status === 'done');
  assert.deepEqual([outcome.order.state, outcome.order.reason], ['submitted', 'unconfirmed']);
  assert.deepEqual(faults, ['an error of this service']);
  assert.equal((await trading.resolve(outcome.order)).order?.state, 'filled');
  await assertCharged(1);
});

test('an order that is being placed is not resolved by another task, however long its signing takes', async () => {
  const { tradingOver, orders, mock, assertCharged } = await openTradeBench();
  const signing = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const trading = tradingOver({
    prepare: async (...args) => {
      begun.resolve();
      await signing.promise;
      return mock.prepare(...args);
    },
  });
  const trade = trading.trade(TRADER, REQUEST);
  await begun.promise;
  const [open] = await orders.listOpen(1);
  assert.ok(open);
  assert.equal((await trading.resolve(open)).order?.state, 'reserved');
  signing.resolve();
  assert.equal(toState(await trade), 'filled');
  // The order has changed since it was read above, and the look-up must notice it.
  assert.equal((await trading.resolve(open)).order?.state, 'filled');
  await assertCharged(1);
});

test('an order that rests is not let go because it was read before it was sent', async () => {
  const { tradingOver, orders, ledger, mock } = await openTradeBench();
  const resting = { status: 'resting' as const, venueOrderId: 'v1', fills: [] };
  let early: OpenOrder | undefined;
  const trading = tradingOver({
    send: async () => resting,
    lookUp: async () => resting,
    prepare: async (...args) => {
      [early] = await orders.listOpen(1);
      return mock.prepare(...args);
    },
  });
  await trading.trade(TRADER, REQUEST);
  assert.equal(early?.state, 'reserved');
  assert.equal((await trading.resolve(early as OpenOrder)).order?.state, 'resting');
  assert.equal((await ledger.readBalance(TRADER.owner)).heldMicroUsd, FEE);
});

test('a result that comes after the end changes no words of it', async () => {
  const { tradingOver, orders } = await openTradeBench();
  const outcome = await tradingOver().trade(TRADER, { ...REQUEST, sizeUsd: 0.5 });
  assert.ok(outcome.status === 'done');
  const { orderId, reason, message } = outcome.order;
  const late = await orders.applyResult(orderId, { status: 'cancelled', venueOrderId: 'v1' });
  assert.deepEqual([late.order.state, late.order.reason, late.order.message], ['rejected', reason, message]);
});

test('a market that resolves closes what is open at what it paid, without a place on the tape', async () => {
  const { tradingOver, orders } = await openTradeBench();
  await tradingOver().trade(TRADER, REQUEST);
  assert.equal(await orders.closePositions('kalshi', 't-1', 1), 1);
  assert.equal(await orders.closePositions('kalshi', 't-1', 1), 0);
  assert.deepEqual(await orders.listPositions(TRADER.botId, 'mock'), []);
  const [score] = await orders.listScores('mock', 10);
  // 20 shares were bought at 0.50 and pay 1 each.
  assert.deepEqual(
    [score?.realizedMicroUsd, score?.fills, score?.closings, score?.wins],
    [10_000_000, 1, 1, 1],
  );
  assert.equal((await orders.readTape('mock', { limit: 50 })).length, 1);
});

test('a market that paid every buyer back closes at what was paid: nothing gained, nothing left open', async () => {
  const { tradingOver, orders } = await openTradeBench();
  await tradingOver().trade(TRADER, REQUEST);
  assert.equal(await orders.closePositions('kalshi', 't-1', null), 1);
  assert.deepEqual(await orders.listPositions(TRADER.botId, 'mock'), []);
  const [score] = await orders.listScores('mock', 10);
  assert.deepEqual([score?.realizedMicroUsd, score?.closings, score?.wins], [0, 1, 0]);
});

test('the fee of an order stays set aside for as long as its venue says that it rests', async () => {
  const { tradingOver, orders, ledger, time } = await openTradeBench();
  const resting = { status: 'resting' as const, venueOrderId: 'v1', fills: [] };
  await tradingOver({ send: async () => resting }).trade(TRADER, REQUEST);
  const [open] = await orders.listOpen(1);
  const afterDays = (days: number) => epochMs(NOW + days * DAY_MS);
  assert.equal((await ledger.listOverdueHolds(afterDays(1.1), 10)).length, 1);
  time.now = afterDays(1);
  await orders.applyResult((open as OpenOrder).orderId, resting);
  assert.equal((await ledger.listOverdueHolds(afterDays(1.9), 10)).length, 0);
  // An answer that does not say that the order rests extends no hold.
  await orders.applyResult((open as OpenOrder).orderId, { status: 'unknown', message: 'no answer' });
  assert.equal((await ledger.listOverdueHolds(afterDays(2.1), 10)).length, 1);
});

test('what a bot did is counted as it happens', async () => {
  const { tradingOver, orders } = await openTradeBench();
  const trading = tradingOver();
  await trading.trade(TRADER, REQUEST);
  await trading.trade(TRADER, REQUEST);
  await trading.trade(TRADER, { ...REQUEST, clientOrderId: 'two', sizeUsd: 0.5 });
  assert.deepEqual(await orders.readActivity(TRADER.botId, 'mock'), {
    orderRecords: 2,
    filled: 1,
    fills: 1,
    accessFeesMicroUsd: FEE,
  });
  assert.equal((await orders.readActivity('bot_2', 'mock')).orderRecords, 0);
});

test('the id under which a venue took an order is kept, also where its answer is not believed', async () => {
  const { tradingOver, orders, assertCharged } = await openTradeBench();
  const asked: (string | null)[] = [];
  const trading = tradingOver({
    send: async () => ({ status: 'unknown', message: 'about another order', venueOrderId: 'theirs' }),
    lookUp: async (_order, { venueOrderId }) => {
      asked.push(venueOrderId);
      return { status: 'rejected', reason: 'no_liquidity', message: 'it ended with nothing traded' };
    },
  });
  assert.equal(toState(await trading.trade(TRADER, REQUEST)), 'submitted');
  assert.equal((await orders.find(TRADER.botId, 'one'))?.venueOrderId, 'theirs');
  await trading.resolve({ botId: TRADER.botId, clientOrderId: 'one' });
  assert.deepEqual(asked, ['theirs']);
  await assertCharged(0);
});

test('a disk that fails between signing and sending ends the order unsent, and gives its fee back', async () => {
  const { tradingOver, orders, assertCharged } = await openTradeBench();
  const { submit } = orders;
  Object.assign(orders, { submit: () => Promise.reject(new Error('the disk is full')) });
  const trading = tradingOver({ send: () => assert.fail('it was sent') });
  await assert.rejects(trading.trade(TRADER, REQUEST), { message: 'the disk is full' });
  Object.assign(orders, { submit });
  const order = await orders.find(TRADER.botId, REQUEST.clientOrderId);
  assert.deepEqual([order?.state, order?.submittedAt], ['rejected', null]);
  await assertCharged(0);
});

test('an order of the other mode is not looked up: a mock venue would make up its end', async () => {
  const { tradingOver, orders } = await openTradeBench();
  const request = { ...TRADER, ...REQUEST, orderId: 'ord_live', mode: 'live', feeMicroUsd: FEE } as const;
  const { ref, ...terms } = request;
  const names = { venue: ref.venue, asset: ref.asset, storeKey: ref.storeKey };
  const opening = { mostOpenedMicroUsd: microUsd(10_000_000), opensMicroUsd: microUsd(10_000_000) };
  await orders.reserve({
    ...terms,
    ...names,
    ...opening,
    side: 'buy',
    sizeShares: null,
    isClose: false,
    exit: null,
    nets: false,
    splits: false,
  });
  const prepared = await tradingOver().trade(TRADER, { ...REQUEST, clientOrderId: 'mock' });
  assert.ok(prepared.status === 'done' && prepared.order.legs[0] !== undefined);
  await orders.submit('ord_live', [prepared.order.legs[0].prepared]);
  const { order: asked } = await tradingOver().resolve({
    botId: TRADER.botId,
    clientOrderId: REQUEST.clientOrderId,
  });
  assert.deepEqual([asked?.state, asked?.message, asked?.chargedMicroUsd], ['submitted', null, 0]);
});
