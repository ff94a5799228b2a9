import {
  cutPage,
  type EpochMs,
  encodeCursor,
  epochMs,
  type StatedEnd,
  type VenueId,
} from '../../../domain/index.ts';
import type { SqlRow } from '../../../storage/statements.ts';
import { BEFORE_ALL_SPANS, decodeForecastCursor, decodeMarketEndCursor } from '../../contract/cursor.ts';
import type {
  Forecast,
  ForecastPage,
  ForecastQuery,
  MarketEnd,
  MarketEndPage,
} from '../../contract/forecasts.ts';
import type { SeriesKey } from '../../contract/series.ts';
import { toSeriesName } from '../../contract/series-name.ts';
import type { Ask, HistoryPool } from './history-pool.ts';

/**
 * Describes the part of a statement that stores forecasts of the venue `$3`, provided that `lead` has a row.
 *
 * @param first Number of the first of its five parameters.
 */
export function describeForecasts(first: number): string {
  const value = (offset: number, type: string) => `$${first + offset}::${type}[]`;
  return `forecast_rows AS (
    INSERT INTO history.forecast (venue, store_key, horizon, t, p, end_ms)
    SELECT $3::text, said.* FROM lead CROSS JOIN unnest(${value(0, 'text')}, ${value(1, 'text')},
      ${value(2, 'bigint')}, ${value(3, 'double precision')}, ${value(4, 'bigint')}) AS said
    ON CONFLICT (venue, store_key, horizon) DO UPDATE SET t = EXCLUDED.t, p = EXCLUDED.p, end_ms = EXCLUDED.end_ms)`;
}

/** Converts forecasts to arrays, one for each parameter of the insert. */
export function forecastValues(forecasts: readonly Forecast[]) {
  return [
    forecasts.map(({ storeKey }) => storeKey),
    forecasts.map(({ horizon }) => horizon),
    forecasts.map(({ t }) => t),
    forecasts.map(({ p }) => p),
    forecasts.map(({ end }) => end),
  ];
}

/** Statements of ends, forecasts and closed days in PostgreSQL. */
export class ForecastRows {
  readonly #pool: HistoryPool;
  readonly #ask: Ask;

  constructor(pool: HistoryPool) {
    this.#pool = pool;
    this.#ask = pool.ask;
  }

  /** Finds the stored statements of ends, by the name of their series. */
  findEnds(keys: readonly SeriesKey[]): Promise<Map<string, StatedEnd[]>> {
    return findStoredEnds(this.#ask, keys);
  }

  /** Finds the forecasts of many markets, in the order of the request. */
  async findMany(keys: readonly SeriesKey[]): Promise<Forecast[][]> {
    if (keys.length === 0) return [];
    const rows = await this.#ask(
      `SELECT * FROM history.forecast WHERE (venue, store_key) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       ORDER BY venue, store_key, horizon`,
      [keys.map(({ venue }) => venue), keys.map(({ storeKey }) => storeKey)],
    );
    const found = Map.groupBy(rows.map(toForecast), toSeriesName);
    return keys.map((key) => found.get(toSeriesName(key)) ?? []);
  }

  /** Lists statements of ends page by page. @throws {CursorError} when the cursor is not one of this list. */
  async pageOfEnds({ limit, cursor }: ForecastQuery): Promise<MarketEndPage> {
    const after = cursor === undefined ? BEFORE_ALL_SPANS : decodeMarketEndCursor(cursor);
    const rows = await this.#ask(
      `SELECT * FROM history.market_end WHERE (venue, store_key, from_ms) > ($1::text, $2::text, $3::bigint)
       ORDER BY venue, store_key, from_ms LIMIT $4`,
      [...after, limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows.map(toEnd), limit, ({ venue, storeKey, from }) =>
      encodeCursor('market-end', [venue, storeKey, from]),
    );
    return { ends: shown, nextCursor };
  }

