import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { dayQueries } from '../../../../test/support/recounted-days.ts';
import { migrate } from '../../../storage/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../storage/sqlite/migrations/index.ts';
import { SqliteStatements } from '../../../storage/sqlite/statements.ts';
import { toOrder } from '../operations/order-row.ts';
import type { BotOrder } from '../order.ts';
import { prepareOrderRows } from './order-rows.ts';

const findStep = (end: string) => MIGRATIONS.findIndex(({ name }) => name.endsWith(end));

/** A database as the version before orders of two legs left it, brought to this one. */
function upgrade(fill: (db: DatabaseSync) => void): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  migrate(db, MIGRATIONS.slice(0, findStep('-order-sizes')));
  fill(db);
  migrate(db, MIGRATIONS);
  return db;
}

function readOrder(statements: SqliteStatements, orderId: string): BotOrder | null {
  const rows = prepareOrderRows(statements);
  const row = rows.findOrder(orderId);
  return row === null ? null : toOrder(row, rows.listFills(orderId));
}

const PREPARED = { format: 1, venue: 'polymarket', venueClientId: '0xhash', body: '{}', details: {} };

function insertOrder(db: DatabaseSync, id: string, side: string, leg: 'yes' | 'no' | null, state = 'filled') {
  db.prepare(
    `INSERT INTO bot_order (order_id, bot_id, owner, mode, client_order_id, source, venue, asset, store_key, venue_asset,
       side, size_usd, mark_price, fee, state, prepared, venue_order_id, created_at, submitted_at, updated_at)
     VALUES (?1, 'bot_1', 'alice', 'live', ?1, 'trade', 'polymarket', 'pm-m', 'm', 'm', ?2, 10, 0.4, 0, ?3, ?4, 'v', 1, 2, 3)`,
  ).run(id, side, state, JSON.stringify({ ...PREPARED, side, leg }));
}

function insertFill(db: DatabaseSync, orderId: string, size: string, notionalMicroUsd: number) {
  db.prepare(
    `INSERT INTO bot_fill (order_id, fill_id, bot_id, mode, t, price, size, usd) VALUES (?, 'f', 'bot_1', 'live', 4, '0.4', ?, ?)`,
  ).run(orderId, size, notionalMicroUsd);
}

/** Indexes and columns that later steps add: they are no vocabulary. */
const LATER_INDEXES = new Set([
  'bot_closing_by_time',
  'bot_closing_settled',
  'bot_control_closing',
  'bot_order_ended',
  'bot_order_ended_in_market',
  'bot_order_of_owner',
  'bot_paper_taken_market',
]);
const LATER_COLUMNS = new Set([
  'basis',
  'fill_kind',
  'place',
  'opens',
  'restriction',
  'exit_cause',
  'opened_at',
  'paper',
  'resolved_at',
]);

test('orders of an earlier version read as orders of one leg, in dollars', (t) => {
  const db = upgrade((old) => {
    insertOrder(old, 'open', 'buy', 'yes', 'submitted');
    insertOrder(old, 'done', 'buy', 'yes');
    insertFill(old, 'done', '25', 10_000_000);
  });
  t.after(() => db.close());
  const open = readOrder(new SqliteStatements(db), 'open');
  assert.deepEqual(
    [open?.sizeUsd, open?.sizeShares, open?.isClose, open?.state, open?.legs.length],
    [10, null, false, 'submitted', 1],
  );
  const [leg] = open?.legs ?? [];
  assert.deepEqual(
    [leg?.state, leg?.venueOrderId, leg?.submittedAt, leg?.prepared.venueClientId],
    ['submitted', 'v', 2, '0xhash'],
  );
  const [fill] = readOrder(new SqliteStatements(db), 'done')?.fills ?? [];
  assert.deepEqual([fill?.costMicroUsd, fill?.proceedsMicroUsd, fill?.leg], [10_000_000, 0, 0]);
});

