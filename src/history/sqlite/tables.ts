import type { DatabaseSync } from 'node:sqlite';

/** Tables that had no column for checksums in the first files of this format. */
const LATELY_CHECKED = ['total', 'damaged', 'changed_day', 'pack'];

/** Tables of import batches. The first files of this format lack them; opening such a file for writing adds them. */
const IMPORT_TABLES = `
  CREATE TABLE IF NOT EXISTS import_part (
    batch TEXT NOT NULL,
    n INTEGER NOT NULL,
    pack INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (batch, n)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS import_event (
    batch TEXT NOT NULL,
    n INTEGER NOT NULL,
    data TEXT NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (batch, n)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS import_progress (
    batch TEXT PRIMARY KEY,
    doing TEXT NOT NULL,
    part INTEGER NOT NULL,
    row INTEGER NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

export const TABLES = `
  CREATE TABLE series (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    asset TEXT NOT NULL,
    records INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    first_ms INTEGER,
    last_ms INTEGER,
    sealed_row INTEGER NOT NULL,
    pack INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    UNIQUE (venue, store_key)
  ) STRICT;
  CREATE TABLE catalogue (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    venue TEXT NOT NULL,
    first_key TEXT NOT NULL,
    entries INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (venue, first_key)
  ) STRICT;
  CREATE TABLE total (
    venue TEXT PRIMARY KEY,
    series INTEGER NOT NULL,
    records INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    crc INTEGER
  ) STRICT;
  CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    venue TEXT NOT NULL,
    records INTEGER NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  CREATE TABLE pack (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    live INTEGER NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    crc INTEGER,
    minutes BLOB,
    data BLOB NOT NULL
  ) STRICT;
  CREATE TABLE piece (
    series INTEGER NOT NULL,
    pos INTEGER NOT NULL,
    pack INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    records INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    minutes INTEGER NOT NULL,
    bars BLOB,
    crc INTEGER NOT NULL,
    PRIMARY KEY (series, pos)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE damaged (
    place TEXT PRIMARY KEY,
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    records INTEGER NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    reason TEXT NOT NULL,
    data BLOB,
    crc INTEGER
  ) STRICT;
  CREATE TABLE gap (
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER,
    reason TEXT NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (venue, store_key, from_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE resolution (
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    asset TEXT NOT NULL,
    outcome TEXT NOT NULL,
    payout REAL,
    settled_at INTEGER,
    source TEXT NOT NULL,
    disputed INTEGER,
    recorded_at INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    reopened_at INTEGER,
    earlier TEXT,
    PRIMARY KEY (venue, store_key)
  ) STRICT;
  CREATE INDEX resolution_by_time ON resolution (recorded_at, venue, store_key);
  CREATE TABLE changed_day (
    venue TEXT NOT NULL,
    day INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    crc INTEGER,
    PRIMARY KEY (venue, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE import_batch (
    id TEXT PRIMARY KEY,
    series INTEGER NOT NULL,
    file_sha256 TEXT NOT NULL,
    records INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    at INTEGER NOT NULL,
    withdrawn_at INTEGER,
    pack INTEGER NOT NULL,
    asset TEXT,
    crc INTEGER
  ) STRICT;
  CREATE TABLE book_block (
    series INTEGER NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    snapshots INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (series, from_ms)
  ) STRICT;
`;

/** Index that the first files of format 2 lack; it is added when such a file is opened for writing. */
export const GAP_INDEX = 'CREATE INDEX IF NOT EXISTS gap_by_time ON gap (from_ms, venue, store_key)';

/** Adds the columns of checksums. They are nullable, so that older versions can still insert rows. */
export function addChecksums(db: DatabaseSync): void {
  for (const table of LATELY_CHECKED) addColumn(db, table, 'crc', 'INTEGER');
}

/** Adds the tables of imports, and the columns that older databases lack. */
export function addImports(db: DatabaseSync): void {
  db.exec(IMPORT_TABLES);
  addColumn(db, 'import_batch', 'asset', 'TEXT');
  addColumn(db, 'import_batch', 'crc', 'INTEGER');
}

function addColumn(db: DatabaseSync, table: string, name: string, type: string): void {
  const has = db.prepare(`SELECT 1 FROM pragma_table_info('${table}') WHERE name = '${name}'`).get();
  if (has === undefined) db.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
}
