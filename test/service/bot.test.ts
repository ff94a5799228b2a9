import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { type AssetRef, epochMs, findAssetRef } from '../../src/domain/index.ts';
import { StorageUnavailableError } from '../../src/storage/service-database.ts';
import type { SqlValue } from '../../src/storage/statements.ts';
import { startBotBench } from '../support/bot-bench.ts';

test('a trade in mock mode: filled, charged once, seen in status and leaderboard', async (t) => {
  const { trade, call } = await startBotBench(t);
  const { status, body, headers } = await trade({ clientOrderId: 'one' });
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-store');
  assert.deepEqual(
    [body.execMode, body.outcome.status, body.outcome.chargedMicroUsd],
    ['mock', 'filled', 10_000],
  );
  const { asset, venueAsset, filledUsd, state } = body.outcome.order;
  assert.deepEqual([asset, venueAsset, filledUsd, state], ['hl-BTC', 'BTC', 12, 'filled']);

  const { body: seen } = await call('GET', '/api/bot/status');
  assert.deepEqual(seen.activity, { orderRecords: 1, filled: 1, fills: 1, accessFeesMicroUsd: 10_000 });
  assert.deepEqual([seen.authenticated, seen.balanceMicroUsd, seen.recentOrders.length], [true, 90_000, 1]);

  assert.deepEqual(seen.results, {
    positions: [
      {
        venue: 'hyperliquid',
        asset: 'hl-BTC',
        name: 'BTC',
        yesMeans: null,
        noMeans: null,
        size: 0.000137535816,
        avgPrice: 87_250.000392625,
        costUsd: 12,
      },
    ],
    openPositions: 1,
    realizedPnlUsd: 0,
    closings: 0,
    winRate: null,
    totalVolumeUsd: 12,
  });

  const { body: board } = await call('GET', '/api/bot/leaderboard', undefined, null);
  const [row] = board.leaderboard;
  assert.match(row.handle, /^[a-z]+-[a-z]+-[0-9a-f]{4}$/);
  assert.deepEqual([row.tradeCount, row.totalVolumeUsd, row.openPositions, row.winRate], [1, 12, 1, null]);
  assert.equal(JSON.stringify(board).includes('bot_'), false);
});

test('the same clientOrderId again is a duplicate and costs nothing; without one an id is made', async (t) => {
  const { trade } = await startBotBench(t);
  await trade({ clientOrderId: 'one' });
  const { body } = await trade({ clientOrderId: 'one', sizeUsd: 500 });
  assert.deepEqual(
    [body.outcome.status, body.outcome.chargedMicroUsd, body.outcome.order.sizeUsd],
    ['duplicate', 0, 12],
  );
  assert.deepEqual(body.outcome.differs, ['sizeUsd']);
  assert.deepEqual((await trade({ clientOrderId: 'one' })).body.outcome.differs, []);
  const other = { side: 'sell', sizeUsd: undefined, sizeShares: 1, asset: 'hl-ETH', markPrice: 2_000 };
  const far = (await trade({ ...other, clientOrderId: 'one' })).body.outcome;
  assert.deepEqual(far.differs, ['asset', 'side', 'sizeUsd', 'sizeShares', 'markPrice']);
  const close = { side: undefined, sizeUsd: undefined, close: true, clientOrderId: 'away' };
  await trade(close);
  assert.deepEqual((await trade(close)).body.outcome.differs, []);
  const opening = (await trade({ clientOrderId: 'away' })).body.outcome;
  assert.deepEqual(opening.differs, ['side', 'sizeUsd', 'close']);
  const [a, b] = [await trade(), await trade()];
  assert.notEqual(a.body.outcome.clientOrderId, b.body.outcome.clientOrderId);
});

