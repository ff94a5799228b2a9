import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { migrate } from '../../../storage/sqlite/migrate.ts';
import { openWriter } from '../../../storage/sqlite/open.ts';
import { carryOver } from './carry-over.ts';

/** Opens two databases with the same past: three keys, two codes, a bot and the global switch. */
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
  const carried = {
    revokedKeys: 1,
    shortenedKeys: 1,
    cancelledVouchers: 1,
    removedWallets: 0,
    haltedBots: 2,
  };
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
  const nothing = {
    revokedKeys: 0,
    shortenedKeys: 0,
    cancelledVouchers: 0,
    removedWallets: 0,
    haltedBots: 0,
  };
  assert.deepEqual(carryOver(old, copy), nothing);
});

test('wallets that were removed since stay removed, up to where their transfers counted', (t) => {
  const { old, copy } = openTwo(t);
  const register = `
    INSERT INTO wallet (family, address, owner, registered_at, proved) VALUES
      ('evm', '0xremoved', 'ann', 10, 0), ('evm', '0xtaken', 'ann', 10, 0), ('evm', '0xagain', 'ann', 10, 0),
      ('evm', '0xkept', 'ann', 10, 1), ('tron', '0xremoved', 'ann', 10, 0);
    INSERT INTO wallet_span (family, address, scope, owner, after_position) VALUES
      ('evm', '0xremoved', 'chain:1', 'ann', 100), ('evm', '0xremoved', 'chain:2', 'ann', 200),
      ('evm', '0xtaken', 'chain:1', 'ann', 100), ('evm', '0xagain', 'chain:1', 'ann', 100)`;
  for (const db of [old, copy]) db.exec(register);
  old.exec(`
    DELETE FROM wallet WHERE family = 'evm' AND address <> '0xkept';
    UPDATE wallet_span SET until_position = after_position + 50;
    INSERT INTO former_wallet (family, address, owner, registered_at, proved, ended_at, cause) VALUES
      ('evm', '0xremoved', 'ann', 10, 0, 60, 'removed'), ('evm', '0xtaken', 'ann', 10, 0, 70, 'replaced'),
      ('evm', '0xagain', 'ann', 10, 0, 80, 'removed'), ('evm', '0xolder', 'ann', 1, 0, 5, 'removed');
    INSERT INTO wallet (family, address, owner, registered_at, proved) VALUES
      ('evm', '0xtaken', 'bob', 70, 1), ('evm', '0xagain', 'ann', 90, 0);
  `);
  assert.equal(carryOver(old, copy).removedWallets, 2);
  assert.deepEqual(read(copy, 'SELECT family, address, owner FROM wallet ORDER BY family, address'), [
    ['evm', '0xagain', 'ann'],
    ['evm', '0xkept', 'ann'],
    ['tron', '0xremoved', 'ann'],
  ]);
  assert.deepEqual(
    read(copy, 'SELECT address, scope, until_position FROM wallet_span ORDER BY address, scope'),
    [
      ['0xagain', 'chain:1', null],
      ['0xremoved', 'chain:1', 150],
      ['0xremoved', 'chain:2', 250],
      ['0xtaken', 'chain:1', 150],
    ],
  );
  assert.deepEqual(read(copy, 'SELECT address, ended_at, cause FROM former_wallet ORDER BY address'), [
    ['0xremoved', 60, 'removed'],
    ['0xtaken', 70, 'replaced'],
  ]);
  assert.equal(carryOver(old, copy).removedWallets, 0);
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
    removedWallets: 0,
    haltedBots: 0,
  });
});
