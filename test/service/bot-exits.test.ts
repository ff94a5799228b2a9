import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { buildKalshiAsset, DAY_MS, epochMs } from '../../src/domain/index.ts';
import { startBotBench } from '../support/bot-bench.ts';
import { binary, HIGH, NOW, perp } from '../support/fixed-feed.ts';

type Bench = Awaited<ReturnType<typeof startBotBench>>;

const setPrice = ({ feed }: Bench, bid: number, ask: number, fetchedAt = NOW - 1_000) =>
  feed.set('hyperliquid', [{ ...perp(), bid, ask }], epochMs(fetchedAt));
const control = (bench: Bench, body: object) => bench.call('POST', '/api/bot/control', body);
const openSizes = async (bench: Bench) =>
  (await bench.call('GET', '/api/bot/status')).body.results.positions.map(
    (one: { size: number }) => one.size,
  );

/** The order of an exit. */
const findExit = ({ recentOrders }: { recentOrders: { exit: object | null }[] }) =>
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of answers as they please.
  recentOrders.find(({ exit }) => exit !== null) as any;

/** A bot that bought a thousandth of a coin at 80,000 and has these settings. */
async function holder(t: TestContext, settings: object, side = 'buy') {
  const bench = await startBotBench(t);
  setPrice(bench, 80_000, 80_010);
  await bench.trade({ side, sizeUsd: 80, markPrice: 80_000, clientOrderId: 'in' });
  await control(bench, settings);
  return bench;
}

test('a stop is judged by what one could get, not by the mark, and says what it cost beyond', async (t) => {
  const bench = await holder(t, { stopLossPct: 5 });
  setPrice(bench, 76_001, 90_000);
  await bench.bot.exitWatch.run();
  assert.deepEqual(await openSizes(bench), [0.001]);
  setPrice(bench, 75_000, 90_000);
  await bench.bot.exitWatch.run();
  const { body } = await bench.call('GET', '/api/bot/status');
  assert.equal(body.results.openPositions, 0);
  const order = findExit(body);
  assert.deepEqual(order.exit, {
    rule: 'stopLossPct',
    triggerPrice: 76_000,
    exitPrice: 75_000,
    beyondUsd: 1,
  });
  assert.equal(order.close, true);
});

test('a short position is judged by the ask, and a gain is taken', async (t) => {
  const bench = await holder(t, { takeProfitPct: 10 }, 'sell');
  setPrice(bench, 60_000, 72_001);
  await bench.bot.exitWatch.run();
  assert.deepEqual(await openSizes(bench), [-0.001]);
  setPrice(bench, 60_000, 72_000);
  await bench.bot.exitWatch.run();
  assert.deepEqual(await openSizes(bench), []);
});

test('a silent market closes nothing at a made-up price, and is an anomaly', async (t) => {
  const bench = await holder(t, { stopLossPct: 5 });
  setPrice(bench, 10, 11, NOW - 120_001);
  await bench.bot.exitWatch.run();
  assert.deepEqual(await openSizes(bench), [0.001]);
  const findings = await bench.bot.readFindings();
  assert.deepEqual(findings.unpricedPositions, [{ venue: 'hyperliquid', count: 1 }]);
  setPrice(bench, 80_000, 80_010);
  await bench.bot.exitWatch.run();
  assert.deepEqual((await bench.bot.readFindings()).unpricedPositions, []);
});

test('a market that ends soon, and one that was held for long, are left', async (t) => {
  const bench = await startBotBench(t);
  const ends = (inMs: number) =>
    bench.feed.set('kalshi', [binary(HIGH, { closeTime: epochMs(NOW + inMs) })], epochMs(NOW - 1_000));
  ends(7_200_000);
  await bench.call('POST', '/api/bot/trade', {
    venue: 'kalshi',
    asset: HIGH.asset,
    side: 'sell',
    sizeUsd: 20,
    markPrice: 0.42,
  });
  await control(bench, { closeBeforeEndMs: 3_600_000 });
  await bench.bot.exitWatch.run();
  assert.equal((await openSizes(bench)).length, 1);
  ends(3_600_000);
  await bench.bot.exitWatch.run();
  const { body } = await bench.call('GET', '/api/bot/status');
  const { exit, side, fills } = findExit(body);
  // No shares are given back at the ask of Yes.
  assert.deepEqual([exit.rule, side, fills[0].price], ['closeBeforeEndMs', 'buy', 0.43]);
  await bench.trade({ clientOrderId: 'held' });
  await control(bench, { maxHoldMs: 0 });
  await bench.bot.exitWatch.run();
  assert.deepEqual(await openSizes(bench), []);
});