test('an order sized in shares fills as many, and close trades what is open away', async (t) => {
  const { trade, call } = await startBotBench(t);
  const inShares = { sizeUsd: undefined, sizeShares: 0.25 };
  const bought = (await trade({ ...inShares, clientOrderId: 'one' })).body.outcome.order;
  assert.deepEqual(
    [bought.sizeUsd, bought.sizeShares, bought.close, bought.filledSize],
    [null, 0.25, false, 0.25],
  );
  const close = { sizeUsd: undefined, side: undefined, close: true };
  const closed = (await trade({ ...close, clientOrderId: 'two' })).body.outcome.order;
  assert.deepEqual(
    [closed.side, closed.sizeUsd, closed.sizeShares, closed.close, closed.filledSize],
    ['sell', null, null, true, 0.25],
  );
  assert.deepEqual((await call('GET', '/api/bot/status')).body.results.positions, []);
  const { outcome } = (await trade({ ...close, clientOrderId: 'three' })).body;
  assert.deepEqual([outcome.status, outcome.reason, outcome.chargedMicroUsd], ['rejected', 'no_position', 0]);
});

test('an order of the status says when it was, what its trade came to and what it was charged', async (t) => {
  const { trade, call } = await startBotBench(t);
  await trade({ clientOrderId: 'filled' });
  await trade({ clientOrderId: 'refused', sizeUsd: 1 });
  const { recentOrders } = (await call('GET', '/api/bot/status')).body;
  const rows = recentOrders.map((order: Record<string, unknown>) => [
    order.clientOrderId,
    order.venue,
    order.venueAsset,
    order.side,
    order.sizeUsd,
    order.status,
    order.feeAccessMicroUsd,
    order.t === order.createdAt,
  ]);
  assert.deepEqual(rows.sort(), [
    ['filled', 'hyperliquid', 'BTC', 'buy', 12, 'filled', 10_000, true],
    ['refused', 'hyperliquid', 'BTC', 'buy', 1, 'rejected', 0, true],
  ]);
});

test('a price that the caller named and that is not near the market is shown as such', async (t) => {
  const { trade, call } = await startBotBench(t);
  const near = (await trade({ clientOrderId: 'near' })).body.outcome.order;
  assert.equal(near.nearMarket, true);
  const cheap = (await trade({ clientOrderId: 'cheap', markPrice: 0.01 })).body.outcome.order;
  assert.deepEqual([cheap.state, cheap.nearMarket], ['filled', false]);
  const { body: board } = await call('GET', '/api/bot/leaderboard', undefined, null);
  assert.equal(board.fills, 'mark');
  assert.deepEqual([board.leaderboard[0].tradeCount, board.leaderboard[0].farFills], [2, 1]);
});

test('a mock sell of a binary gives back what the bot has, and buys No for the rest of its dollars', async (t) => {
  const { trade, call } = await startBotBench(t);
  const market = { venue: 'kalshi', asset: 'kalshi-kxhighny-26jul19-t80', markPrice: 0.4 };
  const buy = (await trade({ ...market, sizeUsd: 4, clientOrderId: 'buy' })).body.outcome.order;
  assert.deepEqual([buy.leg, buy.costUsd, buy.proceedsUsd, buy.filledSize], ['yes', 4, 0, 10]);
  const sell = { ...market, side: 'sell', sizeUsd: 10, clientOrderId: 'sell' };
  const both = (await trade(sell)).body.outcome.order;
  // Ten Yes bring 4; the other 6 buy ten No at 0.60.
  assert.deepEqual(
    [both.leg, both.costUsd, both.proceedsUsd, both.filledUsd, both.filledSize, both.fills.length],
    ['both', 6, 4, 10, 20, 2],
  );
  const legs = both.legs.map((leg: Record<string, unknown>) => [leg.leg, leg.state, leg.filledSize]);
  assert.deepEqual(legs, [
    ['yes', 'filled', 10],
    ['no', 'filled', 10],
  ]);
  const { results } = (await call('GET', '/api/bot/status')).body;
  assert.deepEqual([results.positions[0].size, results.totalVolumeUsd], [-10, 14]);
  // At a price of 0.02 an order of 12 once bought 600 shares of No.
  const cheap = { ...sell, markPrice: 0.02, sizeUsd: 12, clientOrderId: 'cheap' };
  assert.equal((await trade(cheap)).body.outcome.order.costUsd, 12);
});

