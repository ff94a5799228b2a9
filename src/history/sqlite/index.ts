import type { Clock } from '../../domain/index.ts';
import type { HistoryStore } from '../history-store.ts';
import { SqliteHistory } from './sqlite-history.ts';

export { DataDirLockedError, HistoryFormatError } from './database.ts';

export interface SqliteHistoryOptions {
  /** Made when it does not exist. One process at a time. */
  readonly dataDir: string;
  /** Accepted so that every engine is opened alike; this one needs no time of its own. */
  readonly clock?: Clock;
}

/**
 * Opens the embedded history store of a data directory.
 *
 * @throws {DataDirLockedError} when another process has it open.
 * @throws {HistoryFormatError} when the file cannot be read by this version.
 */
export async function openSqliteHistory({ dataDir }: SqliteHistoryOptions): Promise<HistoryStore> {
  return new SqliteHistory(dataDir);
}
