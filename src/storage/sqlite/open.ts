import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StorageFormatError, StorageUnavailableError } from '../service-database.ts';
import { describeCut, describeTooOld, readFileHead } from './file-head.ts';
import { requireOwnLog } from './log-mark.ts';
import { OLDEST_SCHEMA, SCHEMA_VERSION } from './migrations/index.ts';

export const SERVICE_FILE = 'service.sqlite';

/** Application id in the head of the file: "CTSV". */
export const APPLICATION_ID = 0x43545356;

/**
 * Oldest supported library. Older ones may corrupt a write-ahead log when two connections write or checkpoint at the
 * same time.
 */
const MIN_SQLITE = [3, 51, 3] as const;

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the only connection that writes. With `synchronous=FULL` a commit survives a power failure.
 *
 * @param dataDir Data directory; null: in memory, for tests.
 * @throws {StorageFormatError} when the file is something else, is truncated, is of a version before 1.1.0 or a newer
 * one, or the SQLite library is too old.
 * @throws {ForeignLogError} when the log beside it belongs to another file.
 */
export function openWriter(dataDir: string | null): DatabaseSync {
  requireSafeLibrary();
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const file = dataDir === null ? ':memory:' : join(dataDir, SERVICE_FILE);
  if (dataDir !== null) requireReadableDatabase(dataDir);
  const isNew = dataDir === null || !existsSync(file);
  // The file is readable for the service's own user only. Files that SQLite creates beside it get the same mode.
  if (dataDir !== null && isNew) closeSync(openSync(file, 'a', 0o600));
  return openDatabase(file, {}, (db) => {
    if (!isNew) requireOwnFile(db, file);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    // A reader with an old snapshot prevents the reuse of the log, which may then grow and shrinks later.
    db.exec('PRAGMA wal_autocheckpoint = 8000; PRAGMA journal_size_limit = 67108864;');
    db.exec('PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY;');
    requireSettings(db, dataDir === null ? 'memory' : 'wal');
  });
}

/**
 * Opens a connection that sees committed rows and cannot write, also beside a running service.
 *
 * @throws {StorageFormatError} when there is no such file, or it is something else.
 * @throws {ForeignLogError} when the log beside it belongs to another file.
 */
export function openReader(dataDir: string): DatabaseSync {
  requireSafeLibrary();
  const file = join(dataDir, SERVICE_FILE);
  requireReadableDatabase(dataDir);
  if (!existsSync(file)) throw new StorageFormatError(`${file} does not exist`);
  return openDatabase(file, { readOnly: true }, (db) => requireOwnFile(db, file));
}

function openDatabase(file: string, options: object, prepare: (db: DatabaseSync) => void): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, ...options });
  try {
    prepare(db);
    return db;
  } catch (error) {
    db.close();
    if (error instanceof StorageFormatError) throw error;
    const { errcode = 0, message } = error as Error & { errcode?: number };
    const code = errcode & 0xff;
    if (code === 11 || code === 26)
      throw new StorageFormatError(`${file} is damaged: ${message}`, { cause: error });
    throw new StorageUnavailableError(`${file} cannot be opened: ${message}`, { cause: error });
  }
}

/**
 * Checks the file of a data directory without changing it.
 *
 * @throws {StorageFormatError} when this version cannot read it.
 */
export function requireReadableDatabase(dataDir: string): void {
  const file = join(dataDir, SERVICE_FILE);
  requireOwnLog(file);
  const head = readFileHead(file);
  const cut = describeCut(file, head);
  if (cut !== null) throw new StorageFormatError(cut);
  // A file without an id may be empty, which opening it will show.
  if (head === null || head.applicationId === 0) return;
  if (head.applicationId !== APPLICATION_ID)
    throw new StorageFormatError(`${file} is not a database of this service`);
  requireKnownSchema(file, head.version);
}

function requireKnownSchema(file: string, version: number): void {
  if (version < OLDEST_SCHEMA) throw new StorageFormatError(describeTooOld(file));
  if (version <= SCHEMA_VERSION) return;
  throw new StorageFormatError(
    `${file} has schema ${version} and this version knows ${SCHEMA_VERSION}: use the newer version that wrote it`,
  );
}

function requireOwnFile(db: DatabaseSync, file: string): void {
  const version = Number(readPragma(db, 'user_version'));
  const id = readPragma(db, 'application_id');
  if (id === APPLICATION_ID) {
    requireKnownSchema(file, version);
    return;
  }
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (id !== 0 || !isEmpty) throw new StorageFormatError(`${file} is not a database of this service`);
}

/**
 * Requires that the settings took effect. One that silently did not, for example on a file system without shared
 * memory, would cost data later.
 */
function requireSettings(db: DatabaseSync, journal: string): void {
  const wanted: readonly [pragma: string, value: number | string][] = [
    ['journal_mode', journal],
    ['synchronous', 2],
    ['foreign_keys', 1],
  ];
  for (const [name, value] of wanted) {
    const actual = readPragma(db, name);
    if (actual !== value) {
      throw new StorageFormatError(`the file system does not allow ${name}=${value} (it is ${actual})`);
    }
  }
}

function requireSafeLibrary(): void {
  const parts = (process.versions.sqlite ?? '0').split('.').map(Number);
  for (const [i, least] of MIN_SQLITE.entries()) {
    const part = parts[i] ?? 0;
    if (part > least) return;
    if (part < least) {
      throw new StorageFormatError(
        `SQLite ${process.versions.sqlite} may corrupt a ledger; ${MIN_SQLITE.join('.')} or newer is needed`,
      );
    }
  }
}

/** Reads a pragma of SQLite; undefined when it has no value. */
export function readPragma(db: DatabaseSync, name: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

/** Closes the writer. Afterwards everything is in the main file, which can be copied alone. */
export function closeWriter(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // When the checkpoint fails, the log remains beside the file and is read at the next start.
  }
  db.close();
}