test('orders at once in one market never give back the same shares twice', async (t) => {
  const { trade } = await startBotBench(t, { fees: 30 });
  const market = { venue: 'kalshi', asset: 'kalshi-kxhighny-26jul19-t80', markPrice: 0.4 };
  await trade({ ...market, sizeUsd: 4, clientOrderId: 'buy' });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      trade({ ...market, side: 'sell', sizeUsd: 10, clientOrderId: `sell-${i}` }),
    ),
  );
  const orders = answers.map(({ body }) => body.outcome.order);
  assert.equal(
    orders.reduce((sum, { proceedsUsd }) => sum + proceedsUsd, 0),
    4,
  );
  for (const { costUsd, filledUsd } of orders) assert.ok(costUsd <= 10 && filledUsd === 10);
});

test('too little credit is 402 with its outcome, and the id works after a top-up', async (t) => {
  const { trade } = await startBotBench(t, { fees: 0 });
  const { status, body } = await trade({ clientOrderId: 'one' });
  assert.deepEqual(
    [status, body.error, body.outcome.status],
    [402, 'insufficient_balance', 'insufficient_balance'],
  );
});

test('a killed bot is 423 and leaves nothing behind; kill wins until it is taken back', async (t) => {
  const { trade, call } = await startBotBench(t);
  assert.equal((await call('POST', '/api/bot/control', { kill: true, enabled: true })).body.killed, true);
  const refused = await trade({ clientOrderId: 'one' });
  assert.deepEqual(
    [refused.status, refused.body.error, refused.body.outcome.status],
    [423, 'kill_switch', 'killed'],
  );
  await call('POST', '/api/bot/control', { kill: false });
  assert.equal((await trade({ clientOrderId: 'one' })).body.outcome.status, 'filled');
});

test('what a venue does not have, or does not take, is rejected without a charge', async (t) => {
  const { trade } = await startBotBench(t);
  const rows: [changes: object, reason: string][] = [
    [{ asset: 'hl-NOPE' }, 'unknown_asset'],
    [{ sizeUsd: 9.99 }, 'below_minimum'],
    [
      { venue: 'kalshi', asset: 'kalshi-kxhighny-26jul19-t80', markPrice: 0.5, sizeUsd: 0.5 },
      'below_minimum',
    ],
  ];
  for (const [changes, reason] of rows) {
    const { status, body } = await trade(changes);
    assert.deepEqual(
      [status, body.outcome.status, body.outcome.reason, body.outcome.chargedMicroUsd],
      [200, 'rejected', reason, 0],
    );
  }
});

test('the engine trades for a bot that is on, says so in the status, and stops with the bot', async (t) => {
  const { bot, call, signals } = await startBotBench(t, { env: { CROSSTAPE_BOT_ENGINE: 'on' } });
  const ref = findAssetRef('hl-BTC') as AssetRef;
  signals.set('hl-BTC', { ref, direction: 'LONG', confidence: 0.8, feedAgeMs: 10, price: 87_250 });
  await call('POST', '/api/bot/control', { enabled: true, venues: ['hyperliquid'], assets: ['hl-BTC'] });
  await bot.engine?.runRound();
  const { body } = await call('GET', '/api/bot/status');
  assert.equal(body.system.engineLoop, true);
  const [{ t: _t, clientOrderId, ...decision }] = body.engine.decisions;
  assert.match(clientOrderId, /^eng:hl-BTC:\d+$/);
  assert.deepEqual(decision, {
    venue: 'hyperliquid',
    asset: 'hl-BTC',
    direction: 'LONG',
    confidence: 0.8,
    price: 87_252,
    action: 'open',
    side: 'buy',
    sizeUsd: 12,
    status: 'filled',
    reason: null,
  });
  assert.deepEqual(
    [body.recentOrders[0].source, body.recentOrders[0].clientOrderId, body.activity.accessFeesMicroUsd],
    ['engine', clientOrderId, 10_000],
  );
  assert.deepEqual((await call('GET', '/api/bot/status?decisions=0')).body.engine.decisions, []);
  for (const limit of ['-1', '1001', 'x']) {
    assert.equal((await call('GET', `/api/bot/status?decisions=${limit}`)).status, 400, limit);
  }
});

test('the engine does not run where it is off, or where no live order could be placed', async (t) => {
  const rows = [
    {},
    { CROSSTAPE_BOT_ENGINE: 'on', CROSSTAPE_BOT_EXEC_MODE: 'live' },
    { CROSSTAPE_BOT_ENGINE: 'on', CROSSTAPE_BOT_EXEC_MODE: 'live', CROSSTAPE_BOT_LIVE_EXECUTION: 'on' },
  ];
  for (const env of rows) {
    const { bot, call } = await startBotBench(t, { env });
    assert.equal(bot.engine, null);
    assert.equal((await call('GET', '/api/bot/status', undefined, null)).body.system.engineLoop, false);
  }
});

