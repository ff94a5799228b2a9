import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type Clock,
  type EpochMs,
  epochMs,
  type Gap,
  type LinkSpan,
  type Observation,
  type VenueId,
  wallClock,
} from '../../domain/index.ts';
import type { DirectoryLock } from '../../storage/sqlite/directory-lock.ts';
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
  type Window,
} from '../history-store.ts';
import type {
  BatchChange,
  BatchOrigin,
  BatchProgress,
  ImportBatch,
  ImportBatches,
  OpenBatch,
} from '../import-batches.ts';
import type {
  LinkSpanPage,
  LinkSpanQuery,
  Listing,
  MarketPage,
  MarketQuery,
  MarketWriter,
  RegisteredMarket,
  RulesPage,
  RulesQuery,
} from '../market-register.ts';
import { BatchTable } from './batches/batch-table.ts';
import { SqliteBatches } from './batches/sqlite-batches.ts';
import { listAssets } from './catalogue/asset-list.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { toEntry } from './catalogue/entries.ts';
import { pagesOfAssets } from './catalogue/pages-of-assets.ts';
import { Damage } from './damage.ts';
import { HISTORY_FILE, openDatabase } from './database.ts';
import { GapTable, ResolutionTable } from './events.ts';
import { HistoryWriter } from './history-writer.ts';
import { KeptGaps } from './kept-gaps.ts';
import { readEach } from './many.ts';
import { Pieces } from './pieces/pieces.ts';
import { aggregateWindow } from './reading/aggregate.ts';
import { aggregateCost } from './reading/aggregate-cost.ts';
import { ForwardReader, readForward } from './reading/forward-reader.ts';
import { countRecords } from './reading/places.ts';
import { lastRecord, readPage } from './reading/reads.ts';
import { Register } from './register/register.ts';
import { LiveSeries } from './series/live-series.ts';
import { newSeries, type Series } from './series/series.ts';

