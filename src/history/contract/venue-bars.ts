import { type EpochMs, HOUR_MS, isConsistent } from '../../domain/index.ts';
import type { SeriesKey, Window } from './series.ts';

/** One whole hour of a market as its venue states it. Prices have the unit of the market's records. */
export interface VenueBar {
  /** Start of the hour. */
  readonly t: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Traded volume in base units or contracts; null when the venue states none. */
  readonly volume: number | null;
}

/** Bar with the series that it belongs to. */
export interface BarOfSeries extends VenueBar, SeriesKey {
  readonly asset: string;
}

export interface BarQuery {
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface BarPage {
  /** Ordered by venue, store key and time. */
  readonly bars: readonly BarOfSeries[];
  readonly nextCursor: string | null;
}

/** Reader of the bars that venues state. A series has at most one bar for an hour. */
export interface VenueBarReader {
  /** Lists the bars of a series that start in the window, oldest first. */
  findBars(key: SeriesKey, window: Window): Promise<VenueBar[]>;
  /** Lists bars page by page. @throws {CursorError} when the cursor is not one of this list. */
  listBars(query: BarQuery): Promise<BarPage>;
}

export interface VenueBarWriter {
  /**
   * Stores bars of one series; a bar of an hour that has one replaces it. Once the promise resolves, a crash loses none.
   *
   * @throws {RangeError} when a bar is impossible, before any is stored.
   */
  putBars(series: SeriesKey & { readonly asset: string }, bars: readonly VenueBar[]): Promise<void>;
}

/** Whether a bar can be: a candle that agrees with itself, of a whole hour. */
export function isPossibleBar(bar: VenueBar): boolean {
  return Number.isSafeInteger(bar.t) && bar.t >= 0 && bar.t % HOUR_MS === 0 && isConsistent(bar);
}

/** Checks bars that are to be stored. @throws {RangeError} when one is impossible. */
export function checkBars(bars: readonly VenueBar[]): void {
  const bad = bars.find((bar) => !isPossibleBar(bar));
  if (bad !== undefined) throw new RangeError(`not a bar of a whole hour: ${JSON.stringify(bad)}`);
}

/** Groups bars by their series. */
export function groupBars(bars: readonly BarOfSeries[]): BarOfSeries[][] {
  return [...Map.groupBy(bars, ({ venue, storeKey }) => `${venue} ${storeKey}`).values()];
}
