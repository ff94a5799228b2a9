import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type EpochMs, epochMs, type Gap, type Observation, type VenueId } from '../../domain/index.ts';
import { checkColumns, lowerBound, mergeColumns, sliceColumns, sortColumns } from '../columns.ts';
import type {
  AggregateOptions,
  AssetPage,
  AssetQuery,
  Buckets,
  Columns,
  GapPage,
  GapQuery,
  HistoryStore,
  InsertResult,
  Page,
  ReadOptions,
  ResolutionPage,
  ResolutionQuery,
  SeriesEntry,
  SeriesFilter,
  SeriesKey,
  SeriesObservation,
  StoredResolution,
  StoreStats,
  Window,
} from '../history-store.ts';
import { aggregateWindow } from './aggregate.ts';
import { aggregateCost } from './aggregate-cost.ts';
import { listAssets, VENUES_IN_ORDER } from './asset-list.ts';
import { Catalogue } from './catalogue.ts';
import { ChangedDays } from './changed-days.ts';
import { Damage } from './damage.ts';
import { HISTORY_FILE, openDatabase } from './database.ts';
import { withoutStored } from './dedup.ts';
import { entryOf } from './entries.ts';
import { GapTable, ResolutionTable } from './events.ts';
import type { JournalBatch } from './journal.ts';
import { type DamagedRow, JournalTable, lostIn } from './journal-table.ts';
import { LiveSeries } from './live-series.ts';
import { readEach } from './many.ts';
import { PageMover } from './page-mover.ts';
import { pagesOfAssets } from './pages-of-assets.ts';
import { type PieceChange, PieceWriter, type SealRequest } from './piece-writer.ts';
import { Pieces } from './pieces.ts';
import { lastRecord, readPage, recordsOf } from './reads.ts';
import { INSERTED, NOTHING_SEALED, newSeries, type Series } from './series.ts';
import { Sleepers } from './sleepers.ts';
import { stage } from './staging.ts';
import { columnsOfTails } from './tail.ts';
import { Totals } from './totals.ts';
import type { WriterLock } from './writer-lock.ts';

/** An insertion of at least so many records at the end is sealed at once and does not pass the journal. */
const SEAL_INSERTIONS_FROM = 256;

/**
 * Records of tails that one append seals at most, or this many times those that it brings: no poll waits for long, and
 * tails are sealed faster than they fill up.
 */
const MAX_SEALED_RECORDS = 4_096;
const SEALED_PER_RECORD = 2;

/** The journal may hold this many records more than three times those that are in tails. */
const JOURNAL_SLACK = 262_144;

const EMPTY: Columns = {
  length: 0,
  t: new Float64Array(0),
  p: new Float64Array(0),
  v: new Float64Array(0),
  s: new Uint8Array(0),
};

const NO_ROW: JournalBatch = { ...EMPTY, series: new Uint32Array(0) };

/** What one transaction writes, and what memory takes over when it is committed. */
interface Work {
  readonly changes: PieceChange[];
  /** Series that get a row, with what is sealed of them. */
  readonly rows: Map<Series, Series['sealed']>;
  /** Series that the store has not seen before. */
  readonly created: Series[];
  /** Series that leave memory: nobody writes to them. */
  readonly asleep: Series[];
}

/**
 * The embedded engine: one SQLite file, one writer.
 *
 * A batch becomes one journal row and one commit. Its records also join the tails in memory; a full tail is
 * sealed into a pack within the commit of a later batch, so that only committed records are ever sealed, and
 * so is the tail of a series that nobody has written to for a while. Memory is changed after the commit
 * alone: a failed one leaves everything as it was.
 */
export class SqliteHistory implements HistoryStore {
  readonly #lock: WriterLock;
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #damage: Damage;
  readonly #pieces: Pieces;
  readonly #writer: PieceWriter;
  readonly #journal: JournalTable;
  readonly #gaps: GapTable;
  readonly #resolutions: ResolutionTable;
  readonly #catalogue: Catalogue;
  readonly #totals: Totals;
  readonly #changedDays: ChangedDays;
  readonly #live: LiveSeries;
  readonly #sleepers: Sleepers;
  readonly #mover: PageMover;
  /** Series whose tail is long enough to be sealed. */
  readonly #full = new Set<Series>();
  #tailRecords = 0;
  #nextRow = 1;
  /** The time of the newest batch, epoch ms. */
  #pollTime = Number.NEGATIVE_INFINITY;
  #commits = 0;
  #closed = false;

