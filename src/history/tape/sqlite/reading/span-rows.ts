import type { MarketKey } from '../../../contract/series.ts';
import { DamagedBlockError } from '../../coding/bytes.ts';
import type { Resync, TapeSpan } from '../../contract/tape-coverage.ts';
import type { DayFile } from '../day-file.ts';
import { type CheckedTable, checksumOfRow, type TapeRow } from '../schema.ts';

/** Market number in a row of trades that covers every market of a venue. */
const EVERY_MARKET = 0;

/** Finds the number of a market in a file; null when the file does not name it. @throws {DamagedBlockError} */
export function findMarket(file: DayFile, { venue, storeKey }: MarketKey): number | null {
  const row = file.rows.get('SELECT * FROM market WHERE venue = ? AND store_key = ?', venue, storeKey);
  if (row === undefined) return null;
  requireWhole('market', row);
  return Number(row.id);
}

/** Reads the spans of a market, by number. @throws {DamagedBlockError} when a row is damaged. */
export function readSpans(file: DayFile, market: number): TapeSpan[] {
  const newestMs = file.newestMs ?? 0;
  const rows = file.rows.all('SELECT * FROM span WHERE market = ? ORDER BY id', market);
  return rows.map((row) => {
    requireWhole('span', row);
    if ((row.to_ms === null) !== (row.ended === null))
      throw new DamagedBlockError(`row ${row.id} of span is half ended`);
    return toSpan(row, newestMs);
  });
}

/** Reads the spans in which trades of a market are known, by number. @throws {DamagedBlockError} when a row is damaged. */
export function readHeard(file: DayFile, venue: string, market: number | null): TapeSpan[] {
  const newestMs = file.newestMs ?? 0;
  const rows = file.rows.all(
    'SELECT *, 0 AS every_ms, NULL AS depth FROM heard WHERE venue = ? AND market IN (?, ?) ORDER BY id',
    venue,
    EVERY_MARKET,
    market ?? EVERY_MARKET,
  );
  return rows.map((row) => {
    requireWhole('heard', row);
    return toSpan(row, newestMs);
  });
}

export function readResyncs(file: DayFile, market: number): Resync[] {
  const rows = file.rows.all('SELECT * FROM resync WHERE market = ? ORDER BY id', market);
  return rows
    .filter((row) => row.crc === checksumOfRow('resync', row))
    .map((row) => ({ fromMs: Number(row.from_ms), toMs: Number(row.to_ms), changes: Number(row.changes) }));
}

/** Checks the checksum of a row. @throws {DamagedBlockError} when it does not match. */
export function requireWhole(table: CheckedTable, row: TapeRow): void {
  if (row.crc !== checksumOfRow(table, row))
    throw new DamagedBlockError(`row ${row.id} of ${table} is damaged`);
}

function toSpan(row: TapeRow, newestMs: number): TapeSpan {
  return {
    fromMs: Number(row.from_ms),
    toMs: Number(row.to_ms ?? newestMs),
    everyMs: Number(row.every_ms),
    depth: row.depth === null ? null : Number(row.depth),
    opened: String(row.opened),
    ended: row.ended === null ? null : String(row.ended),
  };
}
