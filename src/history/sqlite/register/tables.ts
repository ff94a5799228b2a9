import type { DatabaseSync } from 'node:sqlite';

/** Tables that are added to files of format 2 that lack them; older versions ignore them. */
const REGISTER_TABLES = `
  CREATE TABLE IF NOT EXISTS market (
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    data BLOB NOT NULL,
    seen_from INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (venue, store_key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS market_page (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    venue TEXT NOT NULL,
    first_key TEXT NOT NULL,
    entries INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (venue, first_key)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS rules (
    hash BLOB PRIMARY KEY,
    data BLOB NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS link_span (
    a TEXT NOT NULL,
    b TEXT NOT NULL,
    relation TEXT NOT NULL,
    confidence REAL NOT NULL,
    source TEXT NOT NULL,
    disputed INTEGER NOT NULL,
    reasons TEXT NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER,
    crc INTEGER NOT NULL,
    PRIMARY KEY (a, b, from_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS link_span_by_b ON link_span (b);
  CREATE INDEX IF NOT EXISTS link_span_open ON link_span (a) WHERE to_ms IS NULL;
`;

/** Index that is created last, in one transaction with the tables: where it exists, all do. */
const LAST = 'link_span_open';

/** Adds the tables of the register to a database without them. */
export function addRegister(db: DatabaseSync): void {
  if (hasRegister(db)) return;
  db.exec(`BEGIN IMMEDIATE; ${REGISTER_TABLES} COMMIT;`);
}

/** Whether a file has the register, which the first version with one adds when it opens the file for writing. */
export function hasRegister(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(LAST) !== undefined;
}