  /**
   * @param lock The writer's lock of the data directory; released when the store is closed.
   * @throws {HistoryFormatError}
   */
  constructor(dataDir: string, lock: WriterLock) {
    this.#file = join(dataDir, HISTORY_FILE);
    this.#lock = lock;
    let db: DatabaseSync | null = null;
    try {
      db = openDatabase(dataDir);
      this.#db = db;
      this.#damage = new Damage(db);
      this.#pieces = new Pieces(db, this.#damage);
      this.#writer = new PieceWriter(this.#pieces, this.#damage);
      this.#gaps = new GapTable(db, this.#damage);
      this.#resolutions = new ResolutionTable(db, this.#damage);
      this.#catalogue = new Catalogue(db, this.#damage);
      this.#totals = new Totals(db, this.#catalogue, this.#damage);
      this.#changedDays = new ChangedDays(db);
      this.#live = new LiveSeries(this.#catalogue);
      this.#sleepers = new Sleepers(this.#live);
      this.#mover = new PageMover(this.#catalogue, (id) => this.#live.isLive(id));
      this.#journal = new JournalTable(db);
      this.#load();
    } catch (error) {
      db?.close();
      throw error;
    }
  }

  async append(batch: readonly SeriesObservation[]): Promise<void> {
    this.#assertOpen();
    const [first] = batch;
    if (first === undefined) return;
    if (this.#reachesBehindFullTail(batch)) {
      this.#commit(NO_ROW, first.venue, (work) => this.#sealFull(work, new Set(), batch.length));
    }
    const { created, members, journal, late, unordered, woken } = stage(batch, this.#live);
    this.#commit(journal, first.venue, (work) => {
      work.created.push(...created);
      for (const [series, columns] of late) this.#merge(work, series, sortColumns(columns));
      this.#sealFull(work, unordered, batch.length);
      this.#wake(work, woken);
      if (this.#mover.step(this.#live.size)) this.#live.forgetRecent();
    });
    this.#toTails(members, this.#nextRow - 1, journal);
  }

