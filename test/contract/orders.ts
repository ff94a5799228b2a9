import assert from 'node:assert/strict';
import { toAssetAccount } from '../../src/billing/ledger/chart.ts';
import type { PreparedOrder } from '../../src/bot/execution/index.ts';
import type { KnownLegs, OrderResult } from '../../src/bot/orders/order-store.ts';
import { DAY_MS, epochMs, microUsd } from '../../src/domain/index.ts';
import { ledgerSteps } from '../support/ledger-steps.ts';
import {
  BOT,
  buildFill,
  checksOver,
  FEE,
  NOW,
  type OpenOrderStores,
  OWNER,
  PREPARED,
  requestOrder,
} from '../support/order-stores.ts';

const RESTING: OrderResult = { status: 'resting', venueOrderId: 'v', fills: [] };
const REFUSED: OrderResult = { status: 'rejected', reason: 'no_liquidity', message: 'nothing there' };
const LOST: OrderResult = { status: 'unknown', message: 'no answer' };
const buildFilled = (...fills: ReturnType<typeof buildFill>[]): OrderResult => ({
  status: 'filled',
  venueOrderId: 'v',
  fills,
});
/** Yes is given back, then No is bought. */
const TWO: readonly [PreparedOrder, PreparedOrder] = [
  { ...PREPARED, side: 'sell', leg: 'yes', venueClientId: 'yes' },
  { ...PREPARED, side: 'sell', leg: 'no', venueClientId: 'no' },
];
const buildPlaced = (result: OrderResult, sizedBy: string | null = null): KnownLegs => ({
  legs: [{ prepared: PREPARED, result }],
  sizedBy,
});

