import type { EpochMs, Observation, Recorder } from '../../domain/index.ts';
import type { CorruptBlock } from './corrupt-block.ts';
import type { ForecastReader, ForecastWriter } from './forecasts.ts';
import type { GapReader, GapWriter } from './gaps.ts';
import type {
  LinkSpanReader,
  LinkSpanWriter,
  Listing,
  RegisterReader,
  RegisterWriter,
} from './market-register.ts';
import type { ReferenceMarks, ReferenceMarkWriter } from './reference-marks.ts';
import type { ResolutionReader, ResolutionWriter } from './resolutions.ts';
import type { SeriesEntry, SeriesKey, Window } from './series.ts';
import type { SettledReader, SettledWriter } from './settled.ts';
import type { SettledDayReader, SettledDayWriter } from './settled-days.ts';

/** Consecutive records of a series in columns of equal length, oldest first. */
export interface Columns {
  readonly length: number;
  /** Time, epoch ms. */
  readonly t: Float64Array;
  readonly p: Float64Array;
  /** Volumes; NaN where the record carries no volume. */
  readonly v: Float64Array;
  /** Codes of `source-codes.ts`; 0 where the record carries no source. */
  readonly s: Uint8Array;
}

/** One observation on its way into the store. */
export interface SeriesObservation extends Observation, SeriesKey {
  /** The canonical asset id, remembered on first sight: letter case cannot be distinguished from the key. */
  readonly asset: string;
}

