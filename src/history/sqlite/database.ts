import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Stands in the head of the file: "CTHI". */
const APPLICATION_ID = 0x43544849;

/** The format of docs/formats/history.md that this code writes. */
export const FORMAT_VERSION = 1;

export const HISTORY_FILE = 'history.sqlite';

const TABLES = `
  CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    asset TEXT NOT NULL,
    records INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    first_ms INTEGER,
    last_ms INTEGER,
    sealed_row INTEGER NOT NULL,
    UNIQUE (venue, store_key)
  ) STRICT;
  CREATE TABLE journal (id INTEGER PRIMARY KEY, records INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
  CREATE TABLE block (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
  CREATE TABLE block_index (
    series INTEGER NOT NULL,
    pos INTEGER NOT NULL,
    block INTEGER NOT NULL,
    records INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    bars BLOB NOT NULL,
    PRIMARY KEY (series, pos)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE damaged (
    block INTEGER PRIMARY KEY,
    series INTEGER NOT NULL,
    records INTEGER NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    reason TEXT NOT NULL
  ) STRICT;
  CREATE TABLE gap (
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER,
    reason TEXT NOT NULL,
    PRIMARY KEY (venue, store_key, from_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE settlement (
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    asset TEXT NOT NULL,
    outcome TEXT NOT NULL,
    payout REAL,
    settled_at INTEGER,
    source TEXT NOT NULL,
    disputed INTEGER,
    recorded_at INTEGER NOT NULL,
    PRIMARY KEY (venue, store_key)
  ) STRICT;
  CREATE INDEX settlement_by_time ON settlement (recorded_at, venue, store_key);
`;

/** Another process holds the data directory. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';
}

/** The file was written by something else, or by a version that this one cannot read. */
export class HistoryFormatError extends Error {
  override readonly name = 'HistoryFormatError';
}

/**
 * Opens the history file of a data directory and keeps it for this process alone.
 *
 * The lock is the operating system's, held through SQLite's exclusive mode: it ends with the process, however
 * that ends, so no stale lock can stay behind.
 *
 * @throws {DataDirLockedError} when another process has it open.
 * @throws {HistoryFormatError} when the file cannot be read by this version.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, HISTORY_FILE);
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA page_size = 8192; BEGIN IMMEDIATE; COMMIT;');
    checkFormat(db, file);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;');
    db.exec('BEGIN IMMEDIATE; COMMIT; PRAGMA cache_size = -24576;');
    return db;
  } catch (error) {
    db.close();
    if (error instanceof Error && /database is locked|busy/i.test(error.message)) {
      throw new DataDirLockedError(
        `the data directory ${dataDir} is in use by another process: stop that one, or choose another directory`,
        { cause: error },
      );
    }
    if (error instanceof Error && /not a database/.test(error.message)) {
      throw new HistoryFormatError(`${file} is not a history file`, { cause: error });
    }
    throw error;
  }
}

function checkFormat(db: DatabaseSync, file: string): void {
  const applicationId = pragma(db, 'application_id');
  const version = pragma(db, 'user_version');
  if (applicationId === 0 && version === 0 && isEmpty(db)) {
    db.exec(`
      BEGIN IMMEDIATE;
      ${TABLES}
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${FORMAT_VERSION};
      COMMIT;
    `);
    return;
  }
  if (applicationId !== APPLICATION_ID) throw new HistoryFormatError(`${file} is not a history file`);
  if (version !== FORMAT_VERSION) {
    throw new HistoryFormatError(
      `${file} has format ${version} and this version reads format ${FORMAT_VERSION}: ${
        version > FORMAT_VERSION ? 'use a newer version' : 'export it with the version that wrote it'
      }`,
    );
  }
}

function isEmpty(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

function pragma(db: DatabaseSync, name: string): number {
  return Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}
