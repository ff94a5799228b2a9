import type { EpochMs, StatedEnd } from '../../domain/index.ts';
import type { SeriesKey } from './series.ts';

/** Statement of a market's end, as it is stored. */
export interface MarketEnd extends StatedEnd, SeriesKey {}

/** Price of a market that lives, at a horizon before its stated end. */
export interface Forecast extends SeriesKey {
  /** Id of the horizon. */
  readonly horizon: string;
  /** Time of the record. */
  readonly t: EpochMs;
  readonly p: number;
  /** Stated end that the horizon counts back from. */
  readonly end: EpochMs;
}

export interface ForecastQuery {
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface MarketEndPage {
  /** Ordered by venue, storeKey and time. */
  readonly ends: readonly MarketEnd[];
  readonly nextCursor: string | null;
}

export interface ForecastPage {
  /** Ordered by venue, storeKey and horizon. */
  readonly forecasts: readonly Forecast[];
  readonly nextCursor: string | null;
}

/** Reads the data of calibration: stated ends, forecasts of markets that are not resolved yet, and closed days. */
export interface ForecastReader {
  /**
   * Statements of the ends of markets, oldest first, in the order of the request. A market that was registered before
   * statements were stored has one, from its last change.
   */
  findEndsMany(keys: readonly SeriesKey[]): Promise<StatedEnd[][]>;
  /** Forecasts of markets, in the order of the request. */
  findForecastsMany(keys: readonly SeriesKey[]): Promise<Forecast[][]>;
  /** Stored statements alone. @throws {CursorError} on a cursor that no page contained. */
  listEnds(query: ForecastQuery): Promise<MarketEndPage>;
  /** @throws {CursorError} on a cursor that no page contained. */
  listForecasts(query: ForecastQuery): Promise<ForecastPage>;
  /** Closed days as numbers of days since 1970, oldest first. */
  listForecastDays(): Promise<number[]>;
  /** Bytes of a closed day; null where it is not closed, or damaged. */
  findForecastDay(day: number): Promise<Uint8Array | null>;
}

/** Statements of ends and forecasts are stored with the poll that they are of. */
export interface ForecastWriter {
  /**
   * Stores a closed day, or replaces it.
   *
   * @param settled Markets whose forecasts go in the same commit.
   */
  putForecastDay(day: number, data: Uint8Array, settled: readonly SeriesKey[]): Promise<void>;
  /** Drops forecasts of markets whose end lies before a time. @returns Number of markets. */
  dropForecasts(endedBefore: EpochMs): Promise<number>;
}
