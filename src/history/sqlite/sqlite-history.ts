import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type EpochMs, epochMs, type Gap, type Observation, type VenueId } from '../../domain/index.ts';
import {
  ColumnBuilder,
  checkColumns,
  lowerBound,
  mergeColumns,
  sliceColumns,
  sortColumns,
} from '../columns.ts';
import type {
  AggregateOptions,
  Buckets,
  Columns,
  HistoryStore,
  InsertResult,
  Page,
  ReadOptions,
  ResolutionPage,
  ResolutionQuery,
  SeriesEntry,
  SeriesKey,
  SeriesObservation,
  StoredResolution,
  StoreStats,
  Window,
} from '../history-store.ts';
import { INSERTED } from './block.ts';
import { type BlockChange, Blocks } from './blocks.ts';
import { HISTORY_FILE, openDatabase } from './database.ts';
import { withoutStored } from './dedup.ts';
import { GapTable, ResolutionTable } from './events.ts';
import type { JournalBatch } from './journal.ts';
import { JournalTable } from './journal-table.ts';
import { aggregateWindow, lastRecord, readPage, recordsOf } from './reads.ts';
import { newSeries, type Series } from './series.ts';
import { SeriesIndex } from './series-index.ts';
import { stage } from './staging.ts';
import { takeWriterLock, type WriterLock } from './writer-lock.ts';

/** An insertion of at least so many records at the end is sealed at once and does not pass the journal. */
const SEAL_INSERTIONS_FROM = 256;

/** Blocks that one append seals at most, so that no append stalls the process. */
const MAX_SEALS = 32;

/** The journal may hold this many records more than three times those that are in tails. */
const JOURNAL_SLACK = 262_144;

/** A record of a tail in memory. */
const TAIL_RECORD_BYTES = 25;

const EMPTY: Columns = {
  length: 0,
  t: new Float64Array(0),
  p: new Float64Array(0),
  v: new Float64Array(0),
  s: new Uint8Array(0),
};

const NO_ROW: JournalBatch = { ...EMPTY, series: new Uint32Array(0) };

/**
 * The embedded engine: one SQLite file, one writer.
 *
 * A batch becomes one journal row and one commit. Its records also join the tails in memory; a full tail is
 * sealed into a block within the commit of a later batch, so that only committed records are ever sealed.
 * Memory is changed after the commit alone: a failed one leaves everything as it was.
 */
export class SqliteHistory implements HistoryStore {
  readonly #lock: WriterLock;
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #blocks: Blocks;
  readonly #journal: JournalTable;
  readonly #gaps: GapTable;
  readonly #resolutions: ResolutionTable;
  readonly #series: SeriesIndex;
  /** Series whose tail is long enough to be sealed. */
  readonly #full = new Set<Series>();
  #tailRecords = 0;
  #nextRow = 1;
  #commits = 0;
  #closed = false;

  /** @throws {DataDirLockedError | HistoryFormatError} */
  constructor(dataDir: string) {
    this.#file = join(dataDir, HISTORY_FILE);
    this.#lock = takeWriterLock(dataDir);
    let db: DatabaseSync | null = null;
    try {
      db = openDatabase(dataDir);
      this.#db = db;
      this.#blocks = new Blocks(this.#db);
      this.#gaps = new GapTable(this.#db);
      this.#resolutions = new ResolutionTable(this.#db);
      this.#series = new SeriesIndex(this.#db);
      this.#journal = new JournalTable(this.#db);
      this.#load();
    } catch (error) {
      db?.close();
      this.#lock.release();
      throw error;
    }
  }