  async insert(key: SeriesKey & { readonly asset: string }, columns: Columns): Promise<InsertResult> {
    this.#assertOpen();
    checkColumns(columns);
    if (columns.length === 0) return { stored: 0, skipped: 0 };
    const known = this.#live.find(key);
    const series = known ?? this.#live.propose(key);
    const s = columns.s.slice(0, columns.length).map((code) => code | INSERTED);
    const fresh = withoutStored(this.#pieces, series, sortColumns({ ...columns, s }));
    const skipped = columns.length - fresh.length;
    if (fresh.length === 0) return { stored: 0, skipped };

    const lateCount = lowerBound(fresh.t, fresh.length, series.sealed.lastMs);
    const late = sliceColumns(fresh, 0, lateCount);
    const rest = sliceColumns(fresh, lateCount, fresh.length);
    const isSealedNow = rest.length >= SEAL_INSERTIONS_FROM;
    const journal = { ...(isSealedNow ? EMPTY : rest), series: new Uint32Array(rest.length).fill(series.id) };
    this.#commit(journal, key.venue, (work) => {
      if (known === null) work.created.push(series);
      const merged = late.length > 0 ? this.#merge(work, series, late) : undefined;
      if (isSealedNow) {
        const all = mergeColumns(series.tail.columns(), rest);
        const list = merged === undefined || merged.pieces === null ? {} : { list: merged.pieces };
        this.#seal(work, [{ series, columns: all, row: this.#nextRow - 1, ...list }]);
      } else if (rest.length > 0 && series.tail.length === 0) this.#wake(work, [series]);
      this.#changedDays.raise(key.venue, fresh.t, fresh.length);
    });
    this.#toTails(new Array<Series>(journal.length).fill(series), this.#nextRow - 1, journal);
    return { stored: fresh.length, skipped };
  }

  async read(key: SeriesKey, options: ReadOptions): Promise<Page> {
    return this.#read(key, options);
  }

  async readMany(keys: readonly SeriesKey[], options: ReadOptions): Promise<Page[]> {
    return readEach(
      keys,
      (key) => this.#packOf(key),
      (key) => this.#read(key, options),
    );
  }

  async aggregate(key: SeriesKey, options: AggregateOptions): Promise<Buckets> {
    return this.#aggregate(key, options);
  }

  async aggregateMany(keys: readonly SeriesKey[], options: AggregateOptions): Promise<Buckets[]> {
    return readEach(
      keys,
      (key) => this.#packOf(key),
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
      (key) => this.#packOf(key),
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
    let latest = this.#totals.lastMs(venue);
    for (const { tail } of this.#live.ofVenue(venue)?.values() ?? []) {
      latest = Math.max(latest, tail.lastMs);
    }
    return Number.isFinite(latest) ? epochMs(latest) : null;
  }

  async gaps(venue: VenueId, window: Window, storeKey?: string): Promise<Gap[]> {
    this.#assertOpen();
    return this.#gaps.overlapping(venue, window, storeKey);
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
    return {
      series: this.#totals.series,
      observations: this.#totals.records + this.#tailRecords,
      totalBytes: sizeOf(this.#file) + sizeOf(`${this.#file}-wal`),
      commits: this.#commits,
      corruptBlocks: this.#damage.all,
    };
  }

  /**
   * Seals every tail and moves every series that nobody writes to into the pages of the catalogue, as time
   * alone would do. For a store that is not written to any more, and for measurements of a file.
   */
  async settle(): Promise<void> {
    this.#assertOpen();
    const tails = this.#sleepers.all().filter(({ tail }) => tail.length > 0);
    for (let from = 0; from < tails.length; from += SETTLED_AT_ONCE) {
      const some = tails.slice(from, from + SETTLED_AT_ONCE);
      this.#commit(NO_ROW, some[0]!.venue, (work) => {
        this.#seal(work, this.#whole(some));
        work.asleep.push(...some);
      });
    }
    this.#commit(NO_ROW, VENUES_IN_ORDER[0]!, () => this.#mover.finish());
    this.#live.forgetRecent();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
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
    return series === null || recordsOf(series) === 0 ? null : entryOf(series);
  }

  #packOf(key: SeriesKey): number {
    return this.#live.find(key)?.sealed.pack ?? 0;
  }

  /** The catalogue knows a series as its row says; what is written to has a tail besides. */
  #current(listed: Series): Series {
    return this.#live.isLive(listed.id) ? (this.#live.find(listed) ?? listed) : listed;
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('the history store is closed');
  }

  /** Such a tail is sealed first: the batch's records would be earlier than the piece that it becomes. */
  #reachesBehindFullTail(batch: readonly SeriesObservation[]): boolean {
    if (this.#full.size === 0) return false;
    return batch.some((observation) => {
      const series = this.#live.ofVenue(observation.venue)?.get(observation.storeKey);
      if (series === undefined || series.tail.length === 0) return false;
      return observation.t < series.tail.lastMs && this.#full.has(series);
    });
  }

  /**
   * One transaction: the journal row, and what `write` adds to it. Changes of pieces are taken over when it is
   * committed, and forgotten when it fails.
   */
  #commit(journal: JournalBatch, venue: VenueId, write: (work: Work) => void): void {
    const work: Work = { changes: [], rows: new Map(), created: [], asleep: [] };
    let oldestKept = 0;
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      write(work);
      this.#writeRows(work);
      if (journal.length > 0) this.#journal.write(this.#nextRow, journal, venue);
      oldestKept = this.#deleteSealedRows(work.changes);
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      this.#pieces.forget();
      this.#catalogue.forget();
      this.#totals.rollback();
      this.#sleepers.startOver();
      throw error;
    }
    this.#commits++;
    this.#totals.commit();
    this.#journal.noteDeletedBefore(oldestKept);
    for (const series of work.created) this.#live.remember(series);
    for (const change of work.changes) this.#take(change);
    for (const [series, sealed] of work.rows) series.sealed = sealed;
    for (const series of work.asleep) this.#letGo(series);
    if (journal.length > 0) this.#journal.noteWritten(this.#nextRow++, journal.length);
  }

  #writeRows({ created, rows, changes }: Work): void {
    for (const { venue } of created) this.#totals.add(venue, 1, 0);
    const records = new Map<Series, number>();
    for (const { series, sealed } of changes) {
      const before = records.get(series) ?? series.sealed.records;
      this.#totals.add(series.venue, 0, sealed.records - before, sealed.lastMs);
      records.set(series, sealed.records);
      rows.set(series, { ...sealed, row: Math.max(sealed.row, rows.get(series)?.row ?? 0) });
    }
    for (const series of created) this.#catalogue.write(series, rows.get(series) ?? NOTHING_SEALED);
    for (const [series, sealed] of rows) this.#catalogue.write(series, sealed);
    this.#totals.write();
  }

  #take(change: PieceChange): void {
    this.#writer.apply(change);
    const { series } = change;
    if (change.holdsTail) {
      this.#tailRecords -= series.tail.length;
      series.tail.release();
      this.#journal.letGo(series.oldestRow);
      series.oldestRow = Number.POSITIVE_INFINITY;
      this.#full.delete(series);
    }
    this.#live.remember(series);
  }

  #merge(work: Work, series: Series, columns: Columns): PieceChange {
    // Without a tail, nothing of the series is in the journal only.
    const row = series.tail.length === 0 ? this.#nextRow - 1 : series.sealed.row;
    const change = this.#writer.merge(series, columns, row);
    work.changes.push(change);
    this.#changedDays.raise(series.venue, columns.t, columns.length);
    return change;
  }

  #seal(work: Work, requests: readonly SealRequest[]): void {
    work.changes.push(...this.#writer.seal(requests));
  }

  /** A series needs its row again: the journal names it by number, and older journal rows hold nothing of it. */
  #wake({ rows }: Work, woken: Iterable<Series>): void {
    for (const series of woken) rows.set(series, { ...series.sealed, row: this.#nextRow - 1 });
  }

  #whole(some: readonly Series[]): SealRequest[] {
    const columns = columnsOfTails(some.map(({ tail }) => tail));
    return some.map((series, i) => ({ series, columns: columns[i]!, row: this.#nextRow - 1 }));
  }

  /**
   * Seals full tails, those of series that fell asleep, and those that keep the oldest journal row alive when
   * the journal has grown too long.
   */
  #sealFull(work: Work, unordered: ReadonlySet<Series>, records: number): void {
    const chosen = new Set<Series>();
    let room = Math.max(MAX_SEALED_RECORDS, SEALED_PER_RECORD * records);
    const choose = (series: Series): boolean => {
      chosen.add(series);
      room -= series.tail.length;
      return room > 0;
    };
    for (const series of this.#full) if (!choose(series)) break;
    if (room > 0 && this.#journal.records > 3 * this.#tailRecords + JOURNAL_SLACK) {
      const oldest = this.#journal.oldestRow;
      for (const series of this.#live.all()) if (series.oldestRow === oldest && !choose(series)) break;
    }
    const asleep = this.#sleepers.next(this.#pollTime, room);
    for (const series of asleep) chosen.add(series);
    // The batch has records that are earlier than the tail's end: the tail waits for the next one.
    const sealed = [...chosen].filter((series) => series.tail.length > 0 && !unordered.has(series));
    if (sealed.length > 0) this.#seal(work, this.#whole(sealed));
    work.asleep.push(...asleep);
  }

  /** Memory forgets a series that nobody writes to; the file knows it. */
  #letGo(series: Series): void {
    if (series.tail.length > 0) return;
    this.#pieces.drop(series);
    this.#live.settle(series);
  }

  /** @returns The oldest row that still holds a record that is not sealed. */
  #deleteSealedRows(changes: readonly PieceChange[]): number {
    if (!changes.some((change) => change.holdsTail)) return 0;
    const sealed = new Set(changes.filter((change) => change.holdsTail).map((change) => change.series));
    const oldest = this.#journal.oldestNeededWithout(sealed) ?? this.#nextRow;
    if (oldest > this.#journal.oldestRow) this.#journal.deleteBefore(oldest);
    return oldest;
  }

  /** Adds records to the tails of their series; they stand in the given journal row. */
  #toTails(members: readonly Series[], row: number, { t, p, v, s }: Columns): void {
    if (members.length === 0) return;
    this.#pollTime = latestOf(t, members.length);
    for (let i = 0; i < members.length; i++) this.#toTail(members[i]!, row, t[i]!, p[i]!, v[i]!, s[i]!);
  }

  #toTail(series: Series, row: number, t: number, p: number, v: number, s: number): void {
    if (series.tail.length === 0) this.#live.enliven(series);
    series.tail.push(t, p, v, s);
    series.touchedAt = this.#pollTime;
    if (row < series.oldestRow) {
      series.oldestRow = row;
      this.#journal.hold(row);
    }
    if (series.tail.length >= series.fullAt) this.#full.add(series);
    this.#tailRecords++;
  }

  #load(): void {
    this.#nextRow = this.#journal.lastRow() + 1;
    const unsealed = new UnsealedSeries(this.#db, this.#catalogue);
    const damaged: DamagedRow[] = [];
    for (const replayed of this.#journal.replay()) {
      if ('damaged' in replayed) {
        damaged.push(replayed.damaged);
        continue;
      }
      const { row, batch, toMs } = replayed;
      const { series: ids, t, p, v, s } = batch;
      this.#pollTime = toMs;
      for (let i = 0; i < batch.length; i++) {
        const series = unsealed.find(ids[i]!, row);
        if (series !== null) this.#toTail(series, row, t[i]!, p[i]!, v[i]!, s[i]!);
      }
    }
    if (damaged.length > 0) this.#putAside(damaged);
  }

  /** Rows that cannot be read leave the journal; what they held is reported, and their bytes are kept. */
  #putAside(damaged: readonly DamagedRow[]): void {
    this.#db.exec('BEGIN IMMEDIATE');
    for (const entry of damaged) {
      for (const lost of lostIn(entry, (id) => this.#catalogue.byId(id))) {
        this.#damage.keep(lost.place, lost, entry.data);
      }
      this.#journal.remove(entry.row);
    }
    this.#db.exec('COMMIT');
  }
}