export interface ReadOptions extends Window {
  /** Number of records: the newest of the window. */
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`: the records before that page follow. */
  readonly cursor?: string;
}

/** A position among the records of a series: behind this many records of one time. */
export interface RecordPosition {
  readonly t: number;
  readonly rank: number;
}

export interface ForwardOptions extends Window {
  /** Number of records: the oldest of the window. */
  readonly limit: number;
  /** Cursor `next` of an earlier page: only records behind it are read. */
  readonly after?: RecordPosition;
}

export interface ForwardPage {
  readonly columns: Columns;
  /** Cursor of the next page; null: the window holds no more. */
  readonly next: RecordPosition | null;
}

export interface ScanOptions extends Window {
  /** Records of a page, at most. Default 50,000. */
  readonly pageRecords?: number;
}

/** Default size of a page of a scan, in records. */
export const SCAN_PAGE_RECORDS = 50_000;

export interface Page {
  readonly columns: Columns;
  /** Whether older records exist in the window. */
  readonly truncated: boolean;
  /** Opaque; null on the oldest page. Pages neither overlap nor skip, even with equal times. */
  readonly nextCursor: string | null;
}

/** Buckets aligned to the Unix epoch, oldest first; empty ones are left out. */
export interface Buckets {
  readonly length: number;
  /** Start of each bucket. */
  readonly t: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly count: Float64Array;
  /** Traded volume; NaN where no record of the bucket carries volume. */
  readonly volume: Float64Array;
  /** Sum of p v over sum of v over records with v > 0; NaN without one. */
  readonly vwap: Float64Array;
  /** Whether older buckets exist than the newest `maxBuckets`. */
  readonly truncated: boolean;
}

export interface AggregateOptions extends Window {
  /** Any positive whole number of milliseconds. */
  readonly bucketMs: number;
  /** Most buckets. Default 50,000. */
  readonly maxBuckets?: number;
}

export interface InsertResult {
  readonly stored: number;
  /** Records that an earlier import or back-fill already stored with equal t, p, v and s. */
  readonly skipped: number;
}

export interface StoreStats {
  readonly series: number;
  readonly observations: number;
  readonly totalBytes: number;
  readonly commits: number;
  readonly corruptBlocks: readonly CorruptBlock[];
}

export interface SeriesFilter {
  readonly venue?: Recorder;
  /** Time at or after which a series must have a record to be listed. */
  readonly activeSince?: EpochMs;
  /** Text that the store key must contain, letter case aside. */
  readonly q?: string;
}

export interface AssetQuery extends SeriesFilter {
  /** Most assets of a page. Fewer come, with a cursor, when many were looked at that do not fit. */
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface AssetPage {
  /** Entries ordered by venue, then storeKey. */
  readonly entries: readonly SeriesEntry[];
  /** Opaque; null on the last page. */
  readonly nextCursor: string | null;
}

/** Reads records. Order within a series is by `t`, then by arrival; unknown series read as empty. */
export interface RecordReader {
  /** The newest `limit` records of the window (or of its part before the cursor), oldest first. */
  read(key: SeriesKey, options: ReadOptions): Promise<Page>;
  /** Reads many series, in the order of the request. */
  readMany(keys: readonly SeriesKey[], options: ReadOptions): Promise<Page[]>;

  /** The oldest `limit` records of the window (or of its part after a position), of one moment, oldest first. */
  readForward(key: SeriesKey, options: ForwardOptions): Promise<ForwardPage>;

  /**
   * All records of the window, oldest first, page by page, beside a writer too. Each record that was acknowledged
   * before the first page comes exactly once. Records stored during the scan come only where its time lies before
   * the end that the window had then, if at all.
   */
  scan(key: SeriesKey, options?: ScanOptions): AsyncGenerator<Columns>;

  /** The window in buckets. Nothing older is read than the newest `maxBuckets` need. */
  aggregate(key: SeriesKey, options: AggregateOptions): Promise<Buckets>;
  aggregateMany(keys: readonly SeriesKey[], options: AggregateOptions): Promise<Buckets[]>;
  /**
   * Estimates the cost of `aggregate`, in records to decode.
   *
   * @param enough Counting stops above it, so that asking is cheap.
   */
  estimateAggregateCost(key: SeriesKey, options: AggregateOptions, enough: number): Promise<number>;

  /** The newest record with `t` at or before the given time (default: the newest of all). */
  findLast(key: SeriesKey, atOrBefore?: EpochMs): Promise<Observation | null>;
  findLastMany(keys: readonly SeriesKey[], atOrBefore?: EpochMs): Promise<(Observation | null)[]>;
}

export interface RecordWriter {
  /**
   * Right of this process to record a venue: null while it has none, or cannot know; another number after another process
   * had it in between. Always 0 where one process alone can write.
   */
  findFence(venue: Recorder): number | null;
  /**
   * Stores a batch. Once the promise resolves, a crash does not lose the batch.
   *
   * @param listing The markets of the same poll; stored in the same commit.
   */
  append(batch: readonly SeriesObservation[], listing?: Listing): Promise<void>;

  /**
   * Adds records of one series, of any age and in any order. Records that an earlier `insert` stored with equal
   * `t, p, v, s` are not stored again; equal records inside one batch are kept.
   */
  insert(series: SeriesKey & { readonly asset: string }, columns: Columns): Promise<InsertResult>;
}

/** Reader of the catalogue of series. */
export interface CatalogueReader {
  find(key: SeriesKey): Promise<SeriesEntry | null>;
  findMany(keys: readonly SeriesKey[]): Promise<(SeriesEntry | null)[]>;
  listAssets(query: AssetQuery): Promise<AssetPage>;
  /** Lists all series, page by page: there may be millions. */
  scanAssets(filter?: SeriesFilter): AsyncGenerator<readonly SeriesEntry[]>;
  /** The time of the newest record of a venue; null without one. */
  findLastRecordedMs(venue: Recorder): Promise<EpochMs | null>;
}

export interface Diagnostics {
  readStats(): Promise<StoreStats>;
}

/** The reading half of a store: also for a process beside the recorder. */
export interface HistoryReader
  extends RecordReader,
    CatalogueReader,
    GapReader,
    ResolutionReader,
    RegisterReader,
    LinkSpanReader,
    ForecastReader,
    ReferenceMarks,
    SettledDayReader,
    SettledReader,
    Diagnostics {
  close(): Promise<void>;
}

/**
 * Keeps every observation forever.
 *
 * Engines are in the folders beside this file and pass one suite (`test/contract/history-store.ts`).
 */
export interface HistoryStore
  extends HistoryReader,
    RecordWriter,
    GapWriter,
    ResolutionWriter,
    RegisterWriter,
    LinkSpanWriter,
    ForecastWriter,
    ReferenceMarkWriter,
    SettledDayWriter,
    SettledWriter {}
