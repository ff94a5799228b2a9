import { rowChecksum } from '../coding/row-checksum.ts';

/** SQLite's application id in the header of a day file: "CTTP". */
export const TAPE_APPLICATION_ID = 0x43545450;
/** Version of the format that this code writes. */
export const TAPE_VERSION = 1;

/** Tables whose rows have a checksum, with their columns in the order in which it covers them. */
export const CHECKED_TABLES = {
  file: ['store', 'day', 'begun_ms'],
  market: ['id', 'venue', 'store_key', 'asset'],
  span: ['id', 'market', 'from_ms', 'to_ms', 'every_ms', 'depth', 'opened', 'ended'],
  heard: ['id', 'venue', 'market', 'from_ms', 'to_ms', 'opened', 'ended'],
  resync: ['id', 'market', 'from_ms', 'to_ms', 'changes'],
  slice: ['id', 'from_ms', 'to_ms', 'blocks'],
  unsettled: ['market', 'id', 'seen_ms'],
  checked: ['market', 'to_ms'],
} as const;
export type CheckedTable = keyof typeof CHECKED_TABLES;

export type TapeRow = Readonly<Record<string, string | number | null>>;

/** Computes the checksum of a row of a table. */
export function checksumOfRow(table: CheckedTable, row: TapeRow): number {
  return rowChecksum(CHECKED_TABLES[table].map((column) => row[column] ?? null));
}

export const TAPE_TABLES = `
  CREATE TABLE file (
    store TEXT NOT NULL,
    day TEXT NOT NULL,
    begun_ms INTEGER NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE market (
    id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    asset TEXT NOT NULL,
    crc INTEGER NOT NULL,
    UNIQUE (venue, store_key)
  ) STRICT;
  CREATE TABLE span (
    id INTEGER PRIMARY KEY,
    market INTEGER NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER,
    every_ms INTEGER NOT NULL,
    depth INTEGER,
    opened TEXT NOT NULL,
    ended TEXT,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX span_market ON span (market, from_ms);
  CREATE TABLE heard (
    id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    market INTEGER NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER,
    opened TEXT NOT NULL,
    ended TEXT,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE resync (
    id INTEGER PRIMARY KEY,
    market INTEGER NOT NULL,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    changes INTEGER NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE slice (
    id INTEGER PRIMARY KEY,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    blocks INTEGER NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE block (
    id INTEGER PRIMARY KEY,
    slice INTEGER NOT NULL,
    first INTEGER NOT NULL,
    n INTEGER NOT NULL,
    last INTEGER NOT NULL,
    from_ms INTEGER NOT NULL,
    changes INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  CREATE INDEX block_slice ON block (slice, first, n);
  CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  CREATE TABLE trade_block (
    id INTEGER PRIMARY KEY,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    trades INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  CREATE TABLE unsettled (
    market INTEGER NOT NULL,
    id TEXT NOT NULL,
    seen_ms INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (market, id)
  ) STRICT;
  CREATE TABLE checked (
    market INTEGER PRIMARY KEY,
    to_ms INTEGER NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
`;
