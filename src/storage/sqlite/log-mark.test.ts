import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { ForeignLogError } from '../foreign-log-error.ts';
import { requireOwnLog, requireOwnLogs } from './log-mark.ts';
import { migrate } from './migrate.ts';
import { closeWriter, openReader, openWriter, SERVICE_FILE } from './open.ts';

function emptyDirectory(t: TestContext): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'crosstape-log-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Creates a directory whose file was created and closed. */
function makeDirectory(t: TestContext): string {
  const dataDir = emptyDirectory(t);
  const db = openWriter(dataDir);
  migrate(db);
  closeWriter(db);
  return dataDir;
}

/** Opens the file as the service does. */
function openMarked(dataDir: string): DatabaseSync {
  const db = openWriter(dataDir);
  migrate(db);
  return db;
}

const addOwner = (db: DatabaseSync, name: string) =>
  db.prepare('INSERT INTO owner (name, uid, created_at) VALUES (?, randomblob(16), 1)').run(name);

const listOwners = (db: DatabaseSync) =>
  db
    .prepare('SELECT name FROM owner ORDER BY name')
    .all()
    .map(({ name }) => name);

/** Copies the file and its log as a kill would leave them. */
function takeCrashed(t: TestContext, dataDir: string): string {
  const crashed = emptyDirectory(t);
  for (const end of ['', '-wal']) {
    copyFileSync(path.join(dataDir, SERVICE_FILE + end), path.join(crashed, SERVICE_FILE + end));
  }
  return crashed;
}

const put = (from: string, to: string) =>
  copyFileSync(path.join(from, SERVICE_FILE), path.join(to, SERVICE_FILE));

function readAll(directory: string): Map<string, string> {
  return new Map(
    readdirSync(directory).map((name) => [name, readFileSync(path.join(directory, name)).toString('hex')]),
  );
}

/** Asserts that both ways of opening the file refuse it and change nothing. */
function assertRefused(directory: string): void {
  const before = readAll(directory);
  for (const open of [openReader, openWriter, requireOwnLogs]) {
    assert.throws(
      () => open(directory),
      (error: Error) =>
        error instanceof ForeignLogError &&
        error.message.includes(path.join(directory, `${SERVICE_FILE}-wal`)),
    );
  }
  assert.deepEqual(readAll(directory), before);
}

test('a log of its own is played after a crash, of the first session as of later ones', (t) => {
  let dataDir = makeDirectory(t);
  for (let session = 0; session < 4; session++) {
    const db = openMarked(dataDir);
    addOwner(db, `owner-${session}`);
    const crashed = takeCrashed(t, dataDir);
    db.close();
    const reader = openReader(crashed);
    assert.equal(listOwners(reader).length, session + 1);
    reader.close();
    // Every second session continues with the files of the crash.
    if (session % 2 === 1) dataDir = crashed;
  }
});

test('a log stays its own when it starts over, and while readers keep it from starting over', (t) => {
  const dataDir = makeDirectory(t);
  const held = openReader(dataDir);
  held.exec('BEGIN');
  listOwners(held);
  const first = openMarked(dataDir);
  for (let i = 0; i < 40; i++) addOwner(first, `held-${i}`);
  openReader(takeCrashed(t, dataDir)).close();
  held.close();
  for (let i = 0; i < 5; i++) {
    first.exec('PRAGMA wal_checkpoint(RESTART)');
    addOwner(first, `restarted-${i}`);
    openReader(takeCrashed(t, dataDir)).close();
  }
  first.close();
});

test('an older copy beside the log of a later session is refused', (t) => {
  const dataDir = makeDirectory(t);
  const older = emptyDirectory(t);
  put(dataDir, older);
  const db = openMarked(dataDir);
  addOwner(db, 'paid-since');
  const crashed = takeCrashed(t, dataDir);
  db.close();
  put(older, crashed);
  assertRefused(crashed);
});

test('an older copy is refused whichever way it was copied', (t) => {
  const dataDir = makeDirectory(t);
  const first = openMarked(dataDir);
  addOwner(first, 'first');
  const copies = emptyDirectory(t);
  first.exec(`VACUUM INTO '${path.join(copies, 'vacuum')}'`);
  first.close();
  copyFileSync(path.join(dataDir, SERVICE_FILE), path.join(copies, 'plain'));
  const second = openMarked(dataDir);
  for (let i = 0; i < 10; i++) {
    addOwner(second, `second-${i}`);
    if (i % 3 === 0) second.exec('PRAGMA wal_checkpoint(RESTART)');
  }
  for (const copy of ['vacuum', 'plain']) {
    const crashed = takeCrashed(t, dataDir);
    copyFileSync(path.join(copies, copy), path.join(crashed, SERVICE_FILE));
    assertRefused(crashed);
  }
  second.close();
});

test('a file of another installation, an empty one and none are refused beside a log', (t) => {
  const dataDir = makeDirectory(t);
  const db = openMarked(dataDir);
  addOwner(db, 'ann');
  for (const change of [
    (crashed: string) => put(makeDirectory(t), crashed),
    (crashed: string) => {
      const other = makeDirectory(t);
      const open = openMarked(other);
      addOwner(open, 'bob');
      closeWriter(open);
      put(other, crashed);
    },
    (crashed: string) => writeFileSync(path.join(crashed, SERVICE_FILE), ''),
    (crashed: string) => rmSync(path.join(crashed, SERVICE_FILE)),
  ]) {
    const crashed = takeCrashed(t, dataDir);
    change(crashed);
    assertRefused(crashed);
  }
  db.close();
});

test('files of before there were marks are judged by what they hold together', (t) => {
  const unmark = (dataDir: string) => {
    const db = new DatabaseSync(path.join(dataDir, SERVICE_FILE));
    db.exec('DROP TABLE IF EXISTS log_mark');
    db.close();
    return dataDir;
  };
  const dataDir = unmark(makeDirectory(t));
  const old = new DatabaseSync(path.join(dataDir, SERVICE_FILE));
  for (let i = 0; i < 300; i++) addOwner(old, `old-${i}`);
  const own = takeCrashed(t, dataDir);
  requireOwnLog(path.join(own, SERVICE_FILE));
  const mixed = takeCrashed(t, dataDir);
  put(unmark(makeDirectory(t)), mixed);
  // The schema of this file has other pages than the log expects.
  const other = new DatabaseSync(path.join(mixed, SERVICE_FILE));
  other.close();
  const reader = openReader(own);
  assert.equal(listOwners(reader).length, 300);
  reader.close();
  old.close();
});

test('a log that SQLite would not play says nothing', (t) => {
  const dataDir = makeDirectory(t);
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(32), Buffer.alloc(9_000)]) {
    writeFileSync(path.join(dataDir, `${SERVICE_FILE}-wal`), bytes);
    openReader(dataDir).close();
  }
});
