import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type EpochMs,
  epochMs,
  type Gap,
  type LinkSpan,
  type Observation,
  type StatedEnd,
  type VenueId,
} from '../../domain/index.ts';
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
  type HistoryReader,
  type Page,
  type ReadOptions,
  type ResolutionPage,
  type ResolutionQuery,
  SCAN_PAGE_RECORDS,
  type ScanOptions,
  type SeriesEntry,
  type SeriesFilter,
  type SeriesKey,
  type SeriesSpan,
  type StoredResolution,
  type StoreStats,
  toCurrentResolution,
  type Window,
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
import { listAssets } from './catalogue/asset-list.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { toEntry } from './catalogue/entries.ts';
import { readPagesOfAssets } from './catalogue/pages-of-assets.ts';
import { Damage } from './damage.ts';
import { HISTORY_FILE, openDatabaseReadOnly } from './database.ts';
import { readSize } from './file-size.ts';
import { ForecastTable } from './forecasts/forecast-table.ts';
import { GapTable } from './gap-table.ts';
import { JournalMirror } from './journal/journal-mirror.ts';
import { listLost } from './journal/journal-table.ts';
import type { SnapshotLimits } from './long-snapshot.ts';
import { Pieces } from './pieces/pieces.ts';
import { readEach } from './read-each.ts';
import { aggregateWindow } from './reading/aggregate.ts';
import { aggregateCost } from './reading/aggregate-cost.ts';
import { readForward } from './reading/forward-reader.ts';
import { countRecords } from './reading/positions.ts';
import { findLastRecord, readPage } from './reading/reads.ts';
import { Register } from './register/register.ts';
import { ResolutionTable } from './resolution-table.ts';
import { createSeries, INSERTED, type Series } from './series/series.ts';
import { SnapshotScan } from './snapshot-scan.ts';

/** Series whose place in the file is remembered until the next commit. */
const MAX_KNOWN = 256;

/**
 * The reading half of the embedded engine, beside its writer.
 *
 * The tails that the writer keeps in memory are the journal's rows, so a read transaction sees every
 * acknowledged record. Each call is one such transaction: it sees one moment, and holds no snapshot when it
 * returns, so that the write-ahead log does not grow behind a reader. A scan alone has a snapshot of its own, of bounded age.
 */
export class SqliteHistoryReader implements HistoryReader {
  readonly #db: DatabaseSync;
  readonly #dataDir: string;
  readonly #file: string;
  readonly #limits: SnapshotLimits;
  readonly #damage: Damage;
  readonly #pieces: Pieces;
  readonly #journal: JournalMirror;
  readonly #gaps: GapTable;
  readonly #resolutions: ResolutionTable;
  readonly #catalogue: Catalogue;
  readonly #register: Register;
  readonly #forecasts: ForecastTable;
  readonly #sums: StatementSync;
  readonly #lastMs: StatementSync;
  readonly #version: StatementSync;
  /** Series that were looked up since the last commit of the writer: the index of a long one is read once. */
  readonly #known = new Map<string, Series>();
  #seenVersion = -1;
  #closed = false;

  /**
   * @param limits How long a scan keeps one snapshot.
   * @throws {HistoryFormatError | DataDirLockedError}
   */
  constructor(dataDir: string, limits: SnapshotLimits = {}) {
    this.#dataDir = dataDir;
    this.#limits = limits;
    this.#file = join(dataDir, HISTORY_FILE);
    this.#db = openDatabaseReadOnly(dataDir);
    this.#damage = new Damage(this.#db);
    this.#pieces = new Pieces(this.#db, this.#damage);
    this.#journal = new JournalMirror(this.#db);
    this.#gaps = new GapTable(this.#db, this.#damage);
    this.#resolutions = new ResolutionTable(this.#db, this.#damage);
    this.#catalogue = new Catalogue(this.#db, this.#damage);
    this.#register = new Register(this.#db, this.#damage);
    this.#forecasts = new ForecastTable(this.#db, this.#damage);
    this.#version = this.#db.prepare('PRAGMA data_version');
    this.#lastMs = this.#db.prepare('SELECT last_ms FROM total WHERE venue = ?');
    this.#sums = this.#db.prepare('SELECT sum(series) AS series, sum(records) AS records FROM total');
  }

  async read(key: SeriesKey, options: ReadOptions): Promise<Page> {
    return this.#readInSnapshot(() => readPage(this.#pieces, this.#findSeries(key) ?? nothing(key), options));
  }

  async readMany(keys: readonly SeriesKey[], options: ReadOptions): Promise<Page[]> {
    return this.#each(keys, (key) => readPage(this.#pieces, this.#findSeries(key) ?? nothing(key), options));
  }

  async readForward(key: SeriesKey, options: ForwardOptions): Promise<ForwardPage> {
    return this.#readInSnapshot(() =>
      readForward(this.#pieces, this.#findSeries(key) ?? nothing(key), options),
    );
  }