test('the loss of a day cancels, closes and disables, and stays so until the bot is resumed', async (t) => {
  const bench = await holder(t, { enabled: true, maxDailyLossUsd: 3 });
  await bench.bot.exitWatch.run();
  setPrice(bench, 77_500, 77_510);
  await bench.bot.exitWatch.run();
  assert.equal((await openSizes(bench)).length, 1);
  const before = (await bench.call('GET', '/api/bot/status')).body.limits.find(
    ({ name }: { name: string }) => name === 'maxDailyLossUsd',
  );
  assert.deepEqual([before.used, before.left, before.reachedAtMs], [2.5, 0.5, null]);
  setPrice(bench, 76_900, 76_910);
  await bench.bot.exitWatch.run();
  await bench.bot.exitWatch.run();
  const { body } = await bench.call('GET', '/api/bot/status');
  assert.deepEqual([body.results.openPositions, body.config.enabled, body.closing], [0, false, null]);
  assert.deepEqual([body.stopped.lossUsd, body.stopped.limitUsd], [3.1, 3]);
  const refused = await bench.trade({ clientOrderId: 'again', markPrice: 76_900 });
  assert.deepEqual(
    [refused.body.outcome.reason, refused.body.outcome.order.limit],
    ['limit', 'maxDailyLossUsd'],
  );
  assert.match(refused.body.outcome.order.message, /until the control says resume: true/);
  const resumed = await control(bench, { resume: true });
  assert.equal(resumed.body.stopped, null);
  const placed = await bench.trade({ clientOrderId: 'resumed', markPrice: 76_900 });
  assert.equal(placed.body.outcome.status, 'filled');
  await bench.bot.exitWatch.run();
  assert.equal((await openSizes(bench)).length, 1, 'the loss counts anew');
});

test('everything is closed under a halt of openings and without money; under a halt of all nothing leaves', async (t) => {
  const bench = await startBotBench(t, { fees: 1 });
  setPrice(bench, 80_000, 80_010);
  await bench.trade({ sizeUsd: 80, markPrice: 80_000 });
  assert.equal((await bench.trade({ clientOrderId: 'poor' })).status, 402);
  await control(bench, { halt: 'all' });
  const locked = await bench.call('POST', '/api/bot/close-all', {});
  assert.deepEqual([locked.status, locked.body.error], [423, 'kill_switch']);
  assert.match(locked.body.message, /would still let positions be closed/);
  await control(bench, { halt: 'opening' });
  const halted = await bench.trade({ clientOrderId: 'open' });
  assert.deepEqual([halted.status, halted.body.outcome.status], [423, 'killed']);
  const { status, body } = await bench.call('POST', '/api/bot/close-all', {});
  assert.deepEqual([status, body.openPositions, body.orders.length], [200, 0, 1]);
  assert.deepEqual([body.orders[0].exit.rule, body.orders[0].fills[0].price], ['close_all', 80_000]);
  await bench.bot.exitWatch.run();
  const after = (await bench.call('GET', '/api/bot/status')).body;
  assert.deepEqual([after.closing, after.halt, after.owedMicroUsd], [null, 'opening', 10_000]);
});

test('a bot can close first and be halted then', async (t) => {
  const bench = await holder(t, {});
  const { body } = await control(bench, { kill: true, closeFirst: true });
  assert.deepEqual([body.halt, body.killed, body.closing.cause], ['opening', false, 'close_first']);
  await bench.bot.exitWatch.run();
  await bench.bot.exitWatch.run();
  const after = (await bench.call('GET', '/api/bot/status')).body;
  assert.deepEqual([after.results.openPositions, after.killed, after.closing], [0, true, null]);
});

test('an exit that is refused is tried again later and later, not each time', async (t) => {
  const bench = await holder(t, { stopLossPct: 5 });
  const venue = bench.bot.venues.get('hyperliquid');
  assert.ok(venue);
  Object.assign(venue, {
    prepare: async () => ({ status: 'rejected', reason: 'below_minimum', message: 'too small' }),
  });
  setPrice(bench, 70_000, 70_010);
  for (let looks = 0; looks < 3; looks++) await bench.bot.exitWatch.run();
  const { body } = await bench.call('GET', '/api/bot/status');
  const exits = body.recentOrders.filter(({ exit }: { exit: object | null }) => exit !== null);
  assert.deepEqual(
    exits.map(({ status, reason }: { status: string; reason: string }) => [status, reason]),
    [['rejected', 'below_minimum']],
  );
});