test('a bot whose key was revoked or has expired does not trade', async (t) => {
  const { accounts, issue } = await startBotBench(t);
  const { record } = await issue('owner_1');
  const { store } = accounts.keys;
  const { issued } = (await store.rotate(record.hash, 0)) as { issued: { record: { hash: string } } };
  assert.equal((await store.findByBot(record.botId))?.hash, issued.record.hash);
  await store.revoke({ kind: 'key', hash: issued.record.hash });
  assert.equal(await store.findByBot(record.botId), null);
  const { record: over } = await issue('owner_1', { expiresAt: epochMs(1) });
  assert.equal(await store.findByBot(over.botId), null);
});

test('an order of an earlier run that cannot be looked up holds up neither the others nor the start', async (t) => {
  const { bot } = await startBotBench(t, {
    before: async ({ changeRows }) => {
      const insert = (...values: SqlValue[]) =>
        changeRows(
          `INSERT INTO bot_order (order_id, bot_id, owner, mode, client_order_id, source, venue, asset, store_key,
             venue_asset, side, size_usd, mark_price, fee, state, prepared, submitted_at, created_at, updated_at)
           VALUES (?1, 'bot_1', 'owner_1', ?2, ?1, 'trade', 'kalshi', 'kalshi-T', 't', 'T', 'buy', 1, 0.5, 0, ?3, ?4, ?5, ?6, ?6)`,
          ...values,
        );
      // No key opens the credential that the first one was sent with.
      await insert('ord_1', 'live', 'submitted', '{}', 1, 1);
      await insert('ord_2', 'mock', 'reserved', null, null, 2);
    },
  });
  const states = (await bot.orders.listRecent('bot_1', 10)).map(({ orderId, state }) => [orderId, state]);
  assert.deepEqual(states, [
    ['ord_2', 'rejected'],
    ['ord_1', 'submitted'],
  ]);
});

test('a disk that fails while an order is stored is 503, and nothing is left of the order', async (t) => {
  const { bot, trade } = await startBotBench(t);
  const record = bot.orders.record.bind(bot.orders);
  const fails = async () => {
    throw new StorageUnavailableError('database or disk is full');
  };
  Object.assign(bot.orders, { record: fails });
  const { status, body } = await trade({ clientOrderId: 'one' });
  assert.deepEqual([status, body.error], [503, 'ledger_unavailable']);
  Object.assign(bot.orders, { record });
  const { body: again } = await trade({ clientOrderId: 'one' });
  assert.equal(again.outcome.status, 'filled');
});

test('the leaderboard has its limits', async (t) => {
  const { call } = await startBotBench(t);
  for (const limit of ['0', '201', 'x']) {
    assert.equal(
      (await call('GET', `/api/bot/leaderboard?limit=${limit}`, undefined, null)).status,
      400,
      limit,
    );
  }
});

test('until its venue has answered since the start a trade is 503 warming_up, and its id stays free', async (t) => {
  const { feed, trade, call } = await startBotBench(t);
  const earlier = await trade({ clientOrderId: 'earlier' });
  assert.equal(earlier.body.outcome.status, 'filled');
  const listed = feed.snapshots.get('hyperliquid');
  assert.ok(listed);
  feed.snapshots.delete('hyperliquid');
  const early = await trade({ clientOrderId: 'early' });
  assert.deepEqual([early.status, early.body.error], [503, 'warming_up']);
  assert.equal(early.headers['retry-after'], '2');
  assert.equal((await trade({ clientOrderId: 'earlier' })).body.outcome.status, 'duplicate');
  const { body } = await call('GET', '/api/bot/status');
  assert.equal(body.activity.orderRecords, 1, 'nothing is remembered');
  feed.snapshots.set('hyperliquid', listed);
  assert.equal((await trade({ clientOrderId: 'early' })).body.outcome.status, 'filled');
  // What no venue lists is refused as such once the venue has answered.
  const unknown = await trade({ clientOrderId: 'unknown', asset: 'hl-nobody' });
  assert.equal(unknown.body.outcome.reason, 'unknown_asset');
});

