import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { dayQueries } from '../../../../test/support/recounted-days.ts';
import { migrate } from '../../../storage/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../storage/sqlite/migrations/index.ts';
import { SqliteStatements } from '../../../storage/sqlite/statements.ts';

const findStep = (end: string) => MIGRATIONS.findIndex(({ name }) => name.endsWith(end));

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