  /** Reads as {@link readForward} does, with {@link INSERTED} left in the sources of records that came by `insert`. */
  async readMarked(key: SeriesKey, options: ForwardOptions): Promise<ForwardPage> {
    return this.#readInSnapshot(() =>
      readForward(this.#pieces, this.#findSeries(key) ?? nothing(key), options, INSERTED),
    );
  }

  async *scan(
    key: SeriesKey,
    { pageRecords = SCAN_PAGE_RECORDS, ...window }: ScanOptions = {},
  ): AsyncGenerator<Columns> {
    if (this.#closed) throw new Error('the history reader is closed');
    const target = { key, window, limits: this.#limits };
    const scan = new SnapshotScan(this.#dataDir, this.#damage, target);
    try {
      for (let page = scan.read(pageRecords); page !== null; page = scan.read(pageRecords)) {
        if (page.length > 0) yield page;
      }
    } finally {
      scan.close();
    }
  }

  async aggregate(key: SeriesKey, options: AggregateOptions): Promise<Buckets> {
    return this.#readInSnapshot(() =>
      aggregateWindow(this.#pieces, this.#findSeries(key) ?? nothing(key), options),
    );
  }

  async aggregateMany(keys: readonly SeriesKey[], options: AggregateOptions): Promise<Buckets[]> {
    return this.#each(keys, (key) =>
      aggregateWindow(this.#pieces, this.#findSeries(key) ?? nothing(key), options),
    );
  }

  async estimateAggregateCost(key: SeriesKey, options: AggregateOptions, enough: number): Promise<number> {
    return this.#readInSnapshot(() =>
      aggregateCost(this.#pieces, this.#findSeries(key) ?? nothing(key), options, enough),
    );
  }

  async findLast(key: SeriesKey, atOrBefore?: EpochMs): Promise<Observation | null> {
    return this.#readInSnapshot(() =>
      findLastRecord(this.#pieces, this.#findSeries(key) ?? nothing(key), atOrBefore),
    );
  }

  async findLastMany(keys: readonly SeriesKey[], atOrBefore?: EpochMs): Promise<(Observation | null)[]> {
    return this.#each(keys, (key) =>
      findLastRecord(this.#pieces, this.#findSeries(key) ?? nothing(key), atOrBefore),
    );
  }

  async find(key: SeriesKey): Promise<SeriesEntry | null> {
    return this.#readInSnapshot(() => this.#findEntry(key));
  }

  async findMany(keys: readonly SeriesKey[]): Promise<(SeriesEntry | null)[]> {
    return this.#each(keys, (key) => this.#findEntry(key));
  }

  async listAssets(query: AssetQuery): Promise<AssetPage> {
    return this.#readInSnapshot(() => listAssets(this.#catalogue, (series) => this.#withTail(series), query));
  }

  scanAssets(filter: SeriesFilter = {}): AsyncGenerator<readonly SeriesEntry[]> {
    return readPagesOfAssets((query) => this.listAssets(query), filter);
  }

  async findLastRecordedMs(venue: VenueId): Promise<EpochMs | null> {
    return this.#readInSnapshot(() => {
      let latest = Number(this.#lastMs.get(venue)?.last_ms ?? Number.NEGATIVE_INFINITY);
      for (const id of this.#journal.ids()) {
        const series = this.#catalogue.findById(id);
        if (series === null || series.venue !== venue) continue;
        latest = Math.max(latest, this.#withTail(series).tail.lastMs);
      }
      return Number.isSafeInteger(latest) && latest > Number.MIN_SAFE_INTEGER ? epochMs(latest) : null;
    });
  }

  async listGaps(venue: VenueId, window: Window, storeKey?: string): Promise<Gap[]> {
    return this.#readInSnapshot(() => this.#gaps.listOverlapping(venue, window, storeKey));
  }

  async findWithGaps(key: SeriesKey, window: Window): Promise<SeriesSpan> {
    return this.#readInSnapshot(() => ({
      entry: this.#findEntry(key),
      gaps: this.#gaps.listOverlapping(key.venue, window, key.storeKey),
    }));
  }

  async listOpenGaps(venue: VenueId): Promise<Gap[]> {
    return this.#readInSnapshot(() => this.#gaps.open(venue));
  }

  async listGapPage(query: GapQuery): Promise<GapPage> {
    return this.#readInSnapshot(() => this.#gaps.page(query));
  }

  async findResolution(key: SeriesKey): Promise<StoredResolution | null> {
    return toCurrentResolution(await this.findNewestResolution(key));
  }

  async findNewestResolution(key: SeriesKey): Promise<StoredResolution | null> {
    return this.#readInSnapshot(() => this.#resolutions.find(key));
  }

  async findResolutionMany(keys: readonly SeriesKey[]): Promise<(StoredResolution | null)[]> {
    return this.#each(keys, (key) => toCurrentResolution(this.#resolutions.find(key)));
  }

  async listResolutions(query: ResolutionQuery): Promise<ResolutionPage> {
    return this.#readInSnapshot(() => this.#resolutions.page(query));
  }

