import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLockedError } from '../../storage/sqlite/directory-lock.ts';
import { describeCut, describeTooOld, type FileHead, readFileHead } from '../../storage/sqlite/file-head.ts';
import { markLog, requireOwnLog } from '../../storage/sqlite/log-mark.ts';
import { isSqliteError } from '../../storage/sqlite/sqlite-error.ts';
import { addBars } from './bars/bar-table.ts';
import { addForecasts } from './forecasts/tables.ts';
import { addMarks } from './references/mark-table.ts';
import { addRegister } from './register/tables.ts';
import { addReopened } from './resolution-table.ts';
import { addSettledDays } from './settled/settled-day-table.ts';
import { addSettled } from './settled/tables.ts';
import { addStoreId } from './store-id.ts';
import { addChecksums, addImports, GAP_INDEX, TABLES } from './tables.ts';

/** SQLite's application id in the header of the file: "CTHI". */
const APPLICATION_ID = 0x43544849;

/** Format of docs/formats/history.md that this version writes. */
const FORMAT_VERSION = 2;

export const HISTORY_FILE = 'history.sqlite';

/** Maximum wait for locks, ms: another process that opens, recovers or checkpoints the file holds them only briefly. */
const BUSY_MS = 2_000;

/** Error: the file was written by another program, or by a version that this one cannot read. */
export class HistoryFormatError extends Error {
  override readonly name = 'HistoryFormatError';
}

/**
 * Opens the history file of a data directory for writing. The caller holds the writer's lock, so a file that is locked
 * for longer than {@link BUSY_MS} is open in a version that locks the file itself.
 *
 * @throws {DataDirLockedError} when such a version has it open.
 * @throws {HistoryFormatError} when this version cannot read the file.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  try {
    requireReadableHistory(dataDir);
    return createDatabase(join(dataDir, HISTORY_FILE));
  } catch (error) {
    throw toReadableError(error, dataDir);
  }
}

/** Opens a file of the current format, or creates it. */
function createDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    db.exec('PRAGMA page_size = 4096; BEGIN IMMEDIATE; COMMIT;');
    checkFormat(db, file);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000;');
    markLog(db);
    db.exec(`${GAP_INDEX}; BEGIN IMMEDIATE; COMMIT; PRAGMA cache_size = -12288;`);
    addChecksums(db);
    addRegister(db);
    addImports(db);
    addStoreId(db);
    addReopened(db);
    addForecasts(db);
    addMarks(db);
    addSettledDays(db);
    addSettled(db);
    addBars(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether a file has series, in any format. A file of another program has none. */
export function isInUse(file: string): boolean {
  requireOwnLog(file);
  if (!existsSync(file)) return false;
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  try {
    if (readPragma(db, 'application_id') !== APPLICATION_ID) return false;
    // Format 1, which is refused when the file is opened, has no table of totals.
    const table = readPragma(db, 'user_version') < FORMAT_VERSION ? 'series' : 'total';
    return db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
  } catch (error) {
    // Damage is reported when the file is opened for writing.
    if (isSqliteError(error)) return false;
    throw error;
  } finally {
    db.close();
  }
}

/**
 * Opens the history file for reading, with or without a running writer. Nothing is created or changed.
 *
 * @throws {HistoryFormatError} when there is no file, or this version cannot read it.
 * @throws {DataDirLockedError} when a version that locks the file itself has it open.
 */
export function openDatabaseReadOnly(dataDir: string): DatabaseSync {
  const file = join(dataDir, HISTORY_FILE);
  requireReadableHistory(dataDir);
  if (!existsSync(file)) throw new HistoryFormatError(`there is no history file in ${dataDir}`);
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  try {
    checkVersion(db, file);
    db.exec('PRAGMA cache_size = -8192');
    return db;
  } catch (error) {
    db.close();
    throw toReadableError(error, dataDir);
  }
}

function toReadableError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error)) return error;
  if (/database is locked|busy/i.test(error.message)) return createLockedError(dataDir, error);
  if (/not a database/.test(error.message)) {
    return new HistoryFormatError(`${join(dataDir, HISTORY_FILE)} is not a history file`, { cause: error });
  }
  return error;
}

function checkFormat(db: DatabaseSync, file: string): void {
  const applicationId = readPragma(db, 'application_id');
  const version = readPragma(db, 'user_version');
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
  checkVersion(db, file);
}

/** Checks the file of a directory, unchanged. @throws {HistoryFormatError} when this version cannot read it. */
export function requireReadableHistory(dataDir: string): void {
  const file = join(dataDir, HISTORY_FILE);
  requireOwnLog(file);
  const head = readFileHead(file);
  const cut = describeCut(file, head);
  if (cut !== null) throw new HistoryFormatError(cut);
  // An empty database file is accepted: it may become a history.
  if (head !== null && (head.applicationId !== 0 || head.version !== 0)) requireKnownFormat(file, head);
}

function checkVersion(db: DatabaseSync, file: string): void {
  requireKnownFormat(file, {
    applicationId: readPragma(db, 'application_id'),
    version: readPragma(db, 'user_version'),
  });
}

function requireKnownFormat(
  file: string,
  { applicationId, version }: Pick<FileHead, 'applicationId' | 'version'>,
): void {
  if (applicationId !== APPLICATION_ID) throw new HistoryFormatError(`${file} is not a history file`);
  if (version < FORMAT_VERSION) throw new HistoryFormatError(describeTooOld(file));
  if (version > FORMAT_VERSION) {
    throw new HistoryFormatError(
      `${file} has format ${version} and this version reads format ${FORMAT_VERSION}: use a newer version`,
    );
  }
}

function isEmpty(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

function readPragma(db: DatabaseSync, name: string): number {
  return Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}
