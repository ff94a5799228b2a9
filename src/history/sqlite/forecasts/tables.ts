import type { DatabaseSync } from 'node:sqlite';

/** Tables that are added to files of format 2 that lack them; older versions ignore them. */
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

/** Table that is created last, in one transaction with the others: where it exists, all do. */
const LAST = 'forecast_day';

/** Adds the tables of forecasts to a database without them. */
export function addForecasts(db: DatabaseSync): void {
  if (hasForecasts(db)) return;
  db.exec(`BEGIN IMMEDIATE; ${FORECAST_TABLES} COMMIT;`);
}

/** Whether a file has the tables of forecasts, which are added when a version with them opens it for writing. */
export function hasForecasts(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(LAST) !== undefined;
}
