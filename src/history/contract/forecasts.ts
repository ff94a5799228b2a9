import type { EpochMs, StatedEnd } from '../../domain/index.ts';
import type { SeriesKey } from './series.ts';

/** Statement of a venue about when a market ends, as it is stored. */
export interface MarketEnd extends StatedEnd, SeriesKey {}

/** Price of a market that is not resolved, at a horizon before its stated end. */
export interface Forecast extends SeriesKey {
  /** Id of the horizon, which says how long before the end the price was recorded. */
  readonly horizon: string;
  /** Time of the record that the price is from. */
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
   * Lists the statements about the ends of markets, oldest first, in the order of the request. A market that was
   * registered before statements were stored has one statement, from its last change.
   */
  findEndsMany(keys: readonly SeriesKey[]): Promise<StatedEnd[][]>;
  /** Lists the forecasts of markets, in the order of the request. */
  findForecastsMany(keys: readonly SeriesKey[]): Promise<Forecast[][]>;
  /**
   * Lists stored statements, without those that are derived from the register. @throws {CursorError} when the cursor is
   * not one of this list.
   */
  listEnds(query: ForecastQuery): Promise<MarketEndPage>;
  /** Lists forecasts page by page. @throws {CursorError} when the cursor is not one of this list. */
  listForecasts(query: ForecastQuery): Promise<ForecastPage>;
  /** Lists the closed days, oldest first, each as the number of days since 1970. */
  listForecastDays(): Promise<number[]>;
  /** Reads the bytes of a closed day; null when the day is not closed, or damaged. */
  findForecastDay(day: number): Promise<Uint8Array | null>;
}

/** Writer of closed days. Stated ends and forecasts need no method here: `append` stores them with their poll. */
export interface ForecastWriter {
  /**
   * Stores a closed day, or replaces it.
   *
   * @param settled Markets whose forecasts go in the same commit.
   */
  putForecastDay(day: number, data: Uint8Array, settled: readonly SeriesKey[]): Promise<void>;
  /** Drops the forecasts of markets whose stated end is before this time. @returns Number of markets. */
  dropForecasts(endedBefore: EpochMs): Promise<number>;
}
