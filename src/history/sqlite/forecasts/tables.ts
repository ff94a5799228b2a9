import type { DatabaseSync } from 'node:sqlite';

/** Added to files of format 2 that were made without them; older versions ignore them. */
const FORECAST_TABLES = `
  CREATE TABLE IF NOT EXISTS market_end (
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    from_ms INTEGER NOT NULL,
    end_ms INTEGER,
    crc INTEGER NOT NULL,
    PRIMARY KEY (venue, store_key, from_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS forecast (
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    horizon TEXT NOT NULL,
    t INTEGER NOT NULL,
    p REAL NOT NULL,
    end_ms INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (venue, store_key, horizon)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS forecast_by_end ON forecast (end_ms, venue, store_key);
  CREATE TABLE IF NOT EXISTS forecast_day (
    day INTEGER PRIMARY KEY,
    data BLOB NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
`;

/** The last one that is made, in a transaction with the others. */
const LAST = 'forecast_day';

/** Adds the tables of forecasts to a database without them. */
export function addForecasts(db: DatabaseSync): void {
  if (hasForecasts(db)) return;
  db.exec(`BEGIN IMMEDIATE; ${FORECAST_TABLES} COMMIT;`);
}

/** Whether a file has the tables of forecasts: it has none until a version with them has opened it for writing. */
export function hasForecasts(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(LAST) !== undefined;
}