  async append(batch: readonly SeriesObservation[]): Promise<void> {
    this.#assertOpen();
    if (batch.length === 0) return;
    if (this.#reachesBehindFullTail(batch))
      this.#commit(NO_ROW, (changes) => this.#sealFull(changes, new Set()));
    const { created, members, journal, late, unordered } = stage(batch, this.#series);
    this.#commit(journal, (changes) => {
      for (const series of created) this.#series.write(series);
      for (const [series, columns] of late) changes.push(this.#blocks.merge(series, sortColumns(columns)));
      this.#sealFull(changes, unordered);
    });
    for (const series of created) this.#series.adopt(series);
    this.#toTails(members, this.#nextRow - 1, journal);
  }

  async insert(key: SeriesKey & { readonly asset: string }, columns: Columns): Promise<InsertResult> {
    this.#assertOpen();
    checkColumns(columns);
    if (columns.length === 0) return { stored: 0, skipped: 0 };
    const known = this.#series.find(key);
    const series = known ?? this.#series.propose(key);
    const s = columns.s.slice(0, columns.length).map((code) => code | INSERTED);
    const fresh = withoutStored(this.#blocks, series, sortColumns({ ...columns, s }));
    const skipped = columns.length - fresh.length;
    if (fresh.length === 0) return { stored: 0, skipped };

    const lateCount = lowerBound(fresh.t, fresh.length, series.sealed.lastMs);
    const late = sliceColumns(fresh, 0, lateCount);
    const rest = sliceColumns(fresh, lateCount, fresh.length);
    const isSealedNow = rest.length >= SEAL_INSERTIONS_FROM;
    const journal = { ...(isSealedNow ? EMPTY : rest), series: new Uint32Array(rest.length).fill(series.id) };
    this.#commit(journal, (changes) => {
      if (known === null) this.#series.write(series);
      const merged = late.length > 0 ? this.#blocks.merge(series, late) : undefined;
      if (merged !== undefined) changes.push(merged);
      if (!isSealedNow) return;
      const all = mergeColumns(series.tail, rest);
      changes.push(this.#blocks.seal(series, all, this.#nextRow - 1, merged?.blocks));
    });
    if (known === null) this.#series.adopt(series);
    this.#toTails(new Array<Series>(journal.length).fill(series), this.#nextRow - 1, journal);
    return { stored: fresh.length, skipped };
  }

  async read(key: SeriesKey, options: ReadOptions): Promise<Page> {
    this.#assertOpen();
    const series = this.#series.find(key);
    if (series === null) return { columns: EMPTY, truncated: false, nextCursor: null };
    return readPage(this.#blocks, series, options);
  }

  async aggregate(key: SeriesKey, options: AggregateOptions): Promise<Buckets> {
    this.#assertOpen();
    const nothing = newSeries(0, key.venue, key.storeKey, '');
    return aggregateWindow(this.#blocks, this.#series.find(key) ?? nothing, options);
  }

  async last(key: SeriesKey, atOrBefore?: EpochMs): Promise<Observation | null> {
    this.#assertOpen();
    const series = this.#series.find(key);
    if (series === null) return null;
    return lastRecord(this.#blocks, series, atOrBefore);
  }

  async find(key: SeriesKey): Promise<SeriesEntry | null> {
    this.#assertOpen();
    const series = this.#series.find(key);
    return series === null || recordsOf(series) === 0 ? null : entryOf(series);
  }

  async assets(venue?: VenueId): Promise<SeriesEntry[]> {
    this.#assertOpen();
    return this.#series.all
      .filter((series) => (venue === undefined || series.venue === venue) && recordsOf(series) > 0)
      .sort((a, b) => compareText(a.venue, b.venue) || compareText(a.storeKey, b.storeKey))
      .map(entryOf);
  }

  async gaps(venue: VenueId, window: Window, storeKey?: string): Promise<Gap[]> {
    this.#assertOpen();
    return this.#gaps.overlapping(venue, window, storeKey);
  }

  async openGaps(venue: VenueId): Promise<Gap[]> {
    this.#assertOpen();
    return this.#gaps.open(venue);
  }

  async putGap(gap: Gap): Promise<void> {
    this.#assertOpen();
    this.#gaps.put(gap);
    this.#commits++;
  }

  async putResolution(resolution: StoredResolution): Promise<void> {
    this.#assertOpen();
    this.#resolutions.put(resolution);
    this.#commits++;
  }

  async resolution(key: SeriesKey): Promise<StoredResolution | null> {
    this.#assertOpen();
    return this.#resolutions.find(key);
  }

  async resolutions(query: ResolutionQuery): Promise<ResolutionPage> {
    this.#assertOpen();
    return this.#resolutions.page(query);
  }

  async stats(): Promise<StoreStats> {
    this.#assertOpen();
    const stored = this.#series.all.filter((series) => recordsOf(series) > 0);
    return {
      series: stored.length,
      observations: stored.reduce((sum, series) => sum + recordsOf(series), 0),
      totalBytes: sizeOf(this.#file) + sizeOf(`${this.#file}-wal`),
      commits: this.#commits,
      corruptBlocks: this.#blocks.corrupt,
    };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#db.close();
    this.#lock.release();
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('the history store is closed');
  }

  /** Such a tail is sealed first: the batch's records would be earlier than the block that it becomes. */
  #reachesBehindFullTail(batch: readonly SeriesObservation[]): boolean {
    if (this.#full.size === 0) return false;
    return batch.some((observation) => {
      const series = this.#series.find(observation);
      if (series === null || series.tail.length === 0) return false;
      return observation.t < series.tail.t[series.tail.length - 1]! && this.#full.has(series);
    });
  }

  /**
   * One transaction: the journal row, and what `write` adds to it. Changes of blocks are taken over when it is
   * committed, and forgotten when it fails.
   */
  #commit(journal: JournalBatch, write: (changes: BlockChange[]) => void): void {
    const changes: BlockChange[] = [];
    let oldestKept = 0;
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      write(changes);
      if (journal.length > 0) this.#journal.write(this.#nextRow, journal);
      oldestKept = this.#deleteSealedRows(changes);
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      for (const series of this.#series.all) this.#blocks.forget(series);
      throw error;
    }
    this.#commits++;
    this.#journal.noteDeletedBefore(oldestKept);
    for (const change of changes) this.#take(change);
    if (journal.length > 0) this.#journal.noteWritten(this.#nextRow++, journal.length);
  }

  #take(change: BlockChange): void {
    this.#blocks.apply(change);
    if (!change.holdsTail) return;
    const { series } = change;
    this.#tailRecords -= series.tail.length;
    series.tail.clear();
    series.oldestRow = Number.POSITIVE_INFINITY;
    this.#full.delete(series);
  }

  /** Seals full tails, and those that keep the oldest journal row alive when the journal has grown too long. */
  #sealFull(changes: BlockChange[], unordered: ReadonlySet<Series>): void {
    const chosen = [...this.#full].slice(0, MAX_SEALS);
    if (this.#journal.records > 3 * this.#tailRecords + JOURNAL_SLACK) {
      const oldest = this.#journal.oldestRow;
      const holders = this.#series.all.filter(
        (series) => series.oldestRow === oldest && !this.#full.has(series),
      );
      chosen.push(...holders.slice(0, MAX_SEALS));
    }
    for (const series of chosen) {
      // The batch has records that are earlier than the tail's end: the tail waits for the next one.
      if (!unordered.has(series)) changes.push(this.#blocks.seal(series, series.tail, this.#nextRow - 1));
    }
  }

  /** @returns The oldest row that still holds a record that is not sealed. */
  #deleteSealedRows(changes: readonly BlockChange[]): number {
    if (!changes.some((change) => change.holdsTail)) return 0;
    const sealed = new Set(changes.filter((change) => change.holdsTail).map((change) => change.series));
    let oldest = this.#nextRow;
    for (const series of this.#series.all) {
      if (series.oldestRow < oldest && !sealed.has(series)) oldest = series.oldestRow;
    }
    if (oldest > this.#journal.oldestRow) this.#journal.deleteBefore(oldest);
    return oldest;
  }

  /** Adds records to the tails of their series; they stand in the given journal row. */
  #toTails(members: readonly Series[], row: number, { t, p, v, s }: Columns): void {
    for (let i = 0; i < members.length; i++) {
      const series = members[i]!;
      series.tail.pushInOrder(t[i]!, p[i]!, v[i]!, s[i]!);
      if (row < series.oldestRow) series.oldestRow = row;
      if (series.tail.length >= series.fullAt) this.#full.add(series);
    }
    this.#tailRecords += members.length;
  }

  #load(): void {
    this.#series.load();
    // A number is never given twice, also when the journal is empty: sealed rows are skipped by number.
    for (const { sealed } of this.#series.all) this.#nextRow = Math.max(this.#nextRow, sealed.row + 1);
    for (const [row, batch] of this.#journal.replay()) {
      this.#nextRow = Math.max(this.#nextRow, row + 1);
      const members: Series[] = [];
      const unsealed = new ColumnBuilder(batch.length);
      for (let i = 0; i < batch.length; i++) {
        const series = this.#series.byId(batch.series[i]!);
        if (series === null) throw new Error(`journal row ${row} names an unknown series`);
        if (row <= series.sealed.row) continue;
        members.push(series);
        unsealed.push(batch.t[i]!, batch.p[i]!, batch.v[i]!, batch.s[i]!);
      }
      this.#toTails(members, row, unsealed);
    }
    this.#loadDamaged();
  }

  #loadDamaged(): void {
    for (const row of this.#db.prepare('SELECT * FROM damaged').all()) {
      const series = this.#series.byId(Number(row.series));
      if (series === null) continue;
      this.#blocks.noteCorrupt(Number(row.block), {
        venue: series.venue,
        storeKey: series.storeKey,
        fromMs: epochMs(Number(row.from_ms)),
        toMs: epochMs(Number(row.to_ms)),
        records: Number(row.records),
        reason: String(row.reason),
      });
    }
  }
}

export function entryOf(series: Series): SeriesEntry {
  const { venue, storeKey, asset, sealed, tail } = series;
  const firstMs =
    sealed.records > 0 ? Math.min(sealed.firstMs, tail.length > 0 ? tail.t[0]! : Infinity) : tail.t[0]!;
  return {
    venue,
    storeKey,
    asset,
    bytes: sealed.bytes + tail.length * TAIL_RECORD_BYTES,
    firstMs: epochMs(firstMs),
    lastMs: epochMs(tail.length > 0 ? tail.t[tail.length - 1]! : sealed.lastMs),
    count: sealed.records + tail.length,
    countIsEstimate: false,
  };
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
