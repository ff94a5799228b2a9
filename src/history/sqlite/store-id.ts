import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { computeRowCrc } from '../coding/row-crc.ts';

const TABLE =
  'CREATE TABLE IF NOT EXISTS store (id TEXT PRIMARY KEY, crc INTEGER NOT NULL) STRICT, WITHOUT ROWID';

/** Gives a file its id: once, at the first write, or when a file of an earlier version is opened for writing. */
export function addStoreId(db: DatabaseSync): void {
  if (hasTable(db) && db.prepare('SELECT 1 FROM store').get() !== undefined) return;
  const id = randomBytes(16).toString('hex');
  db.exec(`BEGIN IMMEDIATE; ${TABLE}`);
  db.prepare('INSERT INTO store (id, crc) VALUES (?, ?)').run(id, computeRowCrc([id]));
  db.exec('COMMIT');
}

/** Reads the id of a history, the same in all copies; null when only versions without ids have written the file. */
export function readStoreId(db: DatabaseSync): string | null {
  if (!hasTable(db)) return null;
  const row = db.prepare('SELECT id, crc FROM store').get();
  if (row === undefined) return null;
  const id = String(row.id);
  if (computeRowCrc([id]) !== row.crc) throw new RangeError('the id of the history file is damaged');
  return id;
}

function hasTable(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'store'").get() !== undefined;
}