/** Defines the tests that every engine of the orders passes. */
export function describeOrders(engine: string, open: OpenOrderStores): void {
  const check = checksOver(engine, open);

  check('an order is stored with its fee set aside, as requested', async (bench) => {
    const { orders, assertMoney } = bench;
    const reserved = await orders.reserve(requestOrder('ord_1'));
    assert.ok(reserved.status === 'reserved');
    const { mostOpenedMicroUsd: _most, nets: _nets, splits: _splits, ...request } = requestOrder('ord_1');
    assert.deepEqual(reserved.order, {
      ...request,
      state: 'reserved',
      reason: null,
      message: null,
      legs: [],
      venueOrderId: null,
      createdAt: NOW,
      submittedAt: null,
      updatedAt: NOW,
      cancelRequestedAt: null,
      chargedMicroUsd: 0,
      isSettling: false,
      restriction: null,
      paper: null,
      fills: [],
    });
    assert.deepEqual(await orders.find(BOT, 'ord_1'), reserved.order);
    assert.equal(await orders.find('bot_2', 'ord_1'), null);
    await assertMoney(0, 1);
  });

  check('sizes in shares and closes come back as they went', async ({ orders }) => {
    const rows = [
      { sizeUsd: null, sizeShares: 0.25, isClose: false },
      { sizeUsd: null, sizeShares: null, isClose: true },
      { sizeUsd: 12.5, sizeShares: null, isClose: false },
    ];
    for (const [i, size] of rows.entries()) await orders.reserve(requestOrder(`ord_${i}`, size));
    const sizes = (await orders.listRecent(BOT, 10)).map(({ sizeUsd, sizeShares, isClose }) => {
      return { sizeUsd, sizeShares, isClose };
    });
    assert.deepEqual(sizes, rows.toReversed());
  });

  check('an id is used once, with any outcome; other bots may use it too', async ({ orders }) => {
    await orders.reserve(requestOrder('ord_1', { clientOrderId: 'one' }));
    const { order } = await orders.applyResult('ord_1', {
      status: 'not_sent',
      reason: 'other',
      message: 'why',
    });
    assert.deepEqual([order.state, order.reason, order.message], ['rejected', 'other', 'why']);
    const again = requestOrder('ord_2', { clientOrderId: 'one' });
    const duplicate = { status: 'duplicate', order };
    assert.deepEqual(await orders.preview(again), duplicate);
    assert.deepEqual(await orders.reserve(again), duplicate);
    assert.deepEqual(await orders.record(again, buildPlaced(RESTING)), duplicate);
    assert.equal((await orders.reserve({ ...again, botId: 'bot_2' })).status, 'reserved');
  });

  check('a halted bot and a lack of money refuse an order, and nothing of it is left', async (bench) => {
    const { orders, controls, assertMoney } = bench;
    const request = requestOrder('ord_1', { owner: 'owner_2' });
    const poor = { status: 'insufficient', balance: 0, available: 0, owed: 0 };
    assert.deepEqual(await orders.preview(request), poor);
    assert.deepEqual(await orders.reserve(request), poor);
    assert.deepEqual(await orders.preview({ ...request, feeMicroUsd: microUsd(0) }), {
      status: 'reserved',
      closing: null,
    });
    await controls.change(BOT, { halt: 'all' });
    assert.deepEqual(await orders.preview(request), { status: 'halted' });
    assert.deepEqual(await orders.reserve({ ...request, feeMicroUsd: microUsd(0) }), { status: 'halted' });
    assert.deepEqual(await orders.record(request, buildPlaced(RESTING)), { status: 'halted' });
    await controls.change(BOT, { halt: 'none' });
    await controls.startWith(true);
    assert.deepEqual(await orders.reserve(request), { status: 'halted' });
    assert.deepEqual(await orders.listRecent(BOT, 10), []);
    assert.equal((await orders.readActivity(BOT, 'live')).orderRecords, 0);
    await assertMoney(0);
  });

  check('an owner who owes is refused, no matter what is free', async ({ orders, ledger }) => {
    const taken = { scope: 'wh:stripe', idem: 'dispute', asset: toAssetAccount('stripe'), ref: null };
    await ledgerSteps(ledger).clawBack({ ...taken, owner: 'owner_2', amount: FEE });
    const refusal = { status: 'insufficient', balance: 0, available: 0, owed: FEE };
    assert.deepEqual(await orders.preview(requestOrder('ord_1', { owner: 'owner_2' })), refusal);
    assert.deepEqual(await orders.reserve(requestOrder('ord_1', { owner: 'owner_2' })), refusal);
  });

  check('what was signed is stored once, before anything leaves', async ({ orders, submit }) => {
    const order = await submit('ord_1');
    assert.deepEqual([order.state, order.submittedAt], ['submitted', NOW]);
    assert.deepEqual(order.legs, [
      {
        prepared: PREPARED,
        state: 'submitted',
        reason: null,
        message: null,
        venueOrderId: null,
        submittedAt: NOW,
        isSettling: false,
      },
    ]);
    await assert.rejects(orders.submit('ord_1', [PREPARED]), /cannot be submitted a second time/);
    await assert.rejects(orders.submit('ord_2', [PREPARED]), /no order ord_2/);
    await assert.rejects(orders.submit('ord_1', []), /nothing to send/);
  });

  check('a second leg waits for the end of the first', async ({ orders, assertMoney }) => {
    await orders.reserve(requestOrder('ord_1', { side: 'sell' }));
    const sent = await orders.submit('ord_1', TWO);
    assert.ok(sent.status === 'submitted');
    assert.deepEqual(
      sent.order.legs.map(({ state }) => state),
      ['submitted', 'reserved'],
    );
    await assert.rejects(orders.submitLeg('ord_1', 1), /leg 1 of order ord_1 cannot be submitted/);
    await assert.rejects(orders.applyResult('ord_1', LOST, 2), /no leg 2/);
    const first = await orders.applyResult('ord_1', REFUSED);
    assert.deepEqual([first.order.state, first.order.reason], ['submitted', null]);
    await orders.submitLeg('ord_1', 1);
    await assert.rejects(orders.submitLeg('ord_1', 1), /cannot be submitted/);
    await assertMoney(0, 1);
    const { order } = await orders.applyResult('ord_1', buildFilled(buildFill(10)), 1);
    assert.deepEqual([order.state, order.reason, order.venueOrderId], ['filled', null, 'v']);
    assert.deepEqual(
      order.legs.map(({ state, reason }) => [state, reason]),
      [
        ['rejected', 'no_liquidity'],
        ['filled', null],
      ],
    );
    assert.deepEqual([order.fills[0]?.leg, order.fills[0]?.costMicroUsd], [1, 5_000_000]);
    await assertMoney(1);
  });

  check('a fill is charged once, makes position, score and tape, and may be told again', async (bench) => {
    const { orders, submit, assertMoney } = bench;
    await submit('ord_1');
    const first = await orders.applyResult('ord_1', buildFilled(buildFill(20)));
    assert.deepEqual([first.order.state, first.order.chargedMicroUsd], ['filled', FEE]);
    assert.deepEqual(first.newFills, first.order.fills);
    const again = await orders.applyResult('ord_1', buildFilled(buildFill(20), buildFill(20)));
    assert.deepEqual([again.newFills, again.order.fills], [[], first.order.fills]);
    assert.deepEqual(await orders.listPositions(BOT, 'live'), [
      {
        venue: 'polymarket',
        asset: 'pm-m',
        storeKey: 'm',
        size: '20',
        costMicroUsd: 10_000_000,
        openedAt: NOW,
      },
    ]);
    assert.equal(await orders.readOpenSize(BOT, 'live', { venue: 'polymarket', storeKey: 'm' }), '20');
    assert.equal(await orders.readOpenSize(BOT, 'mock', { venue: 'polymarket', storeKey: 'm' }), '0');
    assert.deepEqual(await orders.findScore(BOT, 'live'), {
      botId: BOT,
      realizedMicroUsd: -10_000,
      fills: 1,
      farFills: 0,
      volumeMicroUsd: 10_000_000,
      closings: 0,
      wins: 0,
      openPositions: 1,
    });
    assert.deepEqual(await orders.readActivity(BOT, 'live'), {
      orderRecords: 1,
      filled: 1,
      fills: 1,
      accessFeesMicroUsd: FEE,
    });
    const [{ seq, ...tape } = { seq: 0 }] = await orders.readTape('live', { limit: 10 });
    assert.ok(seq > 0);
    assert.deepEqual(tape, {
      t: NOW,
      botId: BOT,
      venue: 'polymarket',
      venueAsset: 'm',
      side: 'buy',
      tradedMicroUsd: 10_000_000,
      price: '0.5',
      basis: 'stated',
    });
    await assertMoney(1);
  });

  check('what ended without a fill costs nothing; what comes late changes no words', async (bench) => {
    const { orders, submit, assertMoney } = bench;
    await submit('ord_1');
    await orders.applyResult('ord_1', REFUSED);
    const { order } = await orders.applyResult('ord_1', { status: 'cancelled', venueOrderId: 'v1' });
    assert.deepEqual(
      [order.state, order.reason, order.message],
      ['rejected', 'no_liquidity', 'nothing there'],
    );
    await assertMoney(0);
    // The hold is gone: a fill that is learnt now is stored and free.
    const late = await orders.applyResult('ord_1', buildFilled(buildFill(2)));
    assert.deepEqual([late.order.state, late.order.chargedMicroUsd], ['filled', 0]);
    await assertMoney(0);
  });

  check('a fee stays set aside for as long as the venue says that its order rests', async (bench) => {
    const { orders, submit, ledger, pass, assertMoney } = bench;
    await submit('ord_1');
    pass(DAY_MS - 1);
    await orders.applyResult('ord_1', LOST);
    assert.equal((await ledger.listOverdueHolds(epochMs(NOW + DAY_MS + 1), 10)).length, 1);
    await orders.applyResult('ord_1', RESTING);
    assert.deepEqual(await ledger.listOverdueHolds(epochMs(NOW + DAY_MS + 1), 10), []);
    await assertMoney(0, 1);
  });

  check('every end of an order ends its hold, so that none is left to expire', async (bench) => {
    const { orders, submit, ledger } = bench;
    const ends: readonly OrderResult[] = [
      REFUSED,
      { status: 'cancelled', venueOrderId: 'v' },
      { status: 'not_sent', reason: 'other', message: 'why' },
      { status: 'closed', message: 'nobody can be asked' },
      buildFilled(buildFill(2)),
    ];
    for (const [i, end] of ends.entries()) {
      await submit(`ord_${i}`);
      await orders.applyResult(`ord_${i}`, end);
    }
    assert.equal((await ledger.readBalance(OWNER)).heldMicroUsd, 0);
    assert.deepEqual(await ledger.listOverdueHolds(epochMs(NOW + 400 * DAY_MS), 10), []);
    // An order that may still fill keeps its hold, however long its venue says nothing.
    await submit('ord_lost');
    await orders.applyResult('ord_lost', LOST);
    assert.equal((await ledger.listOverdueHolds(epochMs(NOW + 400 * DAY_MS), 10)).length, 1);
  });

  check('an order whose outcome is known is stored whole, or not at all', async (bench) => {
    const { orders, assertMoney } = bench;
    const done = await orders.record(requestOrder('ord_1'), buildPlaced(buildFilled(buildFill(20))));
    assert.ok(done.status === 'recorded');
    assert.deepEqual(done.order, await orders.find(BOT, 'ord_1'));
    assert.deepEqual([done.order.state, done.newFills], ['filled', done.order.fills]);
    const refused = await orders.record(requestOrder('ord_2'), { legs: [], result: REFUSED });
    assert.ok(refused.status === 'recorded');
    assert.deepEqual([refused.order.state, refused.order.legs], ['rejected', []]);
    const twice = buildFilled({ ...buildFill(20), size: 'not a number' });
    await assert.rejects(orders.record(requestOrder('ord_3'), buildPlaced(twice)));
    assert.equal(await orders.find(BOT, 'ord_3'), null);
    assert.equal((await orders.readActivity(BOT, 'live')).orderRecords, 2);
    await assertMoney(1);
  });

  check('both legs of a placed order are settled in their order', async ({ orders, assertMoney }) => {
    const legs = TWO.map((prepared, i) => ({ prepared, result: buildFilled(buildFill(10, `fill-${i}`)) }));
    const done = await orders.record(requestOrder('ord_1', { side: 'sell' }), { legs, sizedBy: null });
    assert.ok(done.status === 'recorded');
    assert.deepEqual(
      done.order.legs.map(({ state }) => state),
      ['filled', 'filled'],
    );
    const money = done.order.fills.map((fill) => [fill.leg, fill.costMicroUsd, fill.proceedsMicroUsd]);
    assert.deepEqual(money, [
      [0, 0, 5_000_000],
      [1, 5_000_000, 0],
    ]);
    assert.deepEqual(done.newFills, done.order.fills);
    assert.equal((await orders.listPositions(BOT, 'live'))[0]?.size, '-20');
    await assertMoney(1);
  });

  check('an order that gives back what is open is stored only while that stands', async ({ orders }) => {
    await orders.record(requestOrder('ord_1'), buildPlaced(buildFilled(buildFill(20))));
    const sell = requestOrder('ord_2', { side: 'sell' });
    const give = (sizedBy: string) => ({
      legs: [{ prepared: TWO[0], result: buildFilled(buildFill(20)) }],
      sizedBy,
    });
    assert.deepEqual(await orders.record(sell, give('12')), { status: 'position_moved' });
    assert.equal(await orders.find(BOT, 'ord_2'), null);
    assert.equal((await orders.record(sell, give('20'))).status, 'recorded');
    // What buys more depends on nothing that could have moved.
    assert.equal((await orders.record(requestOrder('ord_3'), buildPlaced(RESTING, '20'))).status, 'recorded');
  });

  check('gains, losses and wins follow from what was closed', async ({ orders }) => {
    const trade = async (id: string, side: 'buy' | 'sell', price: number) => {
      const prepared = { ...PREPARED, side };
      const result = buildFilled({ ...buildFill(10, 'sum', price), venueFeeMicroUsd: null });
      await orders.record(requestOrder(id, { side }), { legs: [{ prepared, result }], sizedBy: null });
    };
    await trade('ord_1', 'buy', 0.5);
    await trade('ord_2', 'sell', 0.7);
    await trade('ord_3', 'buy', 0.5);
    await trade('ord_4', 'sell', 0.4);
    const score = await orders.findScore(BOT, 'live');
    assert.deepEqual(
      [score?.realizedMicroUsd, score?.closings, score?.wins, score?.openPositions],
      [1_000_000, 2, 1, 0],
    );
    assert.deepEqual(await orders.listPositions(BOT, 'live'), []);
  });

  check('a market that resolved closes every position in it once', async ({ orders }) => {
    for (const botId of [BOT, 'bot_2']) {
      const request = requestOrder(`ord_${botId}`, { botId });
      await orders.record(request, buildPlaced(buildFilled(buildFill(20))));
    }
    await orders.record(
      requestOrder('ord_other', { storeKey: 'n', asset: 'pm-n' }),
      buildPlaced(buildFilled(buildFill(20))),
    );
    assert.equal(await orders.closePositions('polymarket', 'm', 1), 2);
    assert.equal(await orders.closePositions('polymarket', 'm', 1), 0);
    assert.equal(await orders.closePositions('kalshi', 'n', 1), 0);
    const [score] = await orders.listScores('live', 1);
    // 20 shares that cost 0.50 paid 1 each; one order more of the first bot has cost a cent to the venue.
    assert.deepEqual(
      [score?.botId, score?.realizedMicroUsd, score?.closings, score?.wins, score?.fills],
      ['bot_2', 9_990_000, 1, 1, 1],
    );
    assert.equal(await orders.closePositions('polymarket', 'n', null), 1);
    const back = await orders.findScore(BOT, 'live');
    assert.deepEqual([back?.realizedMicroUsd, back?.closings, back?.wins], [9_980_000, 2, 1]);
    assert.equal((await orders.readTape('live', { limit: 10 })).length, 3);
  });

  check('a market with many holders closes for each of them', async ({ orders }) => {
    const bots = Array.from({ length: 60 }, (_, i) => `bot_${i}`);
    for (const botId of bots) {
      const request = requestOrder(`ord_${botId}`, { botId });
      await orders.record(request, buildPlaced(buildFilled(buildFill(20))));
    }
    assert.equal(await orders.closePositions('polymarket', 'm', 1), bots.length);
    assert.equal(await orders.closePositions('polymarket', 'm', 1), 0);
    for (const botId of bots) assert.deepEqual(await orders.listPositions(botId, 'live'), []);
  });

  check('sums of a bot stay at the largest number that can be read', async ({ orders }) => {
    const huge = { ...buildFill(1), notionalMicroUsd: Number.MAX_SAFE_INTEGER - 1 };
    for (const id of ['ord_1', 'ord_2'])
      await orders.record(requestOrder(id), buildPlaced(buildFilled(huge)));
    const score = await orders.findScore(BOT, 'live');
    assert.equal(score?.volumeMicroUsd, Number.MAX_SAFE_INTEGER);
    assert.equal((await orders.listPositions(BOT, 'live'))[0]?.costMicroUsd, Number.MAX_SAFE_INTEGER);
  });

  check('the first wish to cancel is stored for the bot alone, and not for what has ended', async (bench) => {
    const { orders, submit, pass } = bench;
    await submit('ord_1');
    assert.equal(await orders.requestCancel('bot_2', 'ord_1'), null);
    assert.equal(await orders.requestCancel(BOT, 'ord_2'), null);
    const first = await orders.requestCancel(BOT, 'ord_1');
    assert.deepEqual([first?.cancelRequestedAt, first?.updatedAt, first?.state], [NOW, NOW, 'submitted']);
    pass(5);
    assert.deepEqual(await orders.requestCancel(BOT, 'ord_1'), first);
    assert.equal((await orders.listOpen(10))[0]?.cancelRequestedAt, NOW);
    const { order } = await orders.applyResult('ord_1', { status: 'cancelled', venueOrderId: null });
    assert.deepEqual([order.state, order.cancelRequestedAt], ['cancelled', NOW]);
    await orders.reserve(requestOrder('ord_3'));
    await orders.applyResult('ord_3', REFUSED);
    assert.equal((await orders.requestCancel(BOT, 'ord_3'))?.cancelRequestedAt, null);
  });

  check('open orders come oldest first in pages, also those of one moment', async (bench) => {
    const { orders, pass } = bench;
    for (const i of [3, 1, 2]) await orders.reserve(requestOrder(`ord_${i}`));
    pass(1);
    await orders.reserve(requestOrder('ord_0'));
    await orders.applyResult('ord_2', REFUSED);
    const ids = (page: readonly { orderId: string }[]) => page.map(({ orderId }) => orderId);
    const first = await orders.listOpen(2);
    assert.deepEqual(ids(first), ['ord_1', 'ord_3']);
    const rest = await orders.listOpen(10, first.at(-1));
    assert.deepEqual(rest, [
      {
        orderId: 'ord_0',
        botId: BOT,
        clientOrderId: 'ord_0',
        venue: 'polymarket',
        state: 'reserved',
        createdAt: NOW + 1,
        updatedAt: NOW + 1,
        cancelRequestedAt: null,
        opensMicroUsd: 10_000_000,
      },
    ]);
    assert.deepEqual(ids(await orders.listRecent(BOT, 3)), ['ord_0', 'ord_3', 'ord_2']);
    assert.deepEqual(await orders.listRecent('bot_2', 3), []);
    const market = { venue: 'polymarket', storeKey: 'm' } as const;
    assert.equal(await orders.hasOpenOrder(BOT, 'live', market), true);
    assert.equal(await orders.hasOpenOrder(BOT, 'live', { ...market, storeKey: 'n' }), false);
    assert.equal(await orders.hasOpenOrder(BOT, 'live', { ...market, venue: 'limitless' }), false);
    assert.equal(await orders.hasOpenOrder(BOT, 'mock', market), false);
    for (const id of ['ord_0', 'ord_1', 'ord_3']) await orders.applyResult(id, REFUSED);
    assert.equal(await orders.hasOpenOrder(BOT, 'live', market), false);
  });

  check('orders without a known outcome are counted by venue once they are old', async ({ orders, pass }) => {
    const market = { venue: 'polymarket' } as const;
    for (const id of ['a', 'b', 'c', 'd']) await orders.reserve(requestOrder(id, market));
    for (const id of ['a', 'b', 'c']) await orders.submit(id, [PREPARED]);
    await orders.applyResult('a', LOST);
    await orders.applyResult('c', RESTING);
    assert.deepEqual(await orders.countUnconfirmed('live', 60_000), []);
    pass(60_001);
    assert.deepEqual(await orders.countUnconfirmed('live', 60_000), [{ ...market, count: 2 }]);
    assert.deepEqual(await orders.countUnconfirmed('mock', 60_000), []);
    await orders.applyResult('a', REFUSED);
    await orders.applyResult('b', buildFilled(buildFill(20)));
    assert.deepEqual(await orders.countUnconfirmed('live', 60_000), []);
  });

  check('markets with something open come by venue and key in pages', async ({ orders }) => {
    const markets = [
      ['polymarket', 'b'],
      ['kalshi', 'z'],
      ['polymarket', 'a'],
    ] as const;
    for (const [venue, storeKey] of markets) {
      for (const botId of [BOT, 'bot_2']) {
        const request = requestOrder(`ord_${storeKey}_${botId}`, { venue, storeKey, botId });
        await orders.record(request, buildPlaced(buildFilled(buildFill(1))));
      }
    }
    const first = await orders.listOpenMarkets(2);
    assert.deepEqual(first, [
      { venue: 'kalshi', storeKey: 'z' },
      { venue: 'polymarket', storeKey: 'a' },
    ]);
    assert.deepEqual(await orders.listOpenMarkets(2, first.at(-1)), [{ venue: 'polymarket', storeKey: 'b' }]);
  });

  check('bots rank by gain, then volume, in one mode', async ({ orders }) => {
    const trade = (botId: string, shares: number, mode: 'mock' | 'live' = 'live') =>
      orders.record(
        requestOrder(`ord_${botId}_${mode}`, { botId, mode }),
        buildPlaced(buildFilled({ ...buildFill(shares), venueFeeMicroUsd: botId === 'bot_3' ? -5 : 0 })),
      );
    await trade('bot_1', 2);
    await trade('bot_2', 9);
    await trade('bot_3', 1);
    // As good as the one before, and stored later.
    await trade('bot_0', 2);
    await trade('bot_4', 50, 'mock');
    await orders.reserve(requestOrder('ord_5', { botId: 'bot_5' }));
    const rank = async (limit: number) => (await orders.listScores('live', limit)).map(({ botId }) => botId);
    assert.deepEqual(await rank(10), ['bot_3', 'bot_2', 'bot_0', 'bot_1']);
    assert.deepEqual(await rank(1), ['bot_3']);
    assert.equal(await orders.findScore('bot_5', 'live'), null);
    assert.equal(await orders.findScore('bot_6', 'live'), null);
  });

  check('the tape has the newest fills of one mode oldest first, and those after a place', async (bench) => {
    const { orders } = bench;
    for (let i = 1; i <= 4; i++) {
      const mode = i === 2 ? 'mock' : 'live';
      await orders.record(requestOrder(`ord_${i}`, { mode }), buildPlaced(buildFilled(buildFill(i))));
    }
    const prices = (fills: readonly { tradedMicroUsd: number }[]) =>
      fills.map(({ tradedMicroUsd }) => tradedMicroUsd / 500_000);
    const newest = await orders.readTape('live', { limit: 2 });
    assert.deepEqual(prices(newest), [3, 4]);
    const [third] = newest;
    assert.deepEqual(prices(await orders.readTape('live', { afterSeq: third?.seq ?? 0, limit: 9 })), [4]);
    assert.deepEqual(prices(await orders.readTape('live', { afterSeq: 0, limit: 2 })), [1, 3]);
  });

  check('a restart keeps orders, money and results', async ({ orders, submit, reopen }) => {
    await submit('ord_1');
    await orders.record(requestOrder('ord_2'), buildPlaced(buildFilled(buildFill(20))));
    const [before, score] = [await orders.listRecent(BOT, 10), await orders.findScore(BOT, 'live')];
    const again = await reopen();
    assert.deepEqual(await again.orders.listRecent(BOT, 10), before);
    assert.deepEqual(await again.orders.findScore(BOT, 'live'), score);
    const { heldMicroUsd } = await again.ledger.readBalance(OWNER);
    assert.equal(heldMicroUsd, FEE);
    assert.equal(
      (await again.orders.applyResult('ord_1', buildFilled(buildFill(1)))).order.chargedMicroUsd,
      FEE,
    );
  });
}