  async listReopened(since: EpochMs): Promise<StoredResolution[]> {
    return this.#readInSnapshot(() => this.#resolutions.listReopened(since));
  }

  async findMarket(key: SeriesKey): Promise<RegisteredMarket | null> {
    return this.#readInSnapshot(() => this.#register.findMarket(key));
  }

  async listMarkets(query: MarketQuery): Promise<MarketPage> {
    return this.#readInSnapshot(() => this.#register.listMarkets(query));
  }

  async findRules(hash: string): Promise<string | null> {
    return this.#readInSnapshot(() => this.#register.findRules(hash));
  }

  async listRules(query: RulesQuery): Promise<RulesPage> {
    return this.#readInSnapshot(() => this.#register.readRulesPage(query));
  }

  async findLinkSpans(asset: string, limit: number): Promise<readonly LinkSpan[]> {
    return this.#readInSnapshot(() => this.#register.findLinkSpans(asset, limit));
  }

  async listLinkSpans(query: LinkSpanQuery): Promise<LinkSpanPage> {
    return this.#readInSnapshot(() => this.#register.listLinkSpans(query));
  }

  async listOpenLinkSpans(): Promise<readonly LinkSpan[]> {
    return this.#readInSnapshot(() => this.#register.openLinkSpans());
  }

  async findEndsMany(keys: readonly SeriesKey[]): Promise<StatedEnd[][]> {
    return this.#each(keys, (key) => this.#register.findEnds(key));
  }

  async findForecastsMany(keys: readonly SeriesKey[]): Promise<Forecast[][]> {
    return this.#each(keys, (key) => this.#forecasts.find(key));
  }

  async listEnds(query: ForecastQuery): Promise<MarketEndPage> {
    return this.#readInSnapshot(() => this.#register.ends.page(query));
  }

  async listForecasts(query: ForecastQuery): Promise<ForecastPage> {
    return this.#readInSnapshot(() => this.#forecasts.page(query));
  }

  async listForecastDays(): Promise<number[]> {
    return this.#readInSnapshot(() => this.#forecasts.listDays());
  }

  async findForecastDay(day: number): Promise<Uint8Array | null> {
    return this.#readInSnapshot(() => this.#forecasts.findDay(day));
  }

  /** `commits` counts those that this reader has noticed. */
  async readStats(): Promise<StoreStats> {
    return this.#readInSnapshot(() => {
      const sums = this.#sums.get();
      let observations = Number(sums?.records ?? 0);
      for (const id of this.#journal.ids()) {
        const series = this.#catalogue.findById(id);
        if (series !== null) observations += this.#withTail(series).tail.length;
      }
      return {
        series: Number(sums?.series ?? 0),
        observations,
        totalBytes: readSize(this.#file) + readSize(`${this.#file}-wal`),
        commits: this.#journal.commits,
        corruptBlocks: this.#damage.all,
      };
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#db.close();
  }

  #readInSnapshot<T>(read: () => T): T {
    if (this.#closed) throw new Error('the history reader is closed');
    this.#db.exec('BEGIN');
    try {
      this.#catchUp();
      return read();
    } finally {
      this.#db.exec('COMMIT');
    }
  }

  /** One snapshot for a few series at a time: none is held for long. */
  #each<Result>(keys: readonly SeriesKey[], read: (key: SeriesKey) => Result): Promise<Result[]> {
    return readEach(
      keys,
      () => 0,
      (key) => this.#readInSnapshot(() => read(key)),
    );
  }

  #findEntry(key: SeriesKey): SeriesEntry | null {
    const series = this.#findSeries(key);
    return series === null || countRecords(series) === 0 ? null : toEntry(series);
  }

  #findSeries(key: SeriesKey): Series | null {
    const name = `${key.venue} ${key.storeKey}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const series = this.#catalogue.find(key);
    if (series === null) return null;
    if (this.#known.size >= MAX_KNOWN) this.#forget();
    this.#known.set(name, this.#withTail(series));
    return series;
  }

  /** Without a commit of the writer nothing has changed. A commit may have moved any piece of any series. */
  #catchUp(): void {
    // This read begins the snapshot.
    const version = Number(this.#version.get()?.data_version);
    if (version === this.#seenVersion) return;
    for (const damaged of this.#journal.catchUp()) {
      const findSeries = (id: number) => this.#catalogue.findById(id);
      for (const lost of listLost(damaged, findSeries)) this.#damage.note(lost.place, lost);
    }
    this.#forget();
    this.#seenVersion = version;
  }

  #forget(): void {
    for (const series of this.#known.values()) this.#pieces.drop(series);
    this.#known.clear();
  }

  #withTail(series: Series): Series {
    series.tail = this.#journal.getTail(series);
    return series;
  }
}

function nothing({ venue, storeKey }: SeriesKey): Series {
  return createSeries({ id: 0, venue, storeKey, asset: '' });
}
