import { join } from 'node:path';
import {
  type Clock,
  type EpochMs,
  epochMs,
  type Gap,
  type LinkSpan,
  type Observation,
  type StatedEnd,
  type VenueId,
  wallClock,
} from '../../domain/index.ts';
import type { DirectoryLock } from '../../storage/sqlite/directory-lock.ts';
import type { Forecast, ForecastPage, ForecastQuery, MarketEndPage } from '../contract/forecasts.ts';
import {
  type AggregateOptions,
  type AssetPage,
  type AssetQuery,
  type Buckets,
  type Columns,
  type ForwardOptions,
  type ForwardPage,
  type GapPage,
  type GapQuery,
  type HistoryStore,
  type InsertResult,
  type Page,
  type ReadOptions,
  type ResolutionPage,
  type ResolutionQuery,
  SCAN_PAGE_RECORDS,
  type ScanOptions,
  type SeriesEntry,
  type SeriesFilter,
  type SeriesKey,
  type SeriesObservation,
  type SeriesSpan,
  type StoredResolution,
  type StoreStats,
  toCurrentResolution,
  type Window,
} from '../contract/history-store.ts';
import type {
  BatchChange,
  BatchOrigin,
  BatchProgress,
  ImportBatch,
  ImportBatches,
  OpenBatch,
} from '../contract/import-batches.ts';
import type {
  LinkSpanPage,
  LinkSpanQuery,
  Listing,
  MarketPage,
  MarketQuery,
  RegisteredMarket,
  RegisterWriter,
  RulesPage,
  RulesQuery,
} from '../contract/market-register.ts';
import { listAssets } from './catalogue/asset-list.ts';
import { toEntry } from './catalogue/entries.ts';
import { readPagesOfAssets } from './catalogue/pages-of-assets.ts';
import { HISTORY_FILE } from './database.ts';
import { readSize } from './file-size.ts';
import { type OpenParts, openParts } from './open-parts.ts';
import { readEach } from './read-each.ts';
import { aggregateWindow } from './reading/aggregate.ts';
import { aggregateCost } from './reading/aggregate-cost.ts';
import { ForwardReader, readForward } from './reading/forward-reader.ts';
import { countRecords } from './reading/positions.ts';
import { findLastRecord, readPage } from './reading/reads.ts';
import { createSeries, type Series } from './series/series.ts';

/** The embedded engine: one SQLite file, one writer. */
export class SqliteHistory implements HistoryStore, ImportBatches {
  readonly #lock: DirectoryLock;
  readonly #file: string;
  readonly #parts: OpenParts;
  /** Commits of gaps and resolutions. */
  #otherCommits = 0;
  #closed = false;

  /**
   * @param lock The writer's lock of the data directory; released when the store is closed.
   * @throws {HistoryFormatError}
   */
  constructor(dataDir: string, lock: DirectoryLock, clock: Clock = wallClock) {
    this.#file = join(dataDir, HISTORY_FILE);
    this.#lock = lock;
    this.#parts = openParts(dataDir, clock);
  }

