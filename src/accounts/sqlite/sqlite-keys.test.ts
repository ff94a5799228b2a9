import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { describeKeyStore, type OpenKeyStore } from '../../../test/contract/keys.ts';
import { openSqliteEngine } from '../../../test/support/service-engine.ts';
import { cryptoRandom } from '../../domain/index.ts';
import { migrate } from '../../storage/sqlite/migrate.ts';
import { MIGRATIONS } from '../../storage/sqlite/migrations/index.ts';
import { Statements } from '../../storage/sqlite/procedure.ts';
import { selectKeyRows } from './key-rows.ts';
import { SqliteKeys } from './sqlite-keys.ts';

const openAs =
  (thread: boolean): OpenKeyStore =>
  async (t, { clock, format }) => {
    const { part, reopen } = await openSqliteEngine(
      t,
      thread,
      (database) => new SqliteKeys({ database, format, clock, random: cryptoRandom }),
    );
    return { store: part, reopen };
  };

describeKeyStore('SQLite', openAs(false));
describeKeyStore('SQLite with a writing thread', openAs(true));

test('keys that were rotated before successors were stored are found as one line', (t) => {
  const db = new DatabaseSync(':memory:');
  t.after(() => db.close());
  const before = MIGRATIONS.findIndex(({ name }) => name.endsWith('-key-successors'));
  migrate(db, MIGRATIONS.slice(0, before));
  db.exec("INSERT INTO owner (name, uid, created_at) VALUES ('alice', zeroblob(16), 1)");
  const insert = db.prepare(
    `INSERT INTO api_key (hash, owner, tier, venues, created_at, bot_id) VALUES (?, 'alice', 'pro', 'all', ?, ?)`,
  );
  const rows: [letter: string, createdAt: number, botId: string][] = [
    ['c', 1, 'bot_1'],
    ['a', 2, 'bot_1'],
    ['b', 3, 'bot_1'],
    ['d', 2, 'bot_2'],
  ];
  for (const [letter, createdAt, botId] of rows) insert.run(letter.repeat(64), createdAt, botId);
  migrate(db, MIGRATIONS);
  const findLine = (letter: string) =>
    selectKeyRows(new Statements(db), { kind: 'key', hash: letter.repeat(64) })
      .map(({ hash }) => hash[0])
      .join('');
  assert.deepEqual([findLine('c'), findLine('a'), findLine('b'), findLine('d')], ['bac', 'ba', 'b', 'd']);
});
