import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HISTORY_FILE, openDatabaseReadOnly } from './database.ts';
import { JournalTable } from './journal/journal-table.ts';
import { readStoreId } from './store-id.ts';

/** How far a history file has come. */
export interface HistoryFacts {
  /** Random id of the history, the same in all its copies; null: no version that gives ids has written the file. */
  readonly storeId: string | null;
  /** Commits since the file was made; it only rises. */
  readonly position: number;
  readonly lastRecordMs: number | null;
}

/**
 * Reads how far the history of a directory has come.
 *
 * @returns null when there is none.
 * @throws {HistoryFormatError} when this version cannot read it.
 */
export function readHistoryFacts(dataDir: string): HistoryFacts | null {
  const file = join(dataDir, HISTORY_FILE);
  if (!existsSync(file)) return null;
  const db = openDatabaseReadOnly(dataDir);
  try {
    const { last } = db
      .prepare(
        `SELECT MAX(last) AS last FROM (SELECT MAX(last_ms) AS last FROM total WHERE records > 0
           UNION ALL SELECT MAX(to_ms) FROM journal)`,
      )
      .get() as { readonly last: number | null };
    const position = new JournalTable(db).readLastRow();
    return { storeId: readStoreId(db), position, lastRecordMs: last };
  } finally {
    db.close();
  }
}
