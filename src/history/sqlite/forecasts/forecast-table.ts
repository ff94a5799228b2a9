import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { cutPage, DAY_MS, type EpochMs, encodeCursor, epochMs, type VenueId } from '../../../domain/index.ts';
import { prepareRows } from '../../../storage/sqlite/row-statement.ts';
import { computeRowCrc } from '../../coding/row-crc.ts';
import { decodeForecastCursor } from '../../contract/cursor.ts';
import type { Forecast, ForecastPage, ForecastQuery } from '../../contract/forecasts.ts';
import type { MarketKey, SeriesKey } from '../../contract/series.ts';
import { type FileDamage, NOTHING_KNOWN } from '../damage.ts';
import { LateStatements } from '../late-statements.ts';
import { hasForecasts } from './tables.ts';

interface ForecastRow {
  readonly venue: VenueId;
  readonly store_key: string;
  readonly horizon: string;
  readonly t: EpochMs;
  readonly p: number;
  readonly end_ms: EpochMs;
  readonly crc: number;
}

interface DayRow {
  readonly day: number;
  readonly data: Uint8Array;
  readonly crc: number;
}

/** Forecasts of unresolved markets, and closed days of resolved ones. Writes happen inside the caller's transaction. */
export class ForecastTable {
  readonly #damage: FileDamage;
  readonly #statements: LateStatements<ReturnType<typeof prepareAll>>;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#statements = new LateStatements(
      db,
      { has: hasForecasts, prepare: prepareAll },
      'tables of forecasts',
    );
    this.#damage = damage;
  }

  find({ venue, storeKey }: MarketKey): Forecast[] {
    const forecasts: Forecast[] = [];
    for (const [horizon, t, p, end, crc] of this.#statements.open()?.find.all(venue, storeKey) ?? []) {
      const row = { venue, store_key: storeKey, horizon, t, p, end_ms: end, crc };
      if (this.#isIntact(row)) forecasts.push({ venue, storeKey, horizon, t, p, end });
    }
    return forecasts;
  }

  /** Lists all forecasts of a venue, by key and horizon. */
  *listByVenue(venue: VenueId): Generator<Forecast> {
    for (const row of this.#statements.open()?.ofVenue.iterate(venue) ?? [])
      if (this.#isIntact(row)) yield toForecast(row);
  }

  /** Lists forecasts page by page. @throws {CursorError} when the cursor is not one of this list. */
  page({ limit, cursor }: ForecastQuery): ForecastPage {
    const after = cursor === undefined ? (['', '', ''] as const) : decodeForecastCursor(cursor);
    const rows = this.#statements.open()?.page.all(...after, limit + 1) ?? [];
    const { shown, nextCursor } = cutPage(rows, limit, ({ venue, store_key, horizon }) =>
      encodeCursor('forecast', [venue, store_key, horizon]),
    );
    return { forecasts: shown.filter((row) => this.#isIntact(row)).map(toForecast), nextCursor };
  }

  put({ venue, storeKey, horizon, t, p, end }: Forecast): void {
    const fields = [venue, storeKey, horizon, t, p, end] as const;
    this.#statements.require().put.run(...fields, computeRowCrc(fields));
  }

  remove({ venue, storeKey }: SeriesKey): void {
    this.#statements.require().remove.run(venue, storeKey);
  }

  /** Drops the forecasts of markets whose stated end is before this time. @returns Number of markets. */
  dropEndedBefore(ms: EpochMs): number {
    const { countEnded, dropEnded } = this.#statements.require();
    const markets = Number(countEnded.get(ms)?.markets);
    dropEnded.run(ms);
    return markets;
  }

  listDays(): number[] {
    return (this.#statements.open()?.days.all() ?? []).map(({ day }) => day);
  }

  findDay(day: number): Uint8Array | null {
    const row = this.#statements.open()?.findDay.get(day);
    return row !== undefined && this.#isWhole(row) ? row.data : null;
  }

  putDay(day: number, data: Uint8Array): void {
    this.#statements.require().putDay.run(day, data, computeDayCrc(day, data));
  }

  /** Reads every row, and notes damage. */
  verify(): void {
    for (const row of this.#statements.open()?.all.iterate() ?? []) this.#isIntact(row);
    for (const day of this.listDays()) this.findDay(day);
  }

  #isIntact({ venue, store_key, horizon, t, p, end_ms, crc }: ForecastRow): boolean {
    if (computeRowCrc([venue, store_key, horizon, t, p, end_ms]) === crc) return true;
    this.#damage.note(`forecast ${venue} ${store_key} ${horizon}`, {
      kind: 'row',
      venue,
      storeKey: store_key,
      records: 0,
      fromMs: epochMs(t),
      toMs: epochMs(t),
      reason: 'the row of a forecast is damaged',
    });
    return false;
  }

  #isWhole({ day, data, crc }: DayRow): boolean {
    if (computeDayCrc(day, data) === crc) return true;
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    this.#damage.note(`forecast_day ${day}`, {
      ...NOTHING_KNOWN,
      fromMs: epochMs(day * DAY_MS),
      toMs: epochMs((day + 1) * DAY_MS - 1),
      reason: `the forecasts of ${date} are damaged: make them again with "crosstape calibrate --again"`,
    });
    return false;
  }
}

function prepareAll(db: DatabaseSync) {
  const key = 'venue, store_key, horizon';
  // This query runs for every market of a day, so its rows are arrays without the known columns: that halves its time.
  const find = prepareRows<readonly [horizon: string, t: EpochMs, p: number, end: EpochMs, crc: number]>(
    db,
    'SELECT horizon, t, p, end_ms, crc FROM forecast WHERE venue = ? AND store_key = ? ORDER BY horizon',
  );
  find.setReturnArrays(true);
  return {
    find,
    page: prepareRows<ForecastRow>(
      db,
      `SELECT * FROM forecast WHERE (${key}) > (?, ?, ?) ORDER BY ${key} LIMIT ?`,
    ),
    ofVenue: prepareRows<ForecastRow>(db, `SELECT * FROM forecast WHERE venue = ? ORDER BY ${key}`),
    all: prepareRows<ForecastRow>(db, 'SELECT * FROM forecast'),
    put: db.prepare(
      `INSERT OR REPLACE INTO forecast (${key}, t, p, end_ms, crc) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    remove: db.prepare('DELETE FROM forecast WHERE venue = ? AND store_key = ?'),
    countEnded: prepareRows<{ readonly markets: number }>(
      db,
      'SELECT count(*) AS markets FROM (SELECT DISTINCT venue, store_key FROM forecast WHERE end_ms < ?)',
    ),
    dropEnded: db.prepare('DELETE FROM forecast WHERE end_ms < ?'),
    days: prepareRows<{ readonly day: number }>(db, 'SELECT day FROM forecast_day ORDER BY day'),
    findDay: prepareRows<DayRow>(db, 'SELECT * FROM forecast_day WHERE day = ?'),
    putDay: db.prepare('INSERT OR REPLACE INTO forecast_day (day, data, crc) VALUES (?, ?, ?)'),
  };
}

function computeDayCrc(day: number, data: Uint8Array): number {
  return crc32(data, crc32(String(day)));
}

function toForecast(row: ForecastRow): Forecast {
  const { venue, store_key: storeKey, horizon, t, p, end_ms: end } = row;
  return { venue, storeKey, horizon, t, p, end };
}