  /** Lists forecasts page by page. @throws {CursorError} when the cursor is not one of this list. */
  async page({ limit, cursor }: ForecastQuery): Promise<ForecastPage> {
    const after = cursor === undefined ? ['', '', ''] : decodeForecastCursor(cursor);
    const rows = await this.#ask(
      `SELECT * FROM history.forecast WHERE (venue, store_key, horizon) > ($1::text, $2::text, $3::text)
       ORDER BY venue, store_key, horizon LIMIT $4`,
      [...after, limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows.map(toForecast), limit, ({ venue, storeKey, horizon }) =>
      encodeCursor('forecast', [venue, storeKey, horizon]),
    );
    return { forecasts: shown, nextCursor };
  }

  async listDays(): Promise<number[]> {
    return (await this.#ask('SELECT day FROM history.forecast_day ORDER BY day')).map(({ day }) =>
      Number(day),
    );
  }

  async findDay(day: number): Promise<Uint8Array | null> {
    const [row] = await this.#ask('SELECT data FROM history.forecast_day WHERE day = $1', [day]);
    return row === undefined ? null : (row.data as Uint8Array);
  }

  async putDay(day: number, data: Uint8Array, settled: readonly SeriesKey[]): Promise<void> {
    await this.#pool.transact(async (ask) => {
      await ask(
        `INSERT INTO history.forecast_day (day, data) VALUES ($1, $2)
         ON CONFLICT (day) DO UPDATE SET data = EXCLUDED.data`,
        [day, Buffer.from(data)],
      );
      await ask(
        `DELETE FROM history.forecast WHERE (venue, store_key) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
        [settled.map(({ venue }) => venue), settled.map(({ storeKey }) => storeKey)],
      );
    });
  }

  /** Drops the forecasts of markets whose stated end is before this time. @returns Number of markets. */
  async dropEndedBefore(ms: EpochMs): Promise<number> {
    const [row] = await this.#ask(
      `WITH dropped AS (DELETE FROM history.forecast WHERE end_ms < $1 RETURNING venue, store_key)
       SELECT count(DISTINCT (venue, store_key)) AS markets FROM dropped`,
      [ms],
    );
    return Number(row?.markets);
  }

  async putEnds(ends: readonly MarketEnd[]): Promise<void> {
    await this.#ask(
      `INSERT INTO history.market_end (venue, store_key, from_ms, end_ms)
       SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) ON CONFLICT DO NOTHING`,
      endValues(ends),
    );
  }

  async putForecasts(forecasts: readonly Forecast[]): Promise<void> {
    await this.#ask(
      `INSERT INTO history.forecast (venue, store_key, horizon, t, p, end_ms)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::double precision[], $6::bigint[])
       ON CONFLICT DO NOTHING`,
      [forecasts.map(({ venue }) => venue), ...forecastValues(forecasts)],
    );
  }
}

/** Finds the stored statements of ends, oldest first, by the name of their series. */
export async function findStoredEnds(
  ask: Ask,
  keys: readonly SeriesKey[],
): Promise<Map<string, StatedEnd[]>> {
  if (keys.length === 0) return new Map();
  const rows = await ask(
    `SELECT * FROM history.market_end WHERE (venue, store_key) IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ORDER BY venue, store_key, from_ms`,
    [keys.map(({ venue }) => venue), keys.map(({ storeKey }) => storeKey)],
  );
  const found = new Map<string, StatedEnd[]>();
  for (const { venue, storeKey, from, end } of rows.map(toEnd)) {
    const name = toSeriesName({ venue, storeKey });
    found.set(name, [...(found.get(name) ?? []), { from, end }]);
  }
  return found;
}

/** Converts ends of markets to arrays, one for each parameter of the insert. */
export function endValues(ends: readonly MarketEnd[]) {
  return [
    ends.map(({ venue }) => venue),
    ends.map(({ storeKey }) => storeKey),
    ends.map(({ from }) => from),
    ends.map(({ end }) => end),
  ];
}

function toEnd(row: SqlRow): MarketEnd {
  return {
    venue: row.venue as VenueId,
    storeKey: String(row.store_key),
    from: Number(row.from_ms),
    end: row.end_ms === null ? null : Number(row.end_ms),
  };
}

function toForecast(row: SqlRow): Forecast {
  return {
    venue: row.venue as VenueId,
    storeKey: String(row.store_key),
    horizon: String(row.horizon),
    t: epochMs(Number(row.t)),
    p: Number(row.p),
    end: epochMs(Number(row.end_ms)),
  };
}
