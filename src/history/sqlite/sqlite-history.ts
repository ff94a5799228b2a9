import { join } from 'node:path';
import {
  type Clock,
  type EpochMs,
  epochMs,
  type Gap,
  type LinkSpan,
  type Recorder,
  wallClock,
} from '../../domain/index.ts';
import type { DirectoryLock } from '../../storage/sqlite/directory-lock.ts';
import type { GapName } from '../contract/gaps.ts';
import {
  type Columns,
  type HistoryStore,
  type InsertResult,
  SCAN_PAGE_RECORDS,
  type ScanOptions,
  type SeriesObservation,
  type StoreStats,
} from '../contract/history-store.ts';
import type {
  BatchChange,
  BatchOrigin,
  BatchProgress,
  ImportBatch,
  ImportBatches,
  OpenBatch,
} from '../contract/import-batches.ts';
import type { Listing, RegisterWriter } from '../contract/market-register.ts';
import type { ImportedMark } from '../contract/reference-marks.ts';
import type { StoredResolution } from '../contract/resolutions.ts';
import type { SeriesKey } from '../contract/series.ts';
import type { SettledLine, SettledRow } from '../contract/settled.ts';
import type { SettledDay } from '../contract/settled-days.ts';
import type { VenueBar } from '../contract/venue-bars.ts';
import { HISTORY_FILE } from './database.ts';
import { readSize } from './file-size.ts';
import { type OpenParts, openParts } from './open-parts.ts';
import { ForwardReader } from './reading/forward-reader.ts';
import type { SeriesState } from './series/series.ts';
import { nothing, type ReadTables, SqliteReads } from './sqlite-reads.ts';

/** The SQLite engine of the history: one file, one writer. */
export class SqliteHistory extends SqliteReads implements HistoryStore, ImportBatches {
  readonly #lock: DirectoryLock;
  readonly #file: string;
  readonly #parts: OpenParts;
  protected readonly tables: ReadTables;
  /** Number of commits that did not concern records. */
  #otherCommits = 0;
  #closed = false;

  /**
   * Opens the file as its only writer.
   *
   * @param lock Writer's lock of the data directory, released when the store is closed.
   * @throws {HistoryFormatError} when this version cannot read the file.
   */
  constructor(dataDir: string, lock: DirectoryLock, clock: Clock = wallClock) {
    super();
    this.#file = join(dataDir, HISTORY_FILE);
    this.#lock = lock;
    this.#parts = openParts(dataDir, clock);
    this.tables = { ...this.#parts, gapsByTime: this.#parts.keptGaps };
  }

  findFence(): number {
    return 0;
  }

  async append(batch: readonly SeriesObservation[], listing?: Listing): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.append(batch, listing);
  }

  async insert(key: SeriesKey & { readonly asset: string }, columns: Columns): Promise<InsertResult> {
    this.#assertOpen();
    return this.#parts.writer.insertions.insert(key, columns);
  }

  /** Scans a window. Each page sees the state at the time when it is read. */
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

  async findLastRecordedMs(venue: Recorder): Promise<EpochMs | null> {
    this.#assertOpen();
    let latest = this.#parts.writer.totals.lastMs(venue);
    for (const { tail } of this.#parts.live.ofVenue(venue)?.values() ?? []) {
      latest = Math.max(latest, tail.lastMs);
    }
    return Number.isFinite(latest) ? epochMs(latest) : null;
  }

  async putGap(gap: Gap): Promise<void> {
    this.#assertOpen();
    this.#parts.keptGaps.put(gap);
    this.#otherCommits++;
  }

  async removeGap(gap: GapName): Promise<void> {
    this.#assertOpen();
    this.#parts.keptGaps.remove(gap);
    this.#otherCommits++;
  }

  async putResolution(resolution: StoredResolution): Promise<void> {
    this.#assertOpen();
    this.#parts.resolutions.put(resolution);
    this.#otherCommits++;
  }

  async putMarkets(markets: Parameters<RegisterWriter['putMarkets']>[0]): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.putMarkets(markets);
  }

  async putLinkSpans(spans: readonly LinkSpan[]): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.putLinkSpans(spans);
  }

  async putMarks(marks: readonly ImportedMark[]): Promise<number> {
    this.#assertOpen();
    return this.#parts.writer.putMarks(marks);
  }

  async putForecastDay(day: number, data: Uint8Array, settled: readonly SeriesKey[]): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.putForecastDay(day, data, settled);
  }

  async dropForecasts(endedBefore: EpochMs): Promise<number> {
    this.#assertOpen();
    return this.#parts.writer.dropForecasts(endedBefore);
  }

  async putSettledDay(day: SettledDay): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.putSettledDay(day);
  }

  async putSettled(...rows: readonly SettledRow[]): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.putSettled(rows);
  }

  async putBars(series: SeriesKey & { readonly asset: string }, bars: readonly VenueBar[]): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.putBars(series, bars);
  }

  async addSettledLine(line: SettledLine): Promise<void> {
    this.#assertOpen();
    this.#parts.writer.addSettledLine(line);
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
   * Seals every tail, and moves every series without a recent record into the pages of the catalogue, as would happen
   * with time. For a store that is not written to any more, and for measurements of a file.
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

  protected override getPack(key: SeriesKey): number {
    return this.#parts.live.find(key)?.sealed.pack ?? 0;
  }

  /** Returns the live series of a catalogue entry, which has a tail in memory, if there is one. */
  protected withTail(listed: SeriesState): SeriesState {
    return this.#parts.live.isLive(listed.id) ? (this.#parts.live.find(listed) ?? listed) : listed;
  }

  protected findSeries(key: SeriesKey): SeriesState | null {
    return this.#parts.live.find(key);
  }

  protected snapshot<T>(read: () => T): T {
    this.#assertOpen();
    return read();
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('the history store is closed');
  }
}