test('orders, fills and their numbers survive that vocabularies leave the schema, and words may be new', (t) => {
  const tables = ['bot_order', 'bot_fill', 'bot_failed_fill', 'bot_closing'];
  const readAll = (db: DatabaseSync) =>
    tables.map((table) =>
      db
        .prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)
        .all()
        .map((row) => ({ ...row })),
    );
  const listIndexes = (db: DatabaseSync) =>
    db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name LIKE 'bot_%' ORDER BY name")
      .all()
      .map(({ name }) => String(name).replace('_next', ''));
  let before: ReturnType<typeof readAll> = [];
  let indexes: string[] = [];
  const db = upgrade((old) => {
    insertOrder(old, 'first', 'buy', 'yes');
    insertOrder(old, 'second', 'sell', 'no', 'resting');
    insertFill(old, 'first', '25', 10_000_000);
    insertFill(old, 'second', '5', 2_000_000);
    old.exec(`
      INSERT INTO bot_failed_fill SELECT order_id, fill_id, t, price, size, usd, 9 FROM bot_fill;
      DELETE FROM bot_fill WHERE order_id = 'second';
      INSERT INTO bot_closing VALUES (7, 'bot_1', 'live', 'polymarket', 'm', 5, 'trade', -3);
    `);
    migrate(old, MIGRATIONS.slice(0, findStep('-order-words')));
    before = readAll(old);
    indexes = listIndexes(old);
  });
  t.after(() => db.close());
  const sort = (row: object) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !LATER_COLUMNS.has(name))
        .sort(),
    );
  const closed = ({ size: _size, cost: _cost, ...row }: Record<string, unknown>) => row;
  const [orders, fills, failed, closings = []] = readAll(db).map((rows) => rows.map(sort));
  assert.deepEqual(
    [orders, fills, failed, closings.map(closed)],
    before.map((rows) => rows.map(sort)),
  );
  assert.deepEqual(
    listIndexes(db).filter((name) => !LATER_INDEXES.has(name)),
    indexes,
  );
  insertFill(db, 'second', '1', 1);
  assert.equal(db.prepare("SELECT seq FROM bot_fill WHERE order_id = 'second'").get()?.seq, 3);
  db.exec("UPDATE bot_order SET state = 'expired', source = 'import' WHERE order_id = 'first'");
  assert.deepEqual(db.prepare('PRAGMA foreign_key_check').all(), []);
  assert.throws(() => insertFill(db, 'none', '1', 1), /FOREIGN KEY/);
  const text = db
    .prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL')
    .all()
    .map(({ sql }) => String(sql));
  assert.ok(!text.some((sql) => /_next/.test(sql)));
});

test('fills of No say what they moved, and volumes follow', (t) => {
  const db = upgrade((old) => {
    // 25 shares at 0.4 in Yes terms: bought as No they cost 15 USD, given back as No they bring 15.
    const rows = [
      ['bought', 'sell', 'no'],
      ['given', 'buy', 'no'],
      ['sold', 'sell', 'yes'],
      ['short', 'sell', null],
    ] as const;
    for (const [id, side, leg] of rows) {
      insertOrder(old, id, side, leg);
      insertFill(old, id, '25', 10_000_000);
    }
    old.exec("INSERT INTO bot_score (bot_id, mode, fills, volume) VALUES ('bot_1', 'live', 4, 40000000)");
  });
  t.after(() => db.close());
  const readMoney = (id: string) => {
    const [fill] = readOrder(new SqliteStatements(db), id)?.fills ?? [];
    return [fill?.costMicroUsd, fill?.proceedsMicroUsd];
  };
  assert.deepEqual(readMoney('bought'), [15_000_000, 0]);
  assert.deepEqual(readMoney('given'), [0, 15_000_000]);
  assert.deepEqual(readMoney('sold'), [0, 10_000_000]);
  assert.deepEqual(readMoney('short'), [0, 10_000_000]);
  assert.deepEqual(
    { ...db.prepare('SELECT volume, far_fills FROM bot_score').get() },
    { volume: 50_000_000, far_fills: 0 },
  );
});

test('days of an earlier version are summed once, with what cannot be counted at the largest number', async (t) => {
  const db = new DatabaseSync(':memory:');
  t.after(() => db.close());
  migrate(db, MIGRATIONS.slice(0, findStep('-bot-days')));
  const [day, most] = [86_400_000, Number.MAX_SAFE_INTEGER];
  for (const [id, side] of [
    ['first', 'buy'],
    ['second', 'sell'],
    ['third', 'sell'],
  ] as const) {
    insertOrder(db, id, side, 'yes');
    insertFill(db, id, '25', 10_000_000);
  }
  db.exec(`
    UPDATE bot_order SET fee = 5, charged = 5;
    UPDATE bot_order SET created_at = ${day} WHERE order_id = 'second';
    UPDATE bot_fill SET venue_fee = 7, proceeds = 10000000 WHERE order_id <> 'third';
    UPDATE bot_fill SET fill_kind = 'liquidation', t = ${2 * day + 1} WHERE order_id = 'third';
    INSERT INTO bot_closing (bot_id, mode, venue, store_key, t, kind, realized) VALUES
      ('bot_1', 'live', 'polymarket', 'm', 5, 'trade', -3), ('bot_1', 'live', 'polymarket', 'm', 5, 'settlement', 9),
      ('bot_1', 'live', 'polymarket', 'm', ${day}, 'reopened', -9);
  `);
  const closing = db.prepare(
    `INSERT INTO bot_closing (bot_id, mode, venue, store_key, t, kind, realized) VALUES ('rich', 'mock', 'kalshi', 'k', 1, 'trade', ?)`,
  );
  for (let i = 0; i < 1_025; i++) closing.run(most);
  migrate(db, MIGRATIONS);
  const queries = dayQueries(new SqliteStatements(db));
  const { kept, counted } = await queries.read('bot_1');
  assert.deepEqual(kept, counted);
  assert.deepEqual(Object.keys(kept), ['0', String(day), String(2 * day)]);
  const rich = db.prepare(`SELECT gain, wins FROM bot_day WHERE bot_id = 'rich'`).get();
  assert.deepEqual({ ...rich }, { gain: most, wins: 1_025 });
});
