// One file: the reading contract of the history, whose methods only choose the table that answers.
import type { EpochMs, Gap, LinkSpan, Observation, Recorder, StatedEnd } from '../../domain/index.ts';
import { Slices } from '../../scheduling/slices.ts';
import { INSERTED } from '../coding/marks.ts';
import type { Forecast, ForecastPage, ForecastQuery, MarketEndPage } from '../contract/forecasts.ts';
import type { GapPage, GapQuery, SeriesSpan } from '../contract/gaps.ts';
import type {
  AggregateOptions,
  AssetPage,
  AssetQuery,
  Buckets,
  ForwardOptions,
  ForwardPage,
  HistoryReader,
  Page,
  ReadOptions,
  SeriesFilter,
} from '../contract/history-store.ts';
import type {
  LinkSpanPage,
  LinkSpanQuery,
  MarketPage,
  MarketQuery,
  RegisteredMarket,
  RulesPage,
  RulesQuery,
} from '../contract/market-register.ts';
import { readPagesOfAssets } from '../contract/pages-of-assets.ts';
import type { MarkPage, MarkQuery, ReferenceMark } from '../contract/reference-marks.ts';
import {
  type ResolutionPage,
  type ResolutionQuery,
  type StoredResolution,
  toCurrentResolution,
} from '../contract/resolutions.ts';
import type { MarketKey, SeriesEntry, SeriesKey, Window } from '../contract/series.ts';
import type {
  SettledCount,
  SettledLine,
  SettledLinePage,
  SettledLineQuery,
  SettledPage,
  SettledQuery,
  SettledRow,
} from '../contract/settled.ts';
import type { SettledDay } from '../contract/settled-days.ts';
import type { BarPage, BarQuery, VenueBar } from '../contract/venue-bars.ts';
import type { BarTable } from './bars/bar-table.ts';
import { listAssets } from './catalogue/asset-list.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { toEntry } from './catalogue/entries.ts';
import type { ForecastTable } from './forecasts/forecast-table.ts';
import type { GapTable } from './gap-table.ts';
import type { Pieces } from './pieces/pieces.ts';
import { readEach } from './read-each.ts';
import { aggregateWindow } from './reading/aggregate.ts';
import { aggregateCost } from './reading/aggregate-cost.ts';
import { readForward } from './reading/forward-reader.ts';
import { countRecords } from './reading/positions.ts';
import { findLastRecord, readPage } from './reading/reads.ts';
import type { MarkTable } from './references/mark-table.ts';
import type { Register } from './register/register.ts';
import type { ResolutionTable } from './resolution-table.ts';
import { createSeries, type SeriesState } from './series/series.ts';
import type { SettledDayTable } from './settled/settled-day-table.ts';
import type { SettledTable } from './settled/settled-table.ts';

/** Tables that are read. */
export interface ReadTables {
  readonly pieces: Pieces;
  readonly catalogue: Catalogue;
  readonly register: Register;
  readonly gaps: GapTable;
  /** Gaps by their time; the writer caches them in memory. */
  readonly gapsByTime: Pick<GapTable, 'listOverlapping'>;
  readonly resolutions: ResolutionTable;
  readonly forecasts: ForecastTable;
  readonly marks: MarkTable;
  readonly settledDays: SettledDayTable;
  readonly settled: SettledTable;
  readonly bars: BarTable;
}

/**
 * Reads of the SQLite engine, shared by its writer and its readers. These differ in where they find a series, and in
 * how they hold one state of the file.
 */
