import type { EpochMs, Gap, Observation, Resolution, VenueId } from '../../domain/index.ts';
import type { ForecastReader, ForecastWriter } from './forecasts.ts';
import type {
  LinkSpanReader,
  LinkSpanWriter,
  Listing,
  RegisterReader,
  RegisterWriter,
} from './market-register.ts';

/** One recorded series: a venue and the asset's key within it. */
export interface SeriesKey {
  readonly venue: VenueId;
  readonly storeKey: string;
}

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

/** Span of time, both ends inclusive; absent ends are open. */
export interface Window {
  readonly fromMs?: EpochMs;
  readonly toMs?: EpochMs;
}

export interface ReadOptions extends Window {
  /** The newest records of the window, this many. */
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
  /** The oldest records of the window, this many. */
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

export interface SeriesEntry extends SeriesKey {
  readonly asset: string;
  readonly bytes: number;
  /** Exact time of the first record. */
  readonly firstMs: EpochMs;
  /** Exact time of the last record. */
  readonly lastMs: EpochMs;
  readonly count: number;
  /** Whether `count` is derived from bytes. */
  readonly countIsEstimate: boolean;
}

export interface InsertResult {
  readonly stored: number;
  /** Records that an earlier import or back-fill already stored with equal t, p, v and s. */
  readonly skipped: number;
}

/** Something that could not be read. The rest stays readable; what is not known of it is null. */
export type CorruptBlock = CorruptRecords | CorruptPage | CorruptRow;

/** Records of a series, or of a venue where the store key is empty. */
export interface CorruptRecords extends SeriesKey {
  readonly kind: 'records';
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
  readonly records: number;
  readonly reason: string;
}

/** A page of many series, or of many markets, of which the first key alone is known. */
export interface CorruptPage extends SeriesKey {
  readonly kind: 'page';
  readonly fromMs: null;
  readonly toMs: null;
  readonly records: null;
  readonly reason: string;
}

/** A row beside the records. The store key is empty where it is of no series. */
export interface CorruptRow {
  readonly kind: 'row';
  readonly venue: VenueId | null;
  readonly storeKey: string;
  readonly fromMs: EpochMs | null;
  readonly toMs: EpochMs | null;
  readonly records: 0;
  readonly reason: string;
}

export interface StoreStats {
  readonly series: number;
  readonly observations: number;
  readonly totalBytes: number;
  readonly commits: number;
  readonly corruptBlocks: readonly CorruptBlock[];
}

export interface StoredResolution extends Resolution, SeriesKey {
  /** Time when the service learnt the resolution. */
  readonly recordedAt: EpochMs;
  /** When we learnt that the venue had taken it back and traded again. Absent: it is in force. */
  readonly reopenedAt?: EpochMs;
  /** Resolutions before this one, all taken back, oldest first. Absent: there were none. */
  readonly earlier?: readonly PastResolution[];
}

/** A resolution that the venue has taken back. */
export interface PastResolution extends Omit<StoredResolution, 'venue' | 'storeKey' | 'asset' | 'earlier'> {
  readonly reopenedAt: EpochMs;
}

/** All resolutions of a market, oldest first: the last one is in force unless it was taken back. */
export function listAllResolutions(newest: StoredResolution): StoredResolution[] {
  const { earlier = [], ...last } = newest;
  const { venue, storeKey, asset } = last;
  return [...earlier.map((past) => ({ venue, storeKey, asset, ...past })), last];
}

/**
 * A resolution with those before it.
 *
 * @returns null where the one before is in force: it stays.
 */
export function followResolution(newest: StoredResolution, next: StoredResolution): StoredResolution | null {
  const { reopenedAt } = newest;
  if (reopenedAt === undefined) return null;
  const { venue: _, storeKey: __, asset: ___, earlier = [], ...last } = newest;
  return { ...next, earlier: [...earlier, { ...last, reopenedAt }] };
}

/** The resolution in force; null: there is none, or it was taken back. */
export function toCurrentResolution(newest: StoredResolution | null): StoredResolution | null {
  return newest === null || newest.reopenedAt !== undefined ? null : newest;
}

/** The inputs from which the coverage of a window is computed. */
export interface SeriesSpan {
  /** Series in the catalogue; null without a record. */
  readonly entry: SeriesEntry | null;
  /** Gaps that overlap the window: of the venue as a whole and of the series. */
  readonly gaps: readonly Gap[];
}

export interface SeriesFilter {
  readonly venue?: VenueId;
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
   * Acknowledged when the promise resolves: from then on a crash does not lose the batch.
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
  findLastRecordedMs(venue: VenueId): Promise<EpochMs | null>;
}

/** Reads when recording failed. */
export interface GapReader {
  /** Gaps that overlap the window: of the venue as a whole and, with a storeKey, of that asset. */
  listGaps(venue: VenueId, window: Window, storeKey?: string): Promise<Gap[]>;
  /** The series and the gaps of a window, in one question. */
  findWithGaps(key: SeriesKey, window: Window): Promise<SeriesSpan>;
  /** Gaps that still last, of the venue and of its assets. */
  listOpenGaps(venue: VenueId): Promise<Gap[]>;
  /**
   * Gaps of venues and of their assets, page by page.
   *
   * @throws {CursorError} on a cursor that no page contained.
   */
  listGapPage(query: GapQuery): Promise<GapPage>;
}

export interface GapQuery extends Window {
  readonly venue?: VenueId;
  /** Store key whose gaps are read, and those of the venue as a whole; only with a venue. */
  readonly storeKey?: string;
  /** Most gaps of a page. Fewer come, with a cursor, when many were looked at that lie outside the window. */
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface GapPage {
  /** The newest gaps that overlap the window (or of those before the cursor), oldest first. */
  readonly gaps: readonly Gap[];
  /** Cursor of the page before. Opaque; null on the oldest page. */
  readonly nextCursor: string | null;
}

export interface GapWriter {
  /** Stores a gap, or replaces the one with the same venue, storeKey and fromMs (to close it). */
  putGap(gap: Gap): Promise<void>;
}

/** How markets ended. */
export interface ResolutionReader {
  /** The resolution in force; null: there is none, or the venue has taken it back. */
  findResolution(key: SeriesKey): Promise<StoredResolution | null>;
  /** Finds the resolutions of many series, in the order of the request. */
  findResolutionMany(keys: readonly SeriesKey[]): Promise<(StoredResolution | null)[]>;
  /** The newest resolution of a market, also one that was taken back, with those before it. */
  findNewestResolution(key: SeriesKey): Promise<StoredResolution | null>;
  /** The newest resolution of each market, ordered by `recordedAt`, oldest first; also those that were taken back. */
  listResolutions(options: ResolutionQuery): Promise<ResolutionPage>;
  /** Newest resolutions that were taken back at or after a time and are not in force. */
  listReopened(since: EpochMs): Promise<StoredResolution[]>;
}

export interface ResolutionWriter {
  /** Stores how a market ended, once; a later call for the same asset replaces it. */
  putResolution(resolution: StoredResolution): Promise<void>;
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
    ForecastWriter {}

export interface ResolutionQuery {
  readonly venue?: VenueId;
  /** First time, inclusive, by `recordedAt`. */
  readonly since?: EpochMs;
  readonly limit: number;
  readonly cursor?: string;
}

export interface ResolutionPage {
  readonly resolutions: readonly StoredResolution[];
  readonly nextCursor: string | null;
}