test('limits that say nothing or too much are refused, and a ceiling of the operator lies above them', async (t) => {
  const bench = await startBotBench(t, { env: { CROSSTAPE_BOT_MAX_EXPOSURE_USD: '30' } });
  for (const value of [-1, 'x', 1e10, true, [], '']) {
    const { status } = await control(bench, { maxExposureUsd: value });
    assert.equal(status, 400, String(value));
  }
  const notNumbers = await bench.app.inject({
    method: 'POST',
    url: '/api/bot/control',
    payload: '{"maxExposureUsd":NaN}',
    headers: { authorization: `Bearer ${bench.rawKey}`, 'content-type': 'application/json' },
  });
  assert.equal(notNumbers.statusCode, 400);
  assert.equal((await control(bench, { maxExposureUsd: 0 })).status, 200);
  const none = await bench.trade({ sizeUsd: 20, clientOrderId: 'none' });
  assert.deepEqual([none.body.outcome.status, none.body.outcome.reason], ['rejected', 'limit']);
  for (const body of [
    { stopLossPct: 0 },
    { stopLossPct: 101 },
    { maxOpenPositions: 1.5 },
    { maxHoldMs: -1 },
    { halt: 'some' },
    { halt: 'all', kill: true },
    { closeFirst: true },
    { resume: false },
  ]) {
    assert.equal((await control(bench, body)).status, 400, JSON.stringify(body));
  }
  const { body } = await control(bench, { maxExposureUsd: 1_000 });
  assert.equal(body.config.maxExposureUsd, 1_000);
  await bench.trade({ sizeUsd: 20, clientOrderId: 'a' });
  const refused = await bench.trade({ sizeUsd: 20, clientOrderId: 'b' });
  assert.deepEqual([refused.body.outcome.status, refused.body.outcome.reason], ['rejected', 'limit']);
  const status = (await bench.call('GET', '/api/bot/status')).body;
  const [limit] = status.limits;
  assert.deepEqual(limit, {
    name: 'maxExposureUsd',
    asset: null,
    limit: 30,
    ceiling: 30,
    used: 20,
    reserved: 0,
    left: 10,
    reachedAtMs: NOW,
  });
  assert.deepEqual(status.engine.warnings, []);
  assert.equal((await bench.trade({ sizeUsd: 10, clientOrderId: 'c' })).body.outcome.status, 'filled');
});

test('a reversal beyond a limit closes and says that it is partial', async (t) => {
  const bench = await holder(t, { maxExposureUsd: 90 });
  const { body } = await bench.trade({
    side: 'sell',
    sizeUsd: 400,
    markPrice: 80_000,
    clientOrderId: 'flip',
  });
  const { status, reason, order } = body.outcome;
  assert.deepEqual([status, reason, order.partial, order.limit], ['filled', 'limit', true, 'maxExposureUsd']);
  assert.deepEqual([order.filledSize, await openSizes(bench)], [0.001, []]);
  // Closed first, so that the other side has the room: it is whole.
  await bench.trade({ sizeUsd: 80, markPrice: 80_000, clientOrderId: 'in-2' });
  const whole = await bench.trade({ side: 'sell', sizeUsd: 160, markPrice: 80_000, clientOrderId: 'flip-2' });
  assert.equal(whole.body.outcome.order.partial, false);
  assert.deepEqual(await openSizes(bench), [-0.001]);
});

test('less than a lot is shown as dust, no order is placed for it, and it keeps no closing from its end', async (t) => {
  const bench = await startBotBench(t, { env: { CROSSTAPE_BOT_MOCK_FILLS: 'book' } });
  setPrice(bench, 80_000, 80_010);
  const { keys } = await bench.accounts.keys.store.list({ owner: 'owner_1', limit: 1 });
  const botId = keys[0]?.botId ?? '';
  // What is left after a close at a venue whose lot was finer once.
  await bench.database.changeRows(
    `INSERT INTO bot_position (bot_id, mode, venue, store_key, asset, size, cost, opened_at)
     VALUES (?, 'mock', 'hyperliquid', 'perp-btc', 'hl-BTC', '0.000009', 720000, 1)`,
    botId,
  );
  await control(bench, { maxHoldMs: 60_000 });
  await bench.bot.exitWatch.run();
  const before = (await bench.call('GET', '/api/bot/status')).body;
  assert.deepEqual([before.positions[0].dust, before.positions[0].size], [true, 0.000009]);
  assert.deepEqual(before.recentOrders, []);
  assert.equal((await bench.call('POST', '/api/bot/close-all', {})).status, 200);
  await bench.bot.exitWatch.run();
  const after = (await bench.call('GET', '/api/bot/status')).body;
  assert.deepEqual([after.closing, after.recentOrders], [null, []]);
});