export abstract class SqliteReads
  implements Omit<HistoryReader, 'scan' | 'findLastRecordedMs' | 'readStats' | 'close'>
{
  protected abstract readonly tables: ReadTables;

  /** Finds a series with its unsealed records; null when the file has no such series. */
  protected abstract findSeries(key: SeriesKey): SeriesState | null;

  /** Adds the unsealed records to a series of the catalogue. */
  protected abstract withTail(listed: SeriesState): SeriesState;

  /** Runs reads on one state of the file. @throws {Error} when the store is closed. */
  protected abstract snapshot<T>(read: () => T): T;

  /** Returns the pack of a series' last piece, so that series of one pack are read one after the other. */
  protected getPack(_key: SeriesKey): number {
    return 0;
  }

  async read(key: SeriesKey, options: ReadOptions): Promise<Page> {
    return this.snapshot(() => readPage(this.tables.pieces, this.#get(key), options));
  }

  async readMany(keys: readonly SeriesKey[], options: ReadOptions): Promise<Page[]> {
    return this.#each(keys, (key) => readPage(this.tables.pieces, this.#get(key), options));
  }

  async readForward(key: SeriesKey, options: ForwardOptions): Promise<ForwardPage> {
    return this.snapshot(() => readForward(this.tables.pieces, this.#get(key), options));
  }

  /** Reads as {@link readForward}, and leaves the mark {@link INSERTED} in the source codes. */
  async readMarked(key: SeriesKey, options: ForwardOptions): Promise<ForwardPage> {
    return this.snapshot(() => readForward(this.tables.pieces, this.#get(key), options, INSERTED));
  }

  async aggregate(key: SeriesKey, options: AggregateOptions): Promise<Buckets> {
    return this.snapshot(() => aggregateWindow(this.tables.pieces, this.#get(key), options));
  }

  async aggregateMany(keys: readonly SeriesKey[], options: AggregateOptions): Promise<Buckets[]> {
    return this.#each(keys, (key) => aggregateWindow(this.tables.pieces, this.#get(key), options));
  }

  async estimateAggregateCost(key: SeriesKey, options: AggregateOptions, enough: number): Promise<number> {
    return this.snapshot(() => aggregateCost(this.tables.pieces, this.#get(key), options, enough));
  }

  async findLast(key: SeriesKey, atOrBefore?: EpochMs): Promise<Observation | null> {
    return this.snapshot(() => findLastRecord(this.tables.pieces, this.#get(key), atOrBefore));
  }

  async findLastMany(keys: readonly SeriesKey[], atOrBefore?: EpochMs): Promise<(Observation | null)[]> {
    return this.#each(keys, (key) => findLastRecord(this.tables.pieces, this.#get(key), atOrBefore));
  }

  async find(key: SeriesKey): Promise<SeriesEntry | null> {
    return this.snapshot(() => this.#findEntry(key));
  }

  async findMany(keys: readonly SeriesKey[]): Promise<(SeriesEntry | null)[]> {
    return this.#eachRow(keys, (key) => this.#findEntry(key));
  }

  async listAssets(query: AssetQuery): Promise<AssetPage> {
    return this.snapshot(() => listAssets(this.tables.catalogue, (series) => this.withTail(series), query));
  }

  scanAssets(filter: SeriesFilter = {}): AsyncGenerator<readonly SeriesEntry[]> {
    return readPagesOfAssets((query) => this.listAssets(query), filter);
  }

  async listGaps(venue: Recorder, window: Window, storeKey?: string): Promise<Gap[]> {
    return this.snapshot(() => this.tables.gapsByTime.listOverlapping(venue, window, storeKey));
  }

  async findWithGaps(key: SeriesKey, window: Window): Promise<SeriesSpan> {
    return this.snapshot(() => ({
      entry: this.#findEntry(key),
      gaps: this.tables.gapsByTime.listOverlapping(key.venue, window, key.storeKey),
    }));
  }

  async listOpenGaps(venue: Recorder): Promise<Gap[]> {
    return this.snapshot(() => this.tables.gaps.open(venue));
  }

  async listGapPage(query: GapQuery): Promise<GapPage> {
    return this.snapshot(() => this.tables.gaps.page(query));
  }

  async findResolution(key: SeriesKey): Promise<StoredResolution | null> {
    return toCurrentResolution(await this.findNewestResolution(key));
  }

  async findNewestResolution(key: SeriesKey): Promise<StoredResolution | null> {
    return this.snapshot(() => this.tables.resolutions.find(key));
  }

  async findResolutionMany(keys: readonly SeriesKey[]): Promise<(StoredResolution | null)[]> {
    return this.#eachRow(keys, (key) => toCurrentResolution(this.tables.resolutions.find(key)));
  }

  async listReopened(since: EpochMs): Promise<StoredResolution[]> {
    return this.snapshot(() => this.tables.resolutions.listReopened(since));
  }

  async listResolutions(query: ResolutionQuery): Promise<ResolutionPage> {
    return this.snapshot(() => this.tables.resolutions.page(query));
  }

  async findMarket(key: MarketKey): Promise<RegisteredMarket | null> {
    return this.snapshot(() => this.tables.register.findMarket(key));
  }

  async findMarketMany(keys: readonly MarketKey[]): Promise<(RegisteredMarket | null)[]> {
    return this.#eachRow(keys, (key) => this.tables.register.findMarket(key));
  }

  async listMarkets(query: MarketQuery): Promise<MarketPage> {
    return this.snapshot(() => this.tables.register.listMarkets(query));
  }

  async findRules(hash: string): Promise<string | null> {
    return this.snapshot(() => this.tables.register.findRules(hash));
  }

  async listRules(query: RulesQuery): Promise<RulesPage> {
    return this.snapshot(() => this.tables.register.readRulesPage(query));
  }

  async findLinkSpans(asset: string, limit: number): Promise<readonly LinkSpan[]> {
    return this.snapshot(() => this.tables.register.findLinkSpans(asset, limit));
  }

  async listLinkSpans(query: LinkSpanQuery): Promise<LinkSpanPage> {
    return this.snapshot(() => this.tables.register.listLinkSpans(query));
  }

  async listOpenLinkSpans(): Promise<readonly LinkSpan[]> {
    return this.snapshot(() => this.tables.register.openLinkSpans());
  }

  async findEndsMany(keys: readonly MarketKey[]): Promise<StatedEnd[][]> {
    return this.#eachRow(keys, (key) => this.tables.register.findEnds(key));
  }

  async findForecastsMany(keys: readonly MarketKey[]): Promise<Forecast[][]> {
    return this.#eachRow(keys, (key) => this.tables.forecasts.find(key));
  }

  async listEnds(query: ForecastQuery): Promise<MarketEndPage> {
    return this.snapshot(() => this.tables.register.ends.page(query));
  }

  async listForecasts(query: ForecastQuery): Promise<ForecastPage> {
    return this.snapshot(() => this.tables.forecasts.page(query));
  }

  async listForecastDays(): Promise<number[]> {
    return this.snapshot(() => this.tables.forecasts.listDays());
  }

  async listSettledDays(fromDay: number, toDay: number): Promise<SettledDay[]> {
    return this.snapshot(() => this.tables.settledDays.list(fromDay, toDay));
  }

  async findLastSettledDay(): Promise<SettledDay | null> {
    return this.snapshot(() => this.tables.settledDays.findLast());
  }

  async findForecastDay(day: number): Promise<Uint8Array | null> {
    return this.snapshot(() => this.tables.forecasts.findDay(day));
  }

  async findMarks(key: string, fromMs: EpochMs, toMs: EpochMs): Promise<ReferenceMark[]> {
    return this.snapshot(() => this.tables.marks.find(key, fromMs, toMs));
  }

  async listMarks(query: MarkQuery): Promise<MarkPage> {
    return this.snapshot(() => this.tables.marks.page(query));
  }

  async findBars(key: SeriesKey, window: Window): Promise<VenueBar[]> {
    return this.snapshot(() => this.tables.bars.find(key, window));
  }

  async listBars(query: BarQuery): Promise<BarPage> {
    return this.snapshot(() => this.tables.bars.page(query));
  }

  async findSettled(key: SeriesKey): Promise<SettledRow | null> {
    return this.snapshot(() => this.tables.settled.find(key));
  }

  async findSettledMany(keys: readonly SeriesKey[]): Promise<(SettledRow | null)[]> {
    return this.#eachRow(keys, (key) => this.tables.settled.find(key));
  }

  async listSettled(query: SettledQuery): Promise<SettledPage> {
    return this.snapshot(() => this.tables.settled.page(query));
  }

  async listReopenedSettled(): Promise<SettledRow[]> {
    return this.snapshot(() => this.tables.settled.listReopened());
  }

  async countSettled(window: { fromMs: EpochMs; toMs: EpochMs }): Promise<SettledCount[]> {
    return this.snapshot(() => this.tables.settled.count(window));
  }

  async findSettledLines(key: SeriesKey): Promise<SettledLine[]> {
    return this.snapshot(() => this.tables.settled.findLines(key));
  }

  async listSettledLines(query: SettledLineQuery): Promise<SettledLinePage> {
    return this.snapshot(() => this.tables.settled.pageOfLines(query));
  }

  #get(key: SeriesKey): SeriesState {
    return this.findSeries(key) ?? nothing(key);
  }

  #findEntry(key: SeriesKey): SeriesEntry | null {
    const series = this.findSeries(key);
    return series === null || countRecords(series) === 0 ? null : toEntry(series);
  }

  /**
   * Reads each series from one state of the file, which is not held for the next one. Series of one pack follow each
   * other.
   */
  #each<Result>(keys: readonly SeriesKey[], read: (key: SeriesKey) => Result): Promise<Result[]> {
    return readEach(
      keys,
      (key) => this.getPack(key),
      (key) => this.snapshot(() => read(key)),
    );
  }

  /** Reads rows in groups, each from one state of the file and within one slice of the event loop. */
  async #eachRow<Key, Result>(keys: readonly Key[], read: (key: Key) => Result): Promise<Result[]> {
    const results: Result[] = [];
    const slices = new Slices();
    while (results.length < keys.length) {
      this.snapshot(() => {
        do results.push(read(keys[results.length]!));
        while (results.length < keys.length && !slices.isDue());
      });
      if (slices.isDue()) await slices.pause();
    }
    return results;
  }
}

/** Makes an empty series, for reads of a series that the file lacks. */
export function nothing({ venue, storeKey }: SeriesKey): SeriesState {
  return createSeries({ id: 0, venue, storeKey, asset: '' });
}
