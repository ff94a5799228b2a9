import type { DatabaseSync } from 'node:sqlite';

/** Tables that are added to files of format 2 that lack them; older versions ignore them. */
const SETTLED_TABLES = `
  CREATE TABLE IF NOT EXISTS settled (
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    asset TEXT NOT NULL,
    source TEXT,
    coin TEXT,
    verdict TEXT NOT NULL,
    reason TEXT,
    close_at INTEGER,
    decided_at INTEGER NOT NULL,
    reopened INTEGER NOT NULL,
    data TEXT NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (venue, store_key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS settled_decided ON settled (decided_at, asset) WHERE reopened = 0;
  CREATE INDEX IF NOT EXISTS settled_closed ON settled (close_at) WHERE reopened = 0;
  CREATE TABLE IF NOT EXISTS settled_line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    recorded_at INTEGER NOT NULL,
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    asset TEXT NOT NULL,
    line TEXT NOT NULL,
    said TEXT NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS settled_line_recorded ON settled_line (recorded_at);
  CREATE INDEX IF NOT EXISTS settled_line_market ON settled_line (venue, store_key);
`;

/** Index that is created last, in one transaction with the tables: where it exists, all do. */
const LAST = 'settled_line_market';

/** Adds the tables of settled markets to a database without them. */
export function addSettled(db: DatabaseSync): void {
  if (hasSettled(db)) return;
  db.exec(`BEGIN IMMEDIATE; ${SETTLED_TABLES} COMMIT;`);
}

/** Whether a file has the tables of verdicts, which are added when a version with them opens it for writing. */
export function hasSettled(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(LAST) !== undefined;
}
