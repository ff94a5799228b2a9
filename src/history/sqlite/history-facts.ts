import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { HISTORY_FILE, openDatabaseReadOnly } from './database.ts';
import { JournalTable } from './journal/journal-table.ts';
import { readStoreId } from './store-id.ts';

/** Id and position of a history file. */
export interface HistoryPosition {
  /** Random id of the history, the same in all copies; null when only versions without ids have written the file. */
  readonly storeId: string | null;
  /** Number of commits since the file was created; it never falls. */
  readonly position: number;
}

export interface HistoryFacts extends HistoryPosition {
  readonly lastRecordMs: number | null;
}

/**
 * Reads id and position of the history in a directory, which takes the same time for any size.
 *
 * @returns Null when there is no history.
 * @throws {HistoryFormatError} when this version cannot read it.
 */
export function readHistoryPosition(dataDir: string): HistoryPosition | null {
  return readFile(dataDir, readPosition);
}

/**
 * Reads id, position and time of the newest record of the history in a directory.
 *
 * @returns Null when there is no history.
 * @throws {HistoryFormatError} when this version cannot read it.
 */
export function readHistoryFacts(dataDir: string): HistoryFacts | null {
  return readFile(dataDir, (db) => {
    const { last } = db
      .prepare(
        `SELECT MAX(last) AS last FROM (SELECT MAX(last_ms) AS last FROM total WHERE records > 0
           UNION ALL SELECT MAX(to_ms) FROM journal)`,
      )
      .get() as { readonly last: number | null };
    return { ...readPosition(db), lastRecordMs: last };
  });
}

function readPosition(db: DatabaseSync): HistoryPosition {
  const position = new JournalTable(db).readLastRow();
  return { storeId: readStoreId(db), position };
}

function readFile<Result>(dataDir: string, read: (db: DatabaseSync) => Result): Result | null {
  if (!existsSync(join(dataDir, HISTORY_FILE))) return null;
  const db = openDatabaseReadOnly(dataDir);
  try {
    return read(db);
  } finally {
    db.close();
  }
}
