import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { epochMs } from '../../src/domain/index.ts';

/** Series of the file, two records each, all in the journal: markets that ended long ago. */
export const OLD_SERIES = 2_000;

/** A record of the file; every series and record has another price. */
export function oldRecord(id: number, row: 0 | 1) {
  const storeKey = `old-${id}`;
  return {
    venue: 'kalshi',
    storeKey,
    asset: `kalshi-${storeKey}`,
    t: epochMs(1_600_000_000_000 + row * 7_200_000),
    p: id + row / 4,
  } as const;
}

/** Writes a file of format 1 by hand: its tables, and plain journal rows of layout 1. */
export function writeOldFile(file: string, { withoutLast = false } = {}): void {
  const db = new DatabaseSync(file);
  db.exec(`
    CREATE TABLE series (id INTEGER PRIMARY KEY, venue TEXT NOT NULL, store_key TEXT NOT NULL, asset TEXT NOT NULL,
      records INTEGER NOT NULL, bytes INTEGER NOT NULL, first_ms INTEGER, last_ms INTEGER,
      sealed_row INTEGER NOT NULL, UNIQUE (venue, store_key)) STRICT;
    CREATE TABLE journal (id INTEGER PRIMARY KEY, records INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
    CREATE TABLE block (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
    CREATE TABLE block_index (series INTEGER NOT NULL, pos INTEGER NOT NULL, block INTEGER NOT NULL,
      records INTEGER NOT NULL, bytes INTEGER NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL,
      bars BLOB NOT NULL, PRIMARY KEY (series, pos)) STRICT, WITHOUT ROWID;
    CREATE TABLE damaged (block INTEGER PRIMARY KEY, series INTEGER NOT NULL, records INTEGER NOT NULL,
      from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;
    CREATE TABLE gap (venue TEXT NOT NULL, store_key TEXT NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER,
      reason TEXT NOT NULL, PRIMARY KEY (venue, store_key, from_ms)) STRICT, WITHOUT ROWID;
    CREATE TABLE settlement (venue TEXT NOT NULL, store_key TEXT NOT NULL, asset TEXT NOT NULL,
      outcome TEXT NOT NULL, payout REAL, settled_at INTEGER, source TEXT NOT NULL, disputed INTEGER,
      recorded_at INTEGER NOT NULL, PRIMARY KEY (venue, store_key)) STRICT;
    PRAGMA application_id = ${0x43544849}; PRAGMA user_version = 1; BEGIN;
  `);
  const series = db.prepare('INSERT INTO series VALUES (?, ?, ?, ?, 0, 0, NULL, NULL, 0)');
  for (let id = 1; id <= OLD_SERIES; id++) {
    const { venue, storeKey, asset } = oldRecord(id, 0);
    series.run(id, venue, storeKey, asset);
  }
  const journal = db.prepare('INSERT INTO journal VALUES (?, ?, ?)');
  journal.run(1, OLD_SERIES, buildOldRow(0));
  if (!withoutLast) journal.run(2, OLD_SERIES, buildOldRow(1));
  db.exec('COMMIT');
  db.close();
}

/** A journal row of layout 1 without any of its flags. */
export function buildOldRow(row: 0 | 1): Uint8Array {
  const n = OLD_SERIES;
  const bytes = new Uint8Array(12 + n * (4 + 8 + 8 + 8 + 1));
  const view = new DataView(bytes.buffer);
  view.setUint8(4, 1);
  view.setUint32(8, n, true);
  for (let i = 0; i < n; i++) {
    const { t, p } = oldRecord(i + 1, row);
    view.setUint32(12 + 4 * i, i + 1, true);
    view.setFloat64(12 + 4 * n + 8 * i, t, true);
    view.setFloat64(12 + 12 * n + 8 * i, p, true);
    view.setFloat64(12 + 20 * n + 8 * i, Number.NaN, true);
    view.setUint8(12 + 28 * n + i, 1);
  }
  view.setUint32(0, crc32(bytes.subarray(4)), true);
  return bytes;
}
