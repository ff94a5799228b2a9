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

/** File in the data directory that the writer of a history locks. */
export const LOCK_FILE = 'writer.lock';

/** Prevents other processes from writing a history. @throws {DataDirLockedError} when one has it open. */
export function lockHistory(dataDir: string): Disposable {
  const lock = lockDirectory(dataDir, LOCK_FILE);
  return { [Symbol.dispose]: () => lock.release() };
}

export interface ReadOnlyHistoryOptions extends Pick<SqliteHistoryOptions, 'dataDir'> {
  /** Limits of the age of a scan's snapshot. */
  readonly snapshotLimits?: SnapshotLimits;
}

export interface SqliteHistoryOptions {
  /** Directory of the history, created when it does not exist. Only one process at a time may write. */
  readonly dataDir: string;
  /** Clock for the times of import batches. Default: the wall clock. */
  readonly clock?: Clock;
}

/** Whether a data directory has records, in a file of any format. */
export function hasRecords(dataDir: string): boolean {
  return isInUse(getHistoryFile(dataDir));
}

/** Returns the path of the history file of a data directory. */
export function getHistoryFile(dataDir: string): string {
  return join(dataDir, HISTORY_FILE);
}

/**
 * Opens the history store of a data directory for writing.
 *
 * @throws {DataDirLockedError} when another process has it open.
 * @throws {HistoryFormatError} when this version cannot read the file.
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
 * Opens the history of a data directory for reading, in any thread or process of the same machine, with or without a
 * running recorder. Every call except a scan reads one snapshot, which contains all acknowledged records, and releases
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
 * Opens a history to copy it into another engine.
 *
 * @returns The reader, and the id of the history, by which copies of one history are distinguished from copies of
 * others.
 * @throws {HistoryFormatError} as {@link openReadOnlyHistory}, and when no version with ids has written the history.
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
