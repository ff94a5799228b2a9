import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import { migrate } from '../../src/storage/sqlite/migrate.ts';
import { MIGRATIONS } from '../../src/storage/sqlite/migrations/index.ts';
import { testAccounts } from '../support/account-bench.ts';
import { startBotBench } from '../support/bot-bench.ts';
import { NOW } from '../support/fixed-feed.ts';
import { emptyDirectory } from '../support/run-command.ts';
import { openSqliteDatabase } from '../support/service-database.ts';

const KALSHI = 'kxhighny-26jul19-t80';
/** The largest size that is kept: 1.1.0 cut those to it that were stored before orders had ceilings. */
const ENDLESS = '1000000000000000000';
const MAX = Number.MAX_SAFE_INTEGER;

interface OldOrder {
  readonly bot: string;
  readonly venue: string;
  readonly key: string;
  readonly asset: string;
  readonly side: 'buy' | 'sell';
  readonly markPrice: number;
  readonly price: string;
  readonly size: string;
  readonly usd: bigint;
}

const perp = (bot: string, key: string): OldOrder => ({
  bot,
  venue: 'hyperliquid',
  key: `perp-${key}`,
  asset: `hl-${key.toUpperCase()}`,
  side: 'buy',
  markPrice: 87_250,
  price: '87250',
  size: '91690.544412607449',
  usd: 8_000_000_000_000_000n,
});
const share = (bot: string, side: 'buy' | 'sell', price: string, size: string, usd: bigint): OldOrder => ({
  bot,
  venue: 'kalshi',
  key: KALSHI,
  asset: `kalshi-${KALSHI}`,
  side,
  markPrice: Number(price),
  price,
  size,
  usd,
});

/** What 1.1.0 kept of orders that were stored before they had ceilings. */
const ORDERS: readonly OldOrder[] = [
  // Three orders of 8e9 USD: their sum cannot be read.
  perp('bot_rich', 'btc'),
  perp('bot_rich', 'eth'),
  perp('bot_rich', 'sol'),
  // 1e6 USD at 1e-6, which pay 1e12 USD.
  share('bot_cheap', 'buy', '0.000001', '1000000000000', 1_000_000_000_000n),
  share('bot_least', 'sell', `0.${'0'.repeat(323)}5`, ENDLESS, 12_000_000n),
  share('bot_honest', 'buy', '0.5', '20', 10_000_000n),
];

/** The service database of 1.1.0 in which these orders were filled. */
function writeOldDatabase(dataDir: string): void {
  const db = new DatabaseSync(path.join(dataDir, 'service.sqlite'));
  migrate(db, MIGRATIONS.slice(0, 1));
  const order = db.prepare(
    `INSERT INTO bot_order (order_id, bot_id, owner, mode, client_order_id, source, venue, asset, store_key, venue_asset,
       side, size_usd, mark_price, fee, state, prepared, created_at, submitted_at, updated_at)
     VALUES (?1, ?2, 'owner_1', 'mock', ?1, 'trade', ?3, ?4, ?5, ?5, ?6, ?7, ?8, 0, 'filled', ?9, ?10, ?10, ?10)`,
  );
  const fill = db.prepare(
    `INSERT INTO bot_fill (order_id, fill_id, bot_id, mode, t, price, size, usd, venue_fee, cost, proceeds)
     VALUES (?1, '0', ?2, 'mock', ?3, ?4, ?5, ?6, 0, iif(?7 = 'buy', ?6, 0), iif(?7 = 'buy', 0, ?6))`,
  );
  const position = db.prepare("INSERT INTO bot_position VALUES (?, 'mock', ?, ?, ?, ?, ?)");
  const score = db.prepare(
    `INSERT INTO bot_score (bot_id, mode, fills, volume, orders, filled) VALUES (?1, 'mock', 1, ?2, 1, 1)
     ON CONFLICT DO UPDATE SET fills = fills + 1, volume = min(${MAX}, volume + ?2), orders = orders + 1, filled = filled + 1`,
  );
  for (const [i, { bot, venue, key, asset, side, markPrice, price, size, usd }] of ORDERS.entries()) {
    const orderId = `ord_${i}`;
    const isBinary = venue === 'kalshi';
    const prepared = JSON.stringify({
      format: 1,
      venue,
      account: 'mock',
      storeKey: key,
      venueAsset: key,
      side,
      leg: isBinary ? 'yes' : null,
      limitPrice: null,
      size,
      venueClientId: orderId,
      details: {},
      preparedAt: NOW,
      expiresAt: null,
      body: JSON.stringify({ rule: 'mark', sizeUsd: Number(usd) / 1e6, markPrice }),
    });
    order.run(orderId, bot, venue, asset, key, side, Number(usd) / 1e6, markPrice, prepared, NOW);
    fill.run(orderId, bot, NOW, price, size, usd, side);
    position.run(bot, venue, key, asset, side === 'buy' ? size : `-${size}`, usd);
    score.run(bot, usd);
  }
  db.close();
}

/** The service on a database of 1.1.0. */
async function startOnOldData(t: TestContext) {
  const dataDir = await emptyDirectory(t);
  writeOldDatabase(dataDir);
  const database = await openSqliteDatabase({ dataDir });
  t.after(() => database.close());
  const { accounts } = await testAccounts(t, { database, clock: () => epochMs(NOW), now: () => 0 });
  const bench = await startBotBench(t, { over: { accounts, database } });
  return {
    ...bench,
    dataDir,
    /** A key of a bot whose orders were stored before. */
    issueFor: async (bot: string) => {
      const { rawKey, record } = await bench.issue(`owner of ${bot}`.replaceAll(' ', '_'));
      const db = new DatabaseSync(path.join(dataDir, 'service.sqlite'));
      for (const table of ['bot_order', 'bot_fill', 'bot_position', 'bot_score']) {
        db.prepare(`UPDATE ${table} SET bot_id = ? WHERE bot_id = ?`).run(record.botId, bot);
      }
      db.close();
      return rawKey;
    },
  };
}

