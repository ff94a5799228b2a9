import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readPragma } from '../../src/storage/sqlite/open.ts';
import type { SqliteServiceDatabase } from '../../src/storage/sqlite/sqlite-service-database.ts';
import { type AccountBench, startAccountBench } from '../support/account-bench.ts';
import { openSqliteDatabase } from '../support/service-database.ts';

const BUNDLE = '/api/m2m/hl-BTC/bundle';
const KEYS = '/api/account/keys';
const MAX_ROWS_TO_FULL = 200;

interface FullDisk extends AccountBench {
  /** SQLite gets no further page, and no row of an admin action has room any more. */
  fill(): Promise<void>;
  makeRoom(): void;
}

async function startFullDisk(t: TestContext): Promise<FullDisk> {
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const bench = await startAccountBench(t, { database });
  return {
    ...bench,
    fill: async () => {
      // Migrations leave free pages behind.
      database.reader.exec('VACUUM');
      limitPages(database, Number(readPragma(database.reader, 'page_count')));
      for (let i = 0; i < MAX_ROWS_TO_FULL; i++) {
        const { status } = await bench.admin('POST', '/api/admin/flags', { globalKill: false });
        if (status === 503) return;
      }
      assert.fail('the database never became full');
    },
    makeRoom: () => limitPages(database, 1_000_000),
  };
}

function limitPages({ reader }: SqliteServiceDatabase, pages: number): void {
  reader.exec(`PRAGMA max_page_count = ${pages}`);
}

test('on a full disk usage is answered, with what is not written yet', async (t) => {
  const { issue, call, fill, makeRoom } = await startFullDisk(t);
  const { rawKey } = await issue();
  await call('GET', BUNDLE, rawKey);
  assert.equal((await call('GET', '/api/account/usage', rawKey)).body.usage.total, 1);
  await fill();
  // A bot that was never counted needs a row of its own.
  for (let i = 0; i < 2; i++) assert.equal((await call('GET', BUNDLE, rawKey)).status, 200);
  const full = await call('GET', '/api/account/usage', rawKey);
  assert.deepEqual([full.status, full.body.usage.total], [200, 3]);
  assert.deepEqual(full.body.usage.byEndpoint, { '/api/m2m/:asset/bundle': 3 });
  makeRoom();
  assert.equal((await call('GET', '/api/account/usage', rawKey)).body.usage.total, 3);
});

test('on a full disk a key is revoked in memory at once, and written when there is room', async (t) => {
  const { accounts, admin, call, issue, fill, makeRoom, logged, database } = await startFullDisk(t);
  const { rawKey, record } = await issue();
  const { rawKey: successor } = (await call('POST', `${KEYS}/rotate`, rawKey, { graceMs: 60_000 })).body;
  const other = await issue({ owner: 'bob' });
  await fill();
  const gone = await admin('DELETE', KEYS, { keyHash: record.hash });
  assert.deepEqual(
    [gone.status, gone.body],
    [200, { ok: true, revoked: true, stored: false, count: 2, successors: 1 }],
  );
  for (const key of [rawKey, successor]) assert.equal((await call('GET', BUNDLE, key)).status, 401);
  assert.equal((await call('GET', '/api/account/usage', other.rawKey)).status, 200);
  assert.equal(await accounts.keys.findByBot(record.botId), null, 'nobody speaks for its bot');
  const listed = (await admin('GET', KEYS)).body.keys as { owner: string; revokedAt: number | null }[];
  assert.deepEqual(
    listed.filter(({ revokedAt }) => revokedAt !== null).map(({ owner }) => owner),
    ['alice', 'alice'],
  );
  const storedEnds = async () =>
    (await database.readRows('SELECT hash FROM api_key WHERE revoked_at IS NOT NULL')).length;
  assert.equal(await storedEnds(), 0);
  await assert.rejects(accounts.flush());
  assert.equal(accounts.keys.unwritten.length, 2);
  const again = await admin('DELETE', KEYS, { keyHash: record.hash });
  assert.deepEqual([again.body.stored, again.body.count], [false, 0]);

  makeRoom();
  await accounts.flush();
  assert.equal(await storedEnds(), 2);
  assert.equal(accounts.keys.unwritten.length, 0);
  assert.equal((await call('GET', BUNDLE, rawKey)).status, 401);
  assert.ok(logged.some((line) => line.includes('keys that were revoked before are stored so now')));
});

test('every key of an owner can be revoked on a full disk, also one that was never used', async (t) => {
  const { admin, call, issue, fill } = await startFullDisk(t);
  const [first, second] = [await issue(), await issue()];
  await fill();
  const gone = await admin('DELETE', KEYS, { owner: 'alice' });
  assert.deepEqual([gone.body.stored, gone.body.count], [false, 2]);
  for (const { rawKey } of [first, second]) {
    assert.equal((await call('GET', '/api/account/usage', rawKey)).status, 401);
  }
  const unknown = await admin('DELETE', KEYS, { owner: 'nobody' });
  assert.deepEqual([unknown.status, unknown.body.revoked], [200, false]);
});
