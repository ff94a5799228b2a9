import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  FORMAT_VERSION,
  HISTORY_FILE,
  HistoryFormatError,
  openDatabaseReadOnly,
  readFormat,
} from './database.ts';
import { JournalTable } from './journal/journal-table.ts';
import { readStoreId } from './store-id.ts';

/** How far a history file has come. */
export interface HistoryFacts {
  /** Random, the same in all its copies; null: no version that gives ids has written it. */
  readonly storeId: string | null;
  /** Commits since the file was made; it only rises. */
  readonly position: number;
  readonly lastRecordMs: number | null;
  /** A file of an older format does not say the others. */
  readonly format: number;
}

/**
 * Reads how far the history of a directory has come, of whatever format.
 *
 * @returns null when there is none.
 * @throws {HistoryFormatError} when this version cannot read it.
 */
export function readHistoryFacts(dataDir: string): HistoryFacts | null {
  const file = join(dataDir, HISTORY_FILE);
  if (!existsSync(file)) return null;
  const format = readFormat(file);
  if (format === null) throw new HistoryFormatError(`${file} is not a history file`);
  // Neither is in a file of the first format.
  if (format === 1) return { storeId: null, position: 0, lastRecordMs: null, format };
  const db = openDatabaseReadOnly(dataDir);
  try {
    const { last } = db
      .prepare(
        `SELECT MAX(last) AS last FROM (SELECT MAX(last_ms) AS last FROM total WHERE records > 0
           UNION ALL SELECT MAX(to_ms) FROM journal)`,
      )
      .get() as { readonly last: number | null };
    const position = new JournalTable(db).readLastRow();
    return { storeId: readStoreId(db), position, lastRecordMs: last, format: FORMAT_VERSION };
  } finally {
    db.close();
  }
}
