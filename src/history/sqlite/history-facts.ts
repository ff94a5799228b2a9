import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HISTORY_FILE, openDatabaseReadOnly } from './database.ts';
import { JournalTable } from './journal/journal-table.ts';
import { readStoreId } from './store-id.ts';

/** Id and position of a history file. */
export interface HistoryFacts {
  /** Random id of the history, the same in all copies; null when only versions without ids have written the file. */
  readonly storeId: string | null;
  /** Number of commits since the file was created; it never falls. */
  readonly position: number;
  readonly lastRecordMs: number | null;
}

/**
 * Reads id and position of the history in a directory.
 *
 * @returns Null when there is no history.
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