  async append(batch: readonly SeriesObservation[], listing?: Listing): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.append(batch, listing);
  }

  async insert(key: SeriesKey & { readonly asset: string }, columns: Columns): Promise<InsertResult> {
    this.#assertOpen();
    return this.#parts.writer.insert(key, columns);
  }

  async read(key: SeriesKey, options: ReadOptions): Promise<Page> {
    return this.#read(key, options);
  }

  async readMany(keys: readonly SeriesKey[], options: ReadOptions): Promise<Page[]> {
    return readEach(
      keys,
      (key) => this.#getPack(key),
      (key) => this.#read(key, options),
    );
  }

  async readForward(key: SeriesKey, options: ForwardOptions): Promise<ForwardPage> {
    this.#assertOpen();
    return readForward(this.#parts.pieces, this.#parts.live.find(key) ?? nothing(key), options);
  }

  /** Each page is read at its own moment. */
  async *scan(
    key: SeriesKey,
    { pageRecords = SCAN_PAGE_RECORDS, ...window }: ScanOptions = {},
  ): AsyncGenerator<Columns> {
    this.#assertOpen();
    const series = this.#parts.live.find(key);
    if (series === null) return;
    const reader = new ForwardReader(this.#parts.pieces, series, window);
    for (;;) {
      this.#assertOpen();
      const page = reader.read(this.#parts.pieces, this.#parts.live.find(key) ?? nothing(key), pageRecords);
      if (page === null) return;
      if (page.length > 0) yield page;
    }
  }

  async aggregate(key: SeriesKey, options: AggregateOptions): Promise<Buckets> {
    return this.#aggregate(key, options);
  }

  async aggregateMany(keys: readonly SeriesKey[], options: AggregateOptions): Promise<Buckets[]> {
    return readEach(
      keys,
      (key) => this.#getPack(key),
      (key) => this.#aggregate(key, options),
    );
  }

  async estimateAggregateCost(key: SeriesKey, options: AggregateOptions, enough: number): Promise<number> {
    this.#assertOpen();
    return aggregateCost(this.#parts.pieces, this.#parts.live.find(key) ?? nothing(key), options, enough);
  }

  async findLast(key: SeriesKey, atOrBefore?: EpochMs): Promise<Observation | null> {
    return this.#findLast(key, atOrBefore);
  }

  async findLastMany(keys: readonly SeriesKey[], atOrBefore?: EpochMs): Promise<(Observation | null)[]> {
    return readEach(
      keys,
      (key) => this.#getPack(key),
      (key) => this.#findLast(key, atOrBefore),
    );
  }

  async find(key: SeriesKey): Promise<SeriesEntry | null> {
    return this.#find(key);
  }

  async findMany(keys: readonly SeriesKey[]): Promise<(SeriesEntry | null)[]> {
    return readEach(
      keys,
      () => 0,
      (key) => this.#find(key),
    );
  }

  async listAssets(query: AssetQuery): Promise<AssetPage> {
    this.#assertOpen();
    return listAssets(this.#parts.catalogue, (series) => this.#findCurrent(series), query);
  }

  scanAssets(filter: SeriesFilter = {}): AsyncGenerator<readonly SeriesEntry[]> {
    return readPagesOfAssets((query) => this.listAssets(query), filter);
  }

  async findLastRecordedMs(venue: VenueId): Promise<EpochMs | null> {
    this.#assertOpen();
    let latest = this.#parts.writer.totals.lastMs(venue);
    for (const { tail } of this.#parts.live.ofVenue(venue)?.values() ?? []) {
      latest = Math.max(latest, tail.lastMs);
    }
    return Number.isFinite(latest) ? epochMs(latest) : null;
  }

  async listGaps(venue: VenueId, window: Window, storeKey?: string): Promise<Gap[]> {
    this.#assertOpen();
    return this.#parts.keptGaps.listOverlapping(venue, window, storeKey);
  }

  async findWithGaps(key: SeriesKey, window: Window): Promise<SeriesSpan> {
    return {
      entry: this.#find(key),
      gaps: this.#parts.keptGaps.listOverlapping(key.venue, window, key.storeKey),
    };
  }

  async listOpenGaps(venue: VenueId): Promise<Gap[]> {
    this.#assertOpen();
    return this.#parts.gaps.open(venue);
  }

  async listGapPage(query: GapQuery): Promise<GapPage> {
    this.#assertOpen();
    return this.#parts.gaps.page(query);
  }

  async putGap(gap: Gap): Promise<void> {
    this.#assertOpen();
    this.#parts.keptGaps.put(gap);
    this.#otherCommits++;
  }

  async putResolution(resolution: StoredResolution): Promise<void> {
    this.#assertOpen();
    this.#parts.resolutions.put(resolution);
    this.#otherCommits++;
  }

  async findResolution(key: SeriesKey): Promise<StoredResolution | null> {
    this.#assertOpen();
    return toCurrentResolution(this.#parts.resolutions.find(key));
  }

  async findNewestResolution(key: SeriesKey): Promise<StoredResolution | null> {
    this.#assertOpen();
    return this.#parts.resolutions.find(key);
  }

  async findResolutionMany(keys: readonly SeriesKey[]): Promise<(StoredResolution | null)[]> {
    this.#assertOpen();
    return readEach(
      keys,
      () => 0,
      (key) => toCurrentResolution(this.#parts.resolutions.find(key)),
    );
  }

  async listResolutions(query: ResolutionQuery): Promise<ResolutionPage> {
    this.#assertOpen();
    return this.#parts.resolutions.page(query);
  }

  async listReopened(since: EpochMs): Promise<StoredResolution[]> {
    this.#assertOpen();
    return this.#parts.resolutions.listReopened(since);
  }

  async putMarkets(markets: Parameters<RegisterWriter['putMarkets']>[0]): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.putMarkets(markets);
  }

  async putLinkSpans(spans: readonly LinkSpan[]): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.putLinkSpans(spans);
  }

  async findMarket(key: SeriesKey): Promise<RegisteredMarket | null> {
    this.#assertOpen();
    return this.#parts.register.findMarket(key);
  }

  async listMarkets(query: MarketQuery): Promise<MarketPage> {
    this.#assertOpen();
    return this.#parts.register.listMarkets(query);
  }

  async findRules(hash: string): Promise<string | null> {
    this.#assertOpen();
    return this.#parts.register.findRules(hash);
  }

  async listRules(query: RulesQuery): Promise<RulesPage> {
    this.#assertOpen();
    return this.#parts.register.readRulesPage(query);
  }

  async findLinkSpans(asset: string, limit: number): Promise<readonly LinkSpan[]> {
    this.#assertOpen();
    return this.#parts.register.findLinkSpans(asset, limit);
  }

  async listLinkSpans(query: LinkSpanQuery): Promise<LinkSpanPage> {
    this.#assertOpen();
    return this.#parts.register.listLinkSpans(query);
  }

  async listOpenLinkSpans(): Promise<readonly LinkSpan[]> {
    this.#assertOpen();
    return this.#parts.register.openLinkSpans();
  }

  async findEndsMany(keys: readonly SeriesKey[]): Promise<StatedEnd[][]> {
    this.#assertOpen();
    return readEach(
      keys,
      () => 0,
      (key) => this.#parts.register.findEnds(key),
    );
  }

  async findForecastsMany(keys: readonly SeriesKey[]): Promise<Forecast[][]> {
    this.#assertOpen();
    return readEach(
      keys,
      () => 0,
      (key) => this.#parts.forecasts.find(key),
    );
  }

  async listEnds(query: ForecastQuery): Promise<MarketEndPage> {
    this.#assertOpen();
    return this.#parts.register.ends.page(query);
  }

  async listForecasts(query: ForecastQuery): Promise<ForecastPage> {
    this.#assertOpen();
    return this.#parts.forecasts.page(query);
  }

  async listForecastDays(): Promise<number[]> {
    this.#assertOpen();
    return this.#parts.forecasts.listDays();
  }

  async findForecastDay(day: number): Promise<Uint8Array | null> {
    this.#assertOpen();
    return this.#parts.forecasts.findDay(day);
  }

  async putForecastDay(day: number, data: Uint8Array, settled: readonly SeriesKey[]): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.putForecastDay(day, data, settled);
  }

  async dropForecasts(endedBefore: EpochMs): Promise<number> {
    this.#assertOpen();
    return this.#parts.writer.dropForecasts(endedBefore);
  }

  async listBatches(): Promise<readonly ImportBatch[]> {
    this.#assertOpen();
    return this.#parts.batches.list();
  }

  async openBatch(origin: BatchOrigin, signal?: AbortSignal): Promise<OpenBatch> {
    this.#assertOpen();
    return this.#parts.batches.open(origin, signal);
  }

  async undoBatch(id: string, onProgress?: BatchProgress): Promise<BatchChange> {
    this.#assertOpen();
    return this.#parts.batches.undo(id, onProgress);
  }

  async resumeBatches(): Promise<readonly string[]> {
    this.#assertOpen();
    return this.#parts.batches.resume();
  }

  async readStats(): Promise<StoreStats> {
    this.#assertOpen();
    return {
      series: this.#parts.writer.totals.series,
      observations: this.#parts.writer.totals.records + this.#parts.writer.tails.records,
      totalBytes: readSize(this.#file) + readSize(`${this.#file}-wal`),
      commits: this.#parts.writer.commits + this.#otherCommits,
      corruptBlocks: this.#parts.damage.all,
    };
  }

  /**
   * Seals every tail and moves every series without a recent record into the pages of the catalogue, as time
   * alone would do. For a store that is not written to any more, and for measurements of a file.
   */
  async sealAll(): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.sealAll();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#parts.batches.close();
    this.#parts.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#parts.db.close();
    this.#lock.release();
  }

  #read(key: SeriesKey, options: ReadOptions): Page {
    this.#assertOpen();
    return readPage(this.#parts.pieces, this.#parts.live.find(key) ?? nothing(key), options);
  }

  #aggregate(key: SeriesKey, options: AggregateOptions): Buckets {
    this.#assertOpen();
    return aggregateWindow(this.#parts.pieces, this.#parts.live.find(key) ?? nothing(key), options);
  }

  #findLast(key: SeriesKey, atOrBefore?: EpochMs): Observation | null {
    this.#assertOpen();
    return findLastRecord(this.#parts.pieces, this.#parts.live.find(key) ?? nothing(key), atOrBefore);
  }

  #find(key: SeriesKey): SeriesEntry | null {
    this.#assertOpen();
    const series = this.#parts.live.find(key);
    return series === null || countRecords(series) === 0 ? null : toEntry(series);
  }

  #getPack(key: SeriesKey): number {
    return this.#parts.live.find(key)?.sealed.pack ?? 0;
  }

  /** The catalogue has a series as its row; a series that is written to also has a tail in memory. */
  #findCurrent(listed: Series): Series {
    return this.#parts.live.isLive(listed.id) ? (this.#parts.live.find(listed) ?? listed) : listed;
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('the history store is closed');
  }
}

function nothing({ venue, storeKey }: SeriesKey): Series {
  return createSeries({ id: 0, venue, storeKey, asset: '' });
}
