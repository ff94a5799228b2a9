import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { describeKeyStore } from '../../../test/contract/keys.ts';
import { describeUsageStore } from '../../../test/contract/usage.ts';
import { openMemoryAccounts } from '../../../test/support/memory/accounts.ts';
import { SQLITE_ENGINES } from '../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../test/support/store-suites.ts';
import { cryptoRandom, epochMs } from '../../domain/index.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import { migrate } from '../../storage/sqlite/migrate.ts';
import { MIGRATIONS } from '../../storage/sqlite/migrations/index.ts';
import { SqliteStatements } from '../../storage/sqlite/statements.ts';
import { rotateKey } from '../operations/keys.ts';
import { StoredKeys } from '../stored-keys.ts';
import { StoredUsage } from '../stored-usage.ts';
import { prepareAccountRows } from './accounts.ts';

for (const engine of SQLITE_ENGINES) STORE_SUITES.keys(engine);
describeKeyStore('rows in memory', async (_t, { clock, format }) => {
  const store = new StoredKeys({ ...openMemoryAccounts(), format, clock, random: cryptoRandom });
  return { store, reopen: async () => store };
});

test('a rotation whose answer is lost is repeated until the new key is known', async () => {
  const { database, queries } = openMemoryAccounts();
  let lostAnswers = 0;
  const losing: typeof database = Object.create(database, {
    transact: {
      value: async (...call: Parameters<typeof database.transact>) => {
        const result = await database.transact(...call);
        if (lostAnswers-- > 0) throw new StorageUnavailableError('no answer', { isUnknown: true });
        return result;
      },
    },
  });
  const format = { prefix: 'ct', environment: 'test' } as const;
  const clock = () => epochMs(1_763_700_000_000);
  const store = new StoredKeys({ database: losing, queries, format, clock, random: cryptoRandom });
  const { record } = await store.issue({
    ...{ owner: 'ann', tier: 'pro', label: null, venues: 'all', expiresAt: null },
  });
  lostAnswers = 2;
  const outcome = await store.rotate(record.hash, 0);
  assert.ok(outcome.status === 'rotated');
  assert.equal((await store.find(outcome.issued.record.hash))?.botId, record.botId);
  assert.equal(outcome.previous.expiresAt, clock());
  lostAnswers = 3;
  await assert.rejects(store.rotate(outcome.issued.record.hash, 0), StorageUnavailableError);
});

for (const engine of SQLITE_ENGINES) STORE_SUITES.usage(engine);
describeUsageStore('rows in memory', async () => {
  const { database, queries } = openMemoryAccounts();
  const store = new StoredUsage(database, queries);
  return { store, reopen: async () => store };
});

type OldKey = readonly [letter: string, createdAt: number, botId: string, expiresAt: number | null];

/** Keys as the version before successors left them, brought to this one. */
function upgrade(t: TestContext, keys: readonly OldKey[]): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  t.after(() => db.close());
  const before = MIGRATIONS.findIndex(({ name }) => name.endsWith('-key-successors'));
  migrate(db, MIGRATIONS.slice(0, before));
  db.exec("INSERT INTO owner (name, uid, created_at) VALUES ('alice', zeroblob(16), 1)");
  const insert = db.prepare(
    `INSERT INTO api_key (hash, owner, tier, venues, created_at, bot_id, expires_at)
     VALUES (?, 'alice', 'pro', 'all', ?, ?, ?)`,
  );
  for (const [letter, createdAt, botId, expiresAt] of keys) {
    insert.run(letter.repeat(64), createdAt, botId, expiresAt);
  }
  migrate(db, MIGRATIONS);
  return db;
}

/** The first letters of a key and of all that replaced it, newest first. */
const readLine = (db: DatabaseSync, letter: string) =>
  prepareAccountRows(new SqliteStatements(db))
    .listKeys({ kind: 'key', hash: letter.repeat(64) })
    .map(({ hash }) => hash[0])
    .join('');

test('keys that were rotated before successors were stored are found as one line', (t) => {
  const db = upgrade(t, [
    ['c', 1, 'bot_1', null],
    ['a', 2, 'bot_1', null],
    ['b', 3, 'bot_1', null],
    ['d', 2, 'bot_2', null],
  ]);
  const findLine = (letter: string) => readLine(db, letter);
  assert.deepEqual([findLine('c'), findLine('a'), findLine('b'), findLine('d')], ['bac', 'ba', 'b', 'd']);
});

test('of a key that an earlier version rotated twice, the first successor can be rotated and keeps its line', (t) => {
  const db = upgrade(t, [
    ['a', 1, 'bot_1', 1_000],
    ['b', 2, 'bot_1', null],
    // The second rotation copied the end that the first had set.
    ['c', 3, 'bot_1', 1_000],
  ]);
  const rotate = (letter: string, newLetter: string) =>
    rotateKey.run(prepareAccountRows(new SqliteStatements(db)), {
      hash: letter.repeat(64),
      newHash: newLetter.repeat(64),
      now: epochMs(10),
      endsAt: epochMs(20),
    }).status;
  assert.equal(rotate('a', 'e'), 'already_rotated');
  assert.equal(rotate('b', 'd'), 'rotated');
  assert.equal(rotate('b', 'e'), 'already_rotated');
  assert.equal(readLine(db, 'a'), 'dcba');
});