test('a live trade needs its second switch and a vault that opens; the id stays free', async (t) => {
  const live = { CROSSTAPE_BOT_EXEC_MODE: 'live' };
  const allowed = { ...live, CROSSTAPE_BOT_LIVE_EXECUTION: 'on' };
  const kek = Buffer.alloc(32, 7).toString('base64');
  const rows: [env: Record<string, string>, vaultKeys: string | null, error: string][] = [
    [live, kek, 'live_execution_disabled'],
    [allowed, null, 'vault_not_configured'],
  ];
  for (const [env, vaultKeys, error] of rows) {
    const { trade, call } = await startBotBench(t, { env, vaultKeys });
    const refused = await trade({ clientOrderId: 'one' });
    assert.deepEqual(
      [refused.status, refused.body.error, refused.headers['cache-control']],
      [503, error, 'no-store'],
    );
    const { body } = await call('GET', '/api/bot/status');
    assert.deepEqual([body.system.execMode, body.recentOrders], ['live', []]);
  }
  // Allowed and open, and nothing is connected: an outcome, not a refusal.
  const { trade } = await startBotBench(t, { env: allowed, vaultKeys: kek });
  const { status, body } = await trade({ clientOrderId: 'one' });
  assert.deepEqual(
    [status, body.execMode, body.outcome.status, body.outcome.reason, body.outcome.chargedMicroUsd],
    [200, 'live', 'rejected', 'no_credentials', 0],
  );
});

test('a vault under another key stays closed and keeps what it holds; the right key opens it again', async (t) => {
  const [right, wrong] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const secret = { keyId: 'c4a3e1f0-7b1d-4b5e-9b60-0f8f7d1f2a3b', privateKeyPem };
  const put = { venue: 'kalshi', kind: 'apiKey', secret };
  const first = await startBotBench(t, { vaultKeys: right });
  const stored = await first.call('POST', '/api/bot/credentials', put);
  assert.equal(stored.body.connected[0].usable, true);
  const again = { database: first.database, accounts: first.accounts };
  const closed = await startBotBench(t, { vaultKeys: wrong, over: again });
  const { body } = await closed.call('GET', '/api/bot/credentials', undefined, first.rawKey);
  assert.deepEqual([body.vaultEnabled, body.connected.length], [false, 1]);
  assert.deepEqual(
    [body.connected[0].usable, body.connected[0].problem],
    [false, 'the credential vault does not open: the operator has to set its key'],
  );
  const refused = await closed.call('POST', '/api/bot/credentials', put, first.rawKey);
  assert.deepEqual([refused.status, refused.body.error], [503, 'vault_not_configured']);
  // Mock orders need no vault.
  assert.equal((await closed.trade({}, first.rawKey)).body.outcome.status, 'filled');
  const open = await startBotBench(t, { vaultKeys: right, over: again });
  assert.equal(
    (await open.call('GET', '/api/bot/credentials', undefined, first.rawKey)).body.vaultEnabled,
    true,
  );
});

test('an order whose answer never came is resting and unconfirmed; one that the venue holds is resting', async (t) => {
  const { bot, trade, call } = await startBotBench(t);
  const venue = bot.venues.get('hyperliquid');
  assert.ok(venue);
  const send = (outcome: object) => Object.assign(venue, { send: async () => outcome });
  send({ status: 'unknown', message: 'no answer in time' });
  const lost = (await trade({ clientOrderId: 'one' })).body.outcome;
  assert.deepEqual(
    [lost.status, lost.reason, lost.chargedMicroUsd, lost.order.state],
    ['resting', 'unconfirmed', 0, 'submitted'],
  );
  send({ status: 'resting', venueOrderId: 'v1', fills: [] });
  const held = (await trade({ clientOrderId: 'two' })).body.outcome;
  assert.deepEqual(
    [held.status, held.reason, held.chargedMicroUsd, held.order.venueOrderId],
    ['resting', undefined, 0, 'v1'],
  );
  const { body } = await call('GET', '/api/bot/status');
  assert.deepEqual(body.activity, { orderRecords: 2, filled: 0, fills: 0, accessFeesMicroUsd: 0 });
});
