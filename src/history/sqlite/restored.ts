import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { epochMs } from '../../domain/index.ts';
import { computeRowCrc } from '../coding/row-crc.ts';
import type { RestoredSpan } from '../tree/tree-source.ts';
import { HISTORY_FILE } from './database.ts';

const TABLE =
  'CREATE TABLE IF NOT EXISTS restored (to_ms INTEGER PRIMARY KEY, from_ms INTEGER NOT NULL, crc INTEGER NOT NULL) STRICT';

/**
 * Notes in a backup that it replaces a later history: it lacks the records of the span, which trees of that history may
 * have. Nothing else may have the backup open.
 */
export function noteRestore(directory: string, { fromMs, toMs }: RestoredSpan): void {
  const db = new DatabaseSync(join(directory, HISTORY_FILE));
  try {
    db.exec(TABLE);
    const put = db.prepare('INSERT OR REPLACE INTO restored (to_ms, from_ms, crc) VALUES (?, ?, ?)');
    put.run(toMs, fromMs, computeRowCrc([toMs, fromMs]));
  } finally {
    db.close();
  }
}

/** Reads the spans that a history lacks because a backup replaced it, oldest first. A damaged row is left out. */
export function readRestored(db: DatabaseSync): RestoredSpan[] {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'restored'").get() === undefined) return [];
  const rows = db.prepare('SELECT to_ms, from_ms, crc FROM restored ORDER BY to_ms').all();
  return rows
    .filter(({ to_ms, from_ms, crc }) => computeRowCrc([Number(to_ms), Number(from_ms)]) === crc)
    .map(({ to_ms, from_ms }) => ({ fromMs: epochMs(Number(from_ms)), toMs: epochMs(Number(to_ms)) }));
}