/** Lets a venue refuse exits of these assets as long as they are in the set. */
function refuse(bench: Bench, venueId: 'hyperliquid' | 'kalshi', assets: ReadonlySet<string>): string[] {
  const venue = bench.bot.venues.get(venueId);
  assert.ok(venue);
  const prepare = venue.prepare.bind(venue);
  const asked: string[] = [];
  Object.assign(venue, {
    prepare: (...call: Parameters<typeof prepare>) => {
      const { asset } = call[0].ref;
      if (!assets.has(asset)) return prepare(...call);
      asked.push(asset);
      return Promise.resolve({ status: 'rejected', reason: 'no_liquidity', message: 'nobody buys' });
    },
  });
  return asked;
}

test('of 200 positions that are closed at once five are refused: the others leave, and those five come later', async (t) => {
  const bench = await startBotBench(t, { fees: 300 });
  const refs = Array.from({ length: 200 }, (_, i) => buildKalshiAsset(`T-${i}`));
  const list = (fetchedAt: number) =>
    bench.feed.set(
      'kalshi',
      refs.map((ref) => binary(ref, { yesBid: 0.4, yesAsk: 0.42, yesPrice: 0.41 })),
      epochMs(fetchedAt),
    );
  list(NOW - 1_000);
  const [first] = refs;
  assert.ok(first !== undefined);
  const placed = await bench.trade({ venue: 'kalshi', asset: first.asset, sizeUsd: 8, markPrice: 0.4 });
  assert.equal(placed.body.outcome.status, 'filled');
  const { keys } = await bench.accounts.keys.store.list({ owner: 'owner_1', limit: 1 });
  for (const { storeKey, asset } of refs.slice(1)) {
    await bench.database.changeRows(
      `INSERT INTO bot_position (bot_id, mode, venue, store_key, asset, size, cost, opened_at)
       VALUES (?, 'mock', 'kalshi', ?, ?, '20', 8000000, 1)`,
      keys[0]?.botId ?? '',
      storeKey,
      asset,
    );
  }
  const stuck = new Set(refs.slice(100, 105).map(({ asset }) => asset));
  const names = [...stuck].sort();
  const asked = refuse(bench, 'kalshi', stuck);
  const answer = await bench.call('POST', '/api/bot/close-all', {});
  assert.equal(answer.status, 200);
  for (let looks = 0; looks < 3; looks++) await bench.bot.exitWatch.run();
  const status = async () => (await bench.call('GET', '/api/bot/status')).body;
  const half = await status();
  assert.deepEqual(half.positions.map(({ asset }: { asset: string }) => asset).sort(), names);
  assert.equal(half.closing.cause, 'close_all');
  assert.deepEqual(asked.toSorted(), names, 'each was asked for once');
  const opening = await bench.trade({ clientOrderId: 'open' });
  assert.notEqual(opening.body.outcome.status, 'filled', 'nothing is opened meanwhile');
  stuck.clear();
  bench.travel(61_000);
  list(NOW + 60_000);
  for (let looks = 0; looks < 2; looks++) await bench.bot.exitWatch.run();
  const after = await status();
  assert.deepEqual([after.positions, after.closing], [[], null]);
});

test('a day that ends while its loss is closed: the closing goes on, and the bot stays stopped until it is resumed', async (t) => {
  const bench = await holder(t, { enabled: true, maxDailyLossUsd: 3 });
  await bench.bot.exitWatch.run();
  const stuck = new Set(['hl-BTC']);
  const asked = refuse(bench, 'hyperliquid', stuck);
  setPrice(bench, 76_900, 76_910);
  for (let looks = 0; looks < 2; looks++) await bench.bot.exitWatch.run();
  const status = async () => (await bench.call('GET', '/api/bot/status')).body;
  const before = await status();
  assert.equal(before.closing.cause, 'max_daily_loss');
  assert.equal(asked.length, 1);
  // Midnight comes, and prices with which the new day has lost nothing.
  bench.travel(DAY_MS);
  setPrice(bench, 76_900, 76_910, NOW + DAY_MS - 1_000);
  await bench.bot.exitWatch.run();
  const later = await status();
  assert.deepEqual([later.closing.cause, later.stopped.lossUsd], ['max_daily_loss', before.stopped.lossUsd]);
  assert.equal(asked.length, 2);
  stuck.clear();
  bench.travel(2 * 60_000 + 1_000);
  setPrice(bench, 76_900, 76_910, NOW + DAY_MS + 120_000);
  for (let looks = 0; looks < 2; looks++) await bench.bot.exitWatch.run();
  const after = await status();
  assert.deepEqual([after.positions, after.closing, after.config.enabled], [[], null, false]);
  const refused = await bench.trade({ clientOrderId: 'again', markPrice: 76_900 });
  assert.deepEqual(
    [refused.body.outcome.reason, refused.body.outcome.order.limit],
    ['limit', 'maxDailyLossUsd'],
  );
  assert.equal((await control(bench, { resume: true })).body.stopped, null);
});
