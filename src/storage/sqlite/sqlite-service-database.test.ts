import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  addTime,
  procedures as ENDING_PROCEDURES,
  endThread,
} from '../../../test/support/ending-procedures.ts';
import { prepareCall, procedure, procedureModule } from '../procedure.ts';
import { DataDirLockedError, StorageFormatError, StorageUnavailableError } from '../service-database.ts';
import { lockDirectory } from './directory-lock.ts';
import { migrate, requireCurrent } from './migrate.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations/index.ts';
import { openReader, openWriter, readPragma, SERVICE_FILE } from './open.ts';
import { openServiceDatabase } from './sqlite-service-database.ts';

const add = procedure('test.add', (tx, ts: number): number => {
  tx.get('INSERT INTO stale_report (ts, ages) VALUES (?, ?)').run(ts, '{}');
  return ts;
});
const addThenThrow = procedure('test.addThenThrow', (tx, ts: number): null => {
  add.run(tx, ts);
  throw new RangeError(`not ${ts}`);
});
const failDisk = procedure('test.failDisk', (): null => {
  throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
});
const MODULES = [procedureModule(import.meta.url, [add, addThenThrow, failDisk])];

async function directory(t: TestContext): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-storage-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

const timesIn = (reads: { get(sql: string): { all(): unknown[] } }) =>
  (reads.get('SELECT ts FROM stale_report ORDER BY ts').all() as { ts: number }[]).map(({ ts }) => ts);

test('the settings that keep money safe are in force', async (t) => {
  const db = openWriter(await directory(t));
  assert.equal(readPragma(db, 'journal_mode'), 'wal');
  assert.equal(readPragma(db, 'synchronous'), 2);
  assert.equal(readPragma(db, 'foreign_keys'), 1);
  assert.equal(readPragma(db, 'busy_timeout'), 5_000);
  db.close();
});

test('calls of one turn share a commit and each gets its own result', async (t) => {
  let commits = 0;
  const database = await openServiceDatabase({
    dataDir: null,
    procedures: MODULES,
    faults: { afterCommit: () => commits++ },
  });
  t.after(() => database.close());
  const results = await Promise.all([3, 1, 2].map((ts) => database.transact(add, ts)));
  assert.deepEqual(results, [3, 1, 2]);
  assert.equal(commits, 1);
  assert.deepEqual(timesIn(database.reads), [1, 2, 3]);
});

test('a procedure that throws is undone alone; the others of its commit are stored', async (t) => {
  const database = await openServiceDatabase({ dataDir: null, procedures: MODULES });
  t.after(() => database.close());
  const outcomes = await Promise.allSettled([
    database.transact(add, 1),
    database.transact(addThenThrow, 2),
    database.transact(add, 3),
    database.transact(
      procedure('test.unknown', () => null),
      null,
    ),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
  );
  const [, thrown, , unknown] = outcomes as PromiseRejectedResult[];
  assert.equal((thrown as PromiseRejectedResult).reason.name, 'RangeError');
  assert.match((unknown as PromiseRejectedResult).reason.message, /no procedure has the name/);
  assert.deepEqual(timesIn(database.reads), [1, 3]);
});

test('when the disk fails, nothing of the commit is stored and every call of it says so', async (t) => {
  const database = await openServiceDatabase({ dataDir: null, procedures: MODULES });
  t.after(() => database.close());
  const outcomes = await Promise.allSettled([
    database.transact(add, 1),
    database.transact(failDisk, null),
    database.transact(add, 2),
  ]);
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StorageUnavailableError);
  }
  assert.deepEqual(timesIn(database.reads), []);
  assert.equal(database.failures.length, 1);
  assert.equal(await database.transact(add, 3), 3);
});

test('a disk that fails while one call is tried alone fails them all', async (t) => {
  let commits = 0;
  const database = await openServiceDatabase({
    dataDir: null,
    procedures: MODULES,
    faults: {
      beforeCommit: () => {
        commits++;
        throw new Error('the disk is gone');
      },
    },
  });
  t.after(() => database.close());
  const outcomes = await Promise.allSettled([database.transact(addThenThrow, 1), database.transact(add, 2)]);
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StorageUnavailableError);
  }
  assert.equal(commits, 1);
  assert.deepEqual(timesIn(database.reads), []);
});

test('beyond what may wait, a call fails at once', async (t) => {
  const database = await openServiceDatabase({
    dataDir: null,
    procedures: MODULES,
    limits: { maxWaiting: 5, maxGroup: 2 },
  });
  t.after(() => database.close());
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, ts) => database.transact(add, ts)));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 5);
  assert.deepEqual(timesIn(database.reads), [0, 1, 2, 3, 4]);
});

test('closing stores what waits and refuses what comes', async (t) => {
  const dataDir = await directory(t);
  for (const thread of [false, true]) {
    const database = await openServiceDatabase({ dataDir, procedures: [], thread });
    await database.close();
    await assert.rejects(database.transact(add, 1), StorageUnavailableError);
    await database.close();
  }
  const database = await openServiceDatabase({ dataDir, procedures: MODULES });
  const late = database.transact(add, 7);
  await database.close();
  assert.equal(await late, 7);
});

test('a newer file is refused with a sentence and stays as it is', async (t) => {
  const dataDir = await directory(t);
  const file = path.join(dataDir, SERVICE_FILE);
  await (await openServiceDatabase({ dataDir, procedures: MODULES })).close();
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = DELETE; PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  db.close();
  const before = readFileSync(file);
  await assert.rejects(openServiceDatabase({ dataDir, procedures: MODULES }), (error: Error) => {
    assert.ok(error instanceof StorageFormatError);
    assert.match(error.message, /schema \d+ and this version knows \d+: use the newer version/);
    return true;
  });
  assert.deepEqual(readFileSync(file), before);
});

