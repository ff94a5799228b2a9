import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { migrate } from '../../../storage/sqlite/migrate.ts';
import { openWriter } from '../../../storage/sqlite/open.ts';
import { carryOver } from './carry-over.ts';

/** Two databases of the same past: three keys, two codes, a bot and the global switch. */
function openTwo(t: TestContext): { readonly old: DatabaseSync; readonly copy: DatabaseSync } {
  const [old, copy] = [1, 2].map(() => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-carry-'));
    const db = openWriter(dataDir);
    t.after(() => {
      db.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    migrate(db);
    const hasCancelled = db
      .prepare("SELECT 1 FROM pragma_table_info('voucher') WHERE name = 'cancelled_at'")
      .get();
    if (hasCancelled === undefined) db.exec('ALTER TABLE voucher ADD COLUMN cancelled_at INTEGER');
    db.exec("INSERT INTO owner (name, uid, created_at) VALUES ('ann', zeroblob(16), 1)");
    for (const key of ['a', 'b', 'c']) {
      db.prepare(
        `INSERT INTO api_key (hash, owner, tier, venues, created_at, bot_id) VALUES (?, 'ann', 'pro', '', 1, 'bot')`,
      ).run(key.repeat(64));
    }
    db.exec("INSERT INTO voucher (hash, amount, created_at) VALUES ('v1', 5, 1), ('v2', 5, 1)");
    db.exec(
      "INSERT INTO bot_control (bot_id, enabled, config, killed, changed_at) VALUES ('bot', 1, '{}', 0, 1)",
    );
    db.exec("INSERT INTO flag (name, value, changed_at) VALUES ('global_kill', 0, 1)");
    return db;
  }) as [DatabaseSync, DatabaseSync];
  return { old, copy };
}

const read = (db: DatabaseSync, sql: string) =>
  db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row));

test('what was ended since a copy was made is ended in it too, and nothing else', (t) => {
  const { old, copy } = openTwo(t);
  old.exec(`
    UPDATE api_key SET revoked_at = 50 WHERE hash LIKE 'a%';
    UPDATE api_key SET expires_at = 60 WHERE hash LIKE 'b%';
    UPDATE voucher SET cancelled_at = 70 WHERE hash = 'v1';
    UPDATE bot_control SET killed = 1, changed_at = 80;
    UPDATE flag SET value = 1, changed_at = 90;
  `);
  const carried = { revokedKeys: 1, shortenedKeys: 1, cancelledVouchers: 1, haltedBots: 2 };
  assert.deepEqual(carryOver(old, copy), carried);
  assert.deepEqual(
    read(copy, 'SELECT substr(hash, 1, 1), revoked_at, expires_at FROM api_key ORDER BY hash'),
    [
      ['a', 50, null],
      ['b', null, 60],
      ['c', null, null],
    ],
  );
  assert.deepEqual(read(copy, 'SELECT hash, cancelled_at FROM voucher ORDER BY hash'), [
    ['v1', 70],
    ['v2', null],
  ]);
  assert.deepEqual(read(copy, 'SELECT killed, changed_at FROM bot_control'), [[1, 80]]);
  assert.deepEqual(read(copy, 'SELECT value, changed_at FROM flag'), [[1, 90]]);
  const nothing = { revokedKeys: 0, shortenedKeys: 0, cancelledVouchers: 0, haltedBots: 0 };
  assert.deepEqual(carryOver(old, copy), nothing);
});

test('a copy that ended more than what it replaces stays as it is', (t) => {
  const { old, copy } = openTwo(t);
  copy.exec(`
    UPDATE api_key SET revoked_at = 40, expires_at = 40;
    UPDATE voucher SET cancelled_at = 40;
    UPDATE bot_control SET killed = 1, changed_at = 40;
  `);
  old.exec('UPDATE api_key SET revoked_at = 50, expires_at = 60; UPDATE voucher SET cancelled_at = 70');
  carryOver(old, copy);
  assert.deepEqual(read(copy, 'SELECT DISTINCT revoked_at, expires_at FROM api_key'), [[40, 40]]);
  assert.deepEqual(read(copy, 'SELECT DISTINCT cancelled_at FROM voucher'), [[40]]);
  assert.deepEqual(read(copy, 'SELECT killed, changed_at FROM bot_control'), [[1, 40]]);
});

test('a database that has no tables yet ends nothing', (t) => {
  const { copy } = openTwo(t);
  const empty = new DatabaseSync(':memory:');
  t.after(() => empty.close());
  assert.deepEqual(carryOver(empty, copy), {
    revokedKeys: 0,
    shortenedKeys: 0,
    cancelledVouchers: 0,
    haltedBots: 0,
  });
});