/** The embedded engine: one SQLite file, one writer. */
export class SqliteHistory implements HistoryStore, ImportBatches {
  readonly #lock: DirectoryLock;
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #damage: Damage;
  readonly #pieces: Pieces;
  readonly #writer: HistoryWriter;
  readonly #gaps: GapTable;
  readonly #keptGaps: KeptGaps;
  readonly #resolutions: ResolutionTable;
  readonly #catalogue: Catalogue;
  readonly #register: Register;
  readonly #live: LiveSeries;
  readonly #batches: SqliteBatches;
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
    let db: DatabaseSync | null = null;
    try {
      db = openDatabase(dataDir);
      this.#db = db;
      this.#damage = new Damage(db);
      this.#pieces = new Pieces(db, this.#damage);
      this.#gaps = new GapTable(db, this.#damage);
      this.#keptGaps = new KeptGaps(this.#gaps);
      this.#resolutions = new ResolutionTable(db, this.#damage);
      this.#catalogue = new Catalogue(db, this.#damage);
      this.#live = new LiveSeries(this.#catalogue);
      this.#register = new Register(db, this.#damage);
      this.#writer = new HistoryWriter({
        db,
        damage: this.#damage,
        pieces: this.#pieces,
        catalogue: this.#catalogue,
        live: this.#live,
        register: this.#register,
      });
      this.#batches = new SqliteBatches({
        writer: this.#writer,
        table: new BatchTable(db, this.#damage),
        packs: this.#pieces.packs,
        gaps: this.#gaps,
        resolutions: this.#resolutions,
        register: this.#register,
        clock,
        onGaps: () => this.#keptGaps.forget(),
      });
    } catch (error) {
      db?.close();
      throw error;
    }
  }

  async append(batch: readonly SeriesObservation[], listing?: Listing): Promise<void> {
    this.#assertOpen();
    this.#writer.append(batch, listing);
  }

  async insert(key: SeriesKey & { readonly asset: string }, columns: Columns): Promise<InsertResult> {
    this.#assertOpen();
    return this.#writer.insert(key, columns);
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
    return readForward(this.#pieces, this.#live.find(key) ?? nothing(key), options);
  }

  /** Each page is of its own moment. */
  async *scan(
    key: SeriesKey,
    { pageRecords = SCAN_PAGE_RECORDS, ...window }: ScanOptions = {},
  ): AsyncGenerator<Columns> {
    this.#assertOpen();
    const series = this.#live.find(key);
    if (series === null) return;
    const reader = new ForwardReader(this.#pieces, series, window);
    for (;;) {
      this.#assertOpen();
      const page = reader.read(this.#pieces, this.#live.find(key) ?? nothing(key), pageRecords);
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

  async aggregateCost(key: SeriesKey, options: AggregateOptions, enough: number): Promise<number> {
    this.#assertOpen();
    return aggregateCost(this.#pieces, this.#live.find(key) ?? nothing(key), options, enough);
  }

  async last(key: SeriesKey, atOrBefore?: EpochMs): Promise<Observation | null> {
    return this.#last(key, atOrBefore);
  }

  async lastMany(keys: readonly SeriesKey[], atOrBefore?: EpochMs): Promise<(Observation | null)[]> {
    return readEach(
      keys,
      (key) => this.#getPack(key),
      (key) => this.#last(key, atOrBefore),
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

  async assets(query: AssetQuery): Promise<AssetPage> {
    this.#assertOpen();
    return listAssets(this.#catalogue, (series) => this.#current(series), query);
  }

  allAssets(filter: SeriesFilter = {}): AsyncGenerator<readonly SeriesEntry[]> {
    return pagesOfAssets((query) => this.assets(query), filter);
  }

  async lastRecordedMs(venue: VenueId): Promise<EpochMs | null> {
    this.#assertOpen();
    let latest = this.#writer.totals.lastMs(venue);
    for (const { tail } of this.#live.ofVenue(venue)?.values() ?? []) {
      latest = Math.max(latest, tail.lastMs);
    }
    return Number.isFinite(latest) ? epochMs(latest) : null;
  }

  async gaps(venue: VenueId, window: Window, storeKey?: string): Promise<Gap[]> {
    this.#assertOpen();
    return this.#keptGaps.overlapping(venue, window, storeKey);
  }

  async findWithGaps(key: SeriesKey, window: Window): Promise<SeriesSpan> {
    return { entry: this.#find(key), gaps: this.#keptGaps.overlapping(key.venue, window, key.storeKey) };
  }

  async openGaps(venue: VenueId): Promise<Gap[]> {
    this.#assertOpen();
    return this.#gaps.open(venue);
  }

  async gapPage(query: GapQuery): Promise<GapPage> {
    this.#assertOpen();
    return this.#gaps.page(query);
  }

  async putGap(gap: Gap): Promise<void> {
    this.#assertOpen();
    this.#keptGaps.put(gap);
    this.#otherCommits++;
  }

  async putResolution(resolution: StoredResolution): Promise<void> {
    this.#assertOpen();
    this.#resolutions.put(resolution);
    this.#otherCommits++;
  }

  async resolution(key: SeriesKey): Promise<StoredResolution | null> {
    this.#assertOpen();
    return this.#resolutions.find(key);
  }

  async resolutionMany(keys: readonly SeriesKey[]): Promise<(StoredResolution | null)[]> {
    this.#assertOpen();
    return readEach(
      keys,
      () => 0,
      (key) => this.#resolutions.find(key),
    );
  }

  async resolutions(query: ResolutionQuery): Promise<ResolutionPage> {
    this.#assertOpen();
    return this.#resolutions.page(query);
  }

  async putMarkets(markets: Parameters<MarketWriter['putMarkets']>[0]): Promise<void> {
    this.#assertOpen();
    this.#writer.putMarkets(markets);
  }

  async putLinkSpans(spans: readonly LinkSpan[]): Promise<void> {
    this.#assertOpen();
    this.#writer.putLinkSpans(spans);
  }

  async market(key: SeriesKey): Promise<RegisteredMarket | null> {
    this.#assertOpen();
    return this.#register.market(key);
  }

  async markets(query: MarketQuery): Promise<MarketPage> {
    this.#assertOpen();
    return this.#register.markets(query);
  }

  async rules(hash: string): Promise<string | null> {
    this.#assertOpen();
    return this.#register.rules(hash);
  }

  async rulesPage(query: RulesQuery): Promise<RulesPage> {
    this.#assertOpen();
    return this.#register.rulesPage(query);
  }

  async findLinkSpans(asset: string, limit: number): Promise<readonly LinkSpan[]> {
    this.#assertOpen();
    return this.#register.findLinkSpans(asset, limit);
  }

  async linkSpans(query: LinkSpanQuery): Promise<LinkSpanPage> {
    this.#assertOpen();
    return this.#register.linkSpans(query);
  }

  async openLinkSpans(): Promise<readonly LinkSpan[]> {
    this.#assertOpen();
    return this.#register.openLinkSpans();
  }

  async batches(): Promise<readonly ImportBatch[]> {
    this.#assertOpen();
    return this.#batches.list();
  }

  async openBatch(origin: BatchOrigin, signal?: AbortSignal): Promise<OpenBatch> {
    this.#assertOpen();
    return this.#batches.open(origin, signal);
  }

  async undoBatch(id: string, onProgress?: BatchProgress): Promise<BatchChange> {
    this.#assertOpen();
    return this.#batches.undo(id, onProgress);
  }

  async redoBatch(id: string, onProgress?: BatchProgress): Promise<BatchChange> {
    this.#assertOpen();
    return this.#batches.redo(id, onProgress);
  }

  async resumeBatches(): Promise<readonly string[]> {
    this.#assertOpen();
    return this.#batches.resume();
  }

  async stats(): Promise<StoreStats> {
    this.#assertOpen();
    return {
      series: this.#writer.totals.series,
      observations: this.#writer.totals.records + this.#writer.tails.records,
      totalBytes: readSize(this.#file) + readSize(`${this.#file}-wal`),
      commits: this.#writer.commits + this.#otherCommits,
      corruptBlocks: this.#damage.all,
    };
  }

  /**
   * Seals every tail and moves every series that nobody writes to into the pages of the catalogue, as time
   * alone would do. For a store that is not written to any more, and for measurements of a file.
   */
  async settle(): Promise<void> {
    this.#assertOpen();
    this.#writer.settle();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#batches.close();
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#db.close();
    this.#lock.release();
  }

  #read(key: SeriesKey, options: ReadOptions): Page {
    this.#assertOpen();
    return readPage(this.#pieces, this.#live.find(key) ?? nothing(key), options);
  }

  #aggregate(key: SeriesKey, options: AggregateOptions): Buckets {
    this.#assertOpen();
    return aggregateWindow(this.#pieces, this.#live.find(key) ?? nothing(key), options);
  }

  #last(key: SeriesKey, atOrBefore?: EpochMs): Observation | null {
    this.#assertOpen();
    return lastRecord(this.#pieces, this.#live.find(key) ?? nothing(key), atOrBefore);
  }

  #find(key: SeriesKey): SeriesEntry | null {
    this.#assertOpen();
    const series = this.#live.find(key);
    return series === null || countRecords(series) === 0 ? null : toEntry(series);
  }

  #getPack(key: SeriesKey): number {
    return this.#live.find(key)?.sealed.pack ?? 0;
  }

  /** The catalogue knows a series as its row says; what is written to has a tail besides. */
  #current(listed: Series): Series {
    return this.#live.isLive(listed.id) ? (this.#live.find(listed) ?? listed) : listed;
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('the history store is closed');
  }
}

function nothing({ venue, storeKey }: SeriesKey): Series {
  return newSeries(0, venue, storeKey, '');
}

export function readSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
