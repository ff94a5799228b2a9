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
import type { VenueBarReader, VenueBarWriter } from './venue-bars.ts';

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

/** Observation of a series that is to be stored. */
export interface SeriesObservation extends Observation, SeriesKey {
  /** Canonical asset id, stored with the first record: the store key alone does not tell the letter case of the id. */
  readonly asset: string;
}

export interface ReadOptions extends Window {
  /** Maximum number of records; the newest of the window are read. */
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`: the page holds the records before that page. */
  readonly cursor?: string;
}

/** Position among the records of a series: a time, and the number of records of that time before the position. */
export interface RecordPosition {
  readonly t: number;
  readonly rank: number;
}

export interface ForwardOptions extends Window {
  /** Maximum number of records; the oldest of the window are read. */
  readonly limit: number;
  /** Position behind which records are read: `next` of an earlier page. */
  readonly after?: RecordPosition;
}

export interface ForwardPage {
  readonly columns: Columns;
  /** Position at which the next page begins; null when the window holds no more records. */
  readonly next: RecordPosition | null;
}

export interface ScanOptions extends Window {
  /** Maximum number of records of a page. Default 50,000. */
  readonly pageRecords?: number;
}

/** Default size of a page of a scan, in records. */
export const SCAN_PAGE_RECORDS = 50_000;

export interface Page {
  readonly columns: Columns;
  /** Whether older records exist in the window. */
  readonly truncated: boolean;
  /** Cursor of the page before; null on the oldest one. Pages neither overlap nor skip records, even of equal times. */
  readonly nextCursor: string | null;
}

/** Buckets aligned to the Unix epoch, oldest first; empty ones are left out. */
export interface Buckets {
  readonly length: number;
  /** Start of each bucket, epoch ms. */
  readonly t: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly count: Float64Array;
  /** Traded volume; NaN where no record of the bucket carries volume. */
  readonly volume: Float64Array;
  /** Volume-weighted average price: sum of p v over sum of v, of the records with v > 0; NaN without such a record. */
  readonly vwap: Float64Array;
  /** Whether the window holds older buckets, beyond the newest `maxBuckets`. */
  readonly truncated: boolean;
}

export interface AggregateOptions extends Window {
  /** Width of a bucket: any positive whole number of milliseconds. */
  readonly bucketMs: number;
  /** Maximum number of buckets. Default 50,000. */
  readonly maxBuckets?: number;
}

export interface InsertResult {
  readonly stored: number;
  /** Number of records not stored, since an earlier import or back-fill stored records with equal t, p, v and s. */
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
  /** Text that the store key must contain, in any letter case. */
  readonly q?: string;
}

export interface AssetQuery extends SeriesFilter {
  /** Maximum number of assets of a page. A page has fewer, and a cursor, when the filter excludes many assets. */
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface AssetPage {
  /** Entries ordered by venue, then storeKey. */
  readonly entries: readonly SeriesEntry[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** Reader of records. Records of a series are ordered by `t`, then by arrival; an unknown series has no records. */
export interface RecordReader {
  /** Reads the newest `limit` records of the window (or of its part before the cursor), oldest first. */
  read(key: SeriesKey, options: ReadOptions): Promise<Page>;
  /** Reads a page of each of many series, in the order of the request. */
  readMany(keys: readonly SeriesKey[], options: ReadOptions): Promise<Page[]>;

  /** Reads the oldest `limit` records of the window (or of its part after a position), oldest first, at one moment. */
  readForward(key: SeriesKey, options: ForwardOptions): Promise<ForwardPage>;

  /**
   * Reads all records of the window, oldest first, page by page, also while another process writes. Each record that
   * was acknowledged before the first page is read exactly once. A record stored during the scan may be read only if
   * its time is before the end that the window had when the scan began.
   */
  scan(key: SeriesKey, options?: ScanOptions): AsyncGenerator<Columns>;

  /** Reads the window in buckets. Records that are older than the newest `maxBuckets` buckets are not read. */
  aggregate(key: SeriesKey, options: AggregateOptions): Promise<Buckets>;
  aggregateMany(keys: readonly SeriesKey[], options: AggregateOptions): Promise<Buckets[]>;
  /**
   * Estimates the cost of `aggregate`, in records to decode.
   *
   * @param enough Counting stops above this number, so that the estimate itself is cheap.
   */
  estimateAggregateCost(key: SeriesKey, options: AggregateOptions, enough: number): Promise<number>;

  /** Reads the newest record with `t` at or before the given time (default: the newest of all); null without one. */
  findLast(key: SeriesKey, atOrBefore?: EpochMs): Promise<Observation | null>;
  findLastMany(keys: readonly SeriesKey[], atOrBefore?: EpochMs): Promise<(Observation | null)[]>;
}

export interface RecordWriter {
  /**
   * Returns the fence under which this process records a venue: null while it has no lease, or cannot know; another
   * number after another process held the lease in between. Always 0 where only one process can write.
   */
  findFence(venue: Recorder): number | null;
  /**
   * Stores a batch. Once the promise resolves, a crash does not lose the batch.
   *
   * @param listing Markets of the same poll, stored in the same commit.
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
  /** Lists all series page by page, since there may be millions. */
  scanAssets(filter?: SeriesFilter): AsyncGenerator<readonly SeriesEntry[]>;
  /** Finds the time of the newest record of a venue; null without one. */
  findLastRecordedMs(venue: Recorder): Promise<EpochMs | null>;
}

export interface Diagnostics {
  readStats(): Promise<StoreStats>;
}

/** The reading half of a store, which processes beside the recorder use too. */
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
    VenueBarReader,
    Diagnostics {
  close(): Promise<void>;
}

/**
 * Keeps every observation forever.
 *
 * The engines are `src/history/sqlite` and `src/history/clickhouse`; both pass one suite
 * (`test/contract/history-store.ts`).
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
    SettledWriter,
    VenueBarWriter {}