/** Finds the series of journalled records that are not sealed. Most are asked for again and again. */
class UnsealedSeries {
  readonly #catalogue: Catalogue;
  /** A series, or the journal row up to which one is sealed that was not needed yet. */
  readonly #known = new Map<number, Series | number>();

  constructor(db: DatabaseSync, catalogue: Catalogue) {
    this.#catalogue = catalogue;
    const rows = db.prepare('SELECT id, sealed_row FROM series');
    rows.setReturnArrays(true);
    for (const [id, row] of rows.iterate() as unknown as Iterable<[number, number]>) this.#known.set(id, row);
  }

  /** null: the record is sealed. A series without a row has nothing in the journal that is not. */
  find(id: number, row: number): Series | null {
    const known = this.#known.get(id);
    if (known === undefined) return null;
    if (typeof known !== 'number') return row <= known.sealed.row ? null : known;
    if (row <= known) return null;
    const series = this.#catalogue.byId(id);
    if (series !== null) this.#known.set(id, series);
    return series;
  }
}

/** Series that one commit seals when the store is settled. */
const SETTLED_AT_ONCE = 2_048;

function nothing({ venue, storeKey }: SeriesKey): Series {
  return newSeries(0, venue, storeKey, '');
}

function latestOf(t: Float64Array, length: number): number {
  let latest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i++) if (t[i]! > latest) latest = t[i]!;
  return latest;
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
