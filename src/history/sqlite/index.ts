import { join } from 'node:path';
import type { Clock } from '../../domain/index.ts';
import { lockDirectory } from '../../storage/sqlite/directory-lock.ts';
import type { HistoryReader } from '../contract/history-store.ts';
import {
  HISTORY_FILE,
  HistoryFormatError,
  isInUse,
  openDatabaseReadOnly,
  requireReadableHistory,
} from './database.ts';
import type { SnapshotLimits } from './long-snapshot.ts';
import { SqliteHistory } from './sqlite-history.ts';
import { SqliteHistoryReader } from './sqlite-history-reader.ts';
import { readStoreId } from './store-id.ts';

export { HistoryFormatError, requireReadableHistory } from './database.ts';

/** File that a writer of a history locks. */
export const LOCK_FILE = 'writer.lock';

/** Keeps every other process from writing the history of a directory. @throws {DataDirLockedError} when one does. */
export function lockHistory(dataDir: string): Disposable {
  const lock = lockDirectory(dataDir, LOCK_FILE);
  return { [Symbol.dispose]: () => lock.release() };
}

export interface ReadOnlyHistoryOptions extends Pick<SqliteHistoryOptions, 'dataDir'> {
  /** How long a scan keeps one snapshot. */
  readonly snapshotLimits?: SnapshotLimits;
}

export interface SqliteHistoryOptions {
  /** Directory of the history, made when it does not exist. One process writes at a time. */
  readonly dataDir: string;
  /** When batches begin. Default: the wall clock. */
  readonly clock?: Clock;
}

/** Whether a data directory has records, in a file of any format. */
export function hasRecords(dataDir: string): boolean {
  return isInUse(getHistoryFile(dataDir));
}

/** Path of the history of a data directory. */
export function getHistoryFile(dataDir: string): string {
  return join(dataDir, HISTORY_FILE);
}

/**
 * Opens the embedded history store of a data directory.
 *
 * @throws {DataDirLockedError} when another process has it open.
 * @throws {HistoryFormatError} when the file cannot be read by this version.
 */
export async function openSqliteHistory({ dataDir, clock }: SqliteHistoryOptions): Promise<SqliteHistory> {
  requireReadableHistory(dataDir);
  const lock = lockDirectory(dataDir, LOCK_FILE);
  try {
    return new SqliteHistory(dataDir, lock, clock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the history of a data directory for reading, in any thread or process of the same machine, beside a
 * recorder or without one. Every call but a scan reads one snapshot that holds all acknowledged records, and lets go of
 * it before it returns.
 *
 * @throws {HistoryFormatError} when there is no history, or this version cannot read it. Nothing is created.
 */
export async function openReadOnlyHistory({
  dataDir,
  snapshotLimits,
}: ReadOnlyHistoryOptions): Promise<HistoryReader> {
  return new SqliteHistoryReader(dataDir, snapshotLimits);
}

/**
 * Opens it to be copied into another engine.
 *
 * @returns Its id, too, by which copies of one history are told from those of another.
 * @throws {HistoryFormatError} as {@link openReadOnlyHistory}; also when no writer of this version has opened it yet.
 */
export async function openCopySource(
  dataDir: string,
): Promise<{ readonly source: SqliteHistoryReader; readonly id: string }> {
  const db = openDatabaseReadOnly(dataDir);
  const id = readStoreId(db);
  db.close();
  if (id === null) {
    throw new HistoryFormatError(
      `the history of ${dataDir} has no id yet: start the service on it once, which gives it one`,
    );
  }
  return { source: new SqliteHistoryReader(dataDir), id };
}