test('an older file is brought up step by step, each at most once', async (t) => {
  const dataDir = await directory(t);
  const db = openWriter(dataDir);
  assert.deepEqual(migrate(db, MIGRATIONS.slice(0, 1)), ['0024-baseline']);
  assert.deepEqual(
    migrate(db),
    MIGRATIONS.slice(1).map(({ name }) => name),
  );
  assert.deepEqual(migrate(db), []);
  db.close();
});

test('a new file is made at once when another one was made by steps, and is the same', async (t) => {
  const [stepped, at, once] = await Promise.all([1, 2, 3].map(async () => openWriter(await directory(t))));
  assert.ok(stepped && at && once);
  const names = migrate(stepped, [...MIGRATIONS]);
  assert.deepEqual(migrate(at), names);
  assert.deepEqual(migrate(once), names);
  const read = (db: DatabaseSync) => [
    ...db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
    ...['user_version', 'application_id'].map((name) => readPragma(db, name)),
  ];
  assert.deepEqual(read(at), read(stepped));
  assert.deepEqual(read(once), read(stepped));
  for (const db of [stepped, at, once]) db.close();
});

test('a step that fails leaves the schema as it was before it', async (t) => {
  const db = openWriter(await directory(t));
  const broken = [
    { name: '0001-one', sql: 'CREATE TABLE one (id INTEGER) STRICT' },
    { name: '0002-two', sql: 'CREATE TABLE two (id INTEGER) STRICT; CREATE TABLE one (id INTEGER) STRICT' },
  ];
  assert.throws(() => migrate(db, broken), /already exists/);
  assert.equal(readPragma(db, 'user_version'), 1);
  assert.equal(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'two'").get(), undefined);
  db.close();
});

test('readers see a current schema or say what to do', async (t) => {
  const dataDir = await directory(t);
  assert.throws(() => openReader(dataDir), /does not exist/);
  const db = openWriter(dataDir);
  migrate(db, MIGRATIONS.slice(0, 1));
  db.close();
  const reader = openReader(dataDir);
  assert.throws(() => requireCurrent(reader), /start the service once/);
  assert.throws(() => reader.exec('DELETE FROM stale_report'), /readonly/);
  reader.close();
});

test('a file that is damaged or something else stops the opening and stays as it is', async (t) => {
  const dataDir = await directory(t);
  const file = path.join(dataDir, SERVICE_FILE);
  const noise = Buffer.alloc(8_192, 'no database');
  writeFileSync(file, noise);
  await assert.rejects(openServiceDatabase({ dataDir, procedures: MODULES }), StorageFormatError);
  assert.deepEqual(readFileSync(file), noise);

  await rm(file);
  const other = new DatabaseSync(file);
  other.exec('CREATE TABLE mine (id INTEGER)');
  other.close();
  const theirs = readFileSync(file);
  await assert.rejects(
    openServiceDatabase({ dataDir, procedures: MODULES }),
    /not a database of this service/,
  );
  assert.deepEqual(readFileSync(file), theirs);

  await rm(file);
  const own = await openServiceDatabase({ dataDir, procedures: MODULES });
  for (let ts = 0; ts < 2_000; ts++) void own.transact(add, ts);
  await own.close();
  const bytes = readFileSync(file);
  // Overwrites the root pages of the tables and the adjacent pages of their rows.
  bytes.fill(0x5a, 4_096, Math.min(bytes.length, 4_096 * 6));
  writeFileSync(file, bytes);
  await assert.rejects(openServiceDatabase({ dataDir, procedures: MODULES }), /damaged/);
  assert.deepEqual(readFileSync(file), bytes);
});

test('one process at a time: the second learns which directory is in use', async (t) => {
  const dataDir = await directory(t);
  const lock = lockDirectory(dataDir, 'service.lock');
  assert.throws(
    () => lockDirectory(dataDir, 'service.lock'),
    (error: Error) => {
      assert.ok(error instanceof DataDirLockedError);
      assert.ok(error.message.includes(dataDir));
      return true;
    },
  );
  // Reading is possible while another connection holds the lock.
  openWriter(dataDir).close();
  lock.release();
  lockDirectory(dataDir, 'service.lock').release();
});

test('a writing thread that ends is replaced: what it had not committed fails, and the next calls are stored', async (t) => {
  const dataDir = await directory(t);
  const database = await openServiceDatabase({
    dataDir,
    procedures: [ENDING_PROCEDURES],
    thread: true,
  });
  t.after(() => database.close());
  await database.transact(addTime, 1);
  const ended = assert.rejects(database.transact(endThread, 2), StorageUnavailableError);
  await assert.rejects(database.transact(addTime, 3), StorageUnavailableError);
  await ended;
  assert.match(database.failures[0]?.message ?? '', /writing thread ended/);

  let isStored = false;
  while (!isStored) {
    isStored = await database.transact(addTime, 4).then(
      () => true,
      (error) => {
        assert.ok(error instanceof StorageUnavailableError);
        return setTimeout(10, false);
      },
    );
  }
  assert.deepEqual(timesIn(database.reads), [1, 4]);
});

test('two procedures of one name are a mistake that is found at once', async () => {
  await assert.rejects(
    openServiceDatabase({ dataDir: null, procedures: [...MODULES, ...MODULES] }),
    /two procedures have the name/,
  );
});

test('a call that is made later names its procedure', () => {
  assert.deepEqual(prepareCall(add, 5), { procedure: 'test.add', argument: 5 });
});