test('sums and sizes that no number holds were cut by 1.1.0: board, tape and each status answer', async (t) => {
  const { call, bot, issueFor } = await startOnOldData(t);
  const { status, body } = await call('GET', '/api/bot/leaderboard', undefined, null);
  assert.equal(status, 200);
  assert.equal(body.leaderboard.length, 4);
  assert.equal(
    Math.max(...body.leaderboard.map((row: { totalVolumeUsd: number }) => row.totalVolumeUsd)),
    MAX / 1e6,
  );
  assert.equal((await bot.tape.readNewest()).fills.length, ORDERS.length);
  for (const name of ['bot_rich', 'bot_cheap', 'bot_least', 'bot_honest']) {
    const answer = await call('GET', '/api/bot/status', undefined, await issueFor(name));
    assert.equal(answer.status, 200, name);
    const { recentOrders, results } = answer.body;
    assert.equal(recentOrders.length, name === 'bot_rich' ? 3 : 1, name);
    for (const { size } of [...results.positions, ...recentOrders[0].fills, ...recentOrders[0].legs]) {
      assert.ok(Number.isFinite(size) && size !== 0, `${name}: ${size}`);
    }
  }
});

test('an order beyond a ceiling is 400 and leaves nothing behind; its id stays free', async (t) => {
  const { trade, call } = await startBotBench(t, { fees: 20 });
  const kalshi = { venue: 'kalshi', asset: `kalshi-${KALSHI}` };
  const rows: [changes: object, message: RegExp][] = [
    [{ markPrice: 1e21 }, /^markPrice must be /],
    [{ markPrice: 5e-324 }, /^markPrice must be /],
    [{ ...kalshi, side: 'sell', markPrice: 5e-324 }, /^markPrice must be /],
    [{ sizeUsd: 1e10 }, /^sizeUsd must be /],
    [{ sizeUsd: undefined, sizeShares: 1e13 }, /^sizeShares must be /],
    [{ ...kalshi, sizeUsd: 1e6, markPrice: 1e-6 }, /^sizeUsd could pay more than 1000000000 USD/],
    [{ ...kalshi, sizeUsd: undefined, sizeShares: 2e9, markPrice: 0.5 }, /^sizeShares could pay more than/],
  ];
  for (const [changes, message] of rows) {
    const { status, body } = await trade({ clientOrderId: 'one', ...changes });
    assert.deepEqual([status, body.error], [400, 'validation_failed'], JSON.stringify(changes));
    assert.match(body.message, message);
  }
  assert.equal((await call('GET', '/api/bot/status')).body.activity.orderRecords, 0);
  assert.equal((await trade({ clientOrderId: 'one' })).body.outcome.status, 'filled');
  // The largest that is taken, more often than a whole number of micro-USD can count.
  for (let i = 0; i < 9; i++) {
    const largest = await trade({ clientOrderId: `largest-${i}`, sizeUsd: 1e9 });
    assert.equal(largest.body.outcome.status, 'filled', JSON.stringify(largest.body));
  }
  const closed = await trade({ clientOrderId: 'close', sizeUsd: undefined, side: undefined, close: true });
  assert.equal(closed.body.outcome.status, 'filled', 'no ceiling refuses a close');
  const board = await call('GET', '/api/bot/leaderboard', undefined, null);
  assert.equal(board.body.leaderboard[0].totalVolumeUsd, MAX / 1e6);
  assert.equal((await call('GET', '/api/bot/status')).status, 200);
});

test('a market in which such positions are open is settled for all bots', async (t) => {
  const { bot } = await startOnOldData(t);
  assert.equal(await bot.orders.closePositions('kalshi', KALSHI, 1), 3);
  assert.equal(await bot.orders.closePositions('kalshi', KALSHI, 1), 0);
  const scores = await bot.orders.listScores('mock', 10);
  const realized = Object.fromEntries(scores.map(({ botId, realizedMicroUsd }) => [botId, realizedMicroUsd]));
  assert.deepEqual(realized, {
    bot_cheap: MAX - 1_000_000_000_000,
    bot_honest: 10_000_000,
    bot_rich: 0,
    bot_least: 12_000_000 - MAX,
  });
});

test('a position that cannot be booked keeps no other bot of its market from its settlement', async (t) => {
  const { bot, dataDir } = await startOnOldData(t);
  // A fault that nobody foresaw: the size of one position is no number at all.
  const db = new DatabaseSync(path.join(dataDir, 'service.sqlite'));
  db.exec("UPDATE bot_position SET size = 'broken' WHERE bot_id = 'bot_cheap'");
  db.close();
  await assert.rejects(
    bot.orders.closePositions('kalshi', KALSHI, 1),
    /1 positions in kxhighny.* cannot be closed/,
  );
  const honest = await bot.orders.findScore('bot_honest', 'mock');
  assert.deepEqual([honest?.realizedMicroUsd, honest?.openPositions], [10_000_000, 0]);
  assert.equal((await bot.orders.findScore('bot_cheap', 'mock'))?.openPositions, 1, 'it stays as it is');
});
