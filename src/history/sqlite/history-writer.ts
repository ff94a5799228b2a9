import type { DatabaseSync } from 'node:sqlite';
import type { LinkSpan, VenueId } from '../../domain/index.ts';
import {
  ColumnBuilder,
  checkColumns,
  emptyColumns,
  lowerBound,
  mergeColumns,
  sliceColumns,
  sortColumns,
  upperBound,
  viewColumns,
} from '../columns.ts';
import type { Columns, InsertResult, SeriesKey, SeriesObservation } from '../history-store.ts';
import type { Listing, MarketWriter } from '../market-register.ts';
import { VENUES_IN_ORDER } from './catalogue/asset-list.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { ChangedDays } from './catalogue/changed-days.ts';
import { Totals } from './catalogue/totals.ts';
import { UnsealedSeries } from './catalogue/unsealed-series.ts';
import type { Damage } from './damage.ts';
import type { JournalBatch } from './journal/journal.ts';
import { type DamagedRow, JournalTable, lostIn } from './journal/journal-table.ts';
import { stage } from './journal/staging.ts';
import { Tails } from './journal/tails.ts';
import type { PageMover } from './paging/page-mover.ts';
import { findStored, withoutStored } from './pieces/dedup.ts';
import { type Join, type PieceChange, PieceWriter, type SealRequest } from './pieces/piece-writer.ts';
import type { Pieces } from './pieces/pieces.ts';
import { putBack, type RestoredPlace, Surplus } from './pieces/withdrawn-rows.ts';
import { countRecords } from './reading/places.ts';
import type { Register } from './register/register.ts';
import type { LiveSeries } from './series/live-series.ts';
import { BATCHED, INSERTED, NOTHING_SEALED, type Series } from './series/series.ts';
import { copyTails } from './series/tail.ts';

/** An insertion of at least this many records at the end is sealed at once and does not pass the journal. */
const SEAL_INSERTIONS_FROM = 256;

const EMPTY = emptyColumns(0);
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

/** Records of one series on their way in. */
export interface RowsOfSeries {
  readonly key: SeriesKey & { readonly asset: string };
  readonly columns: Columns;
}

/** What an insertion came to, of one series. */
export interface Inserted {
  readonly series: Series;
  readonly isKnown: boolean;
  /** All of them, sorted, with their marks. */
  readonly rows: Columns;
  /** Those that were not stored before. */
  readonly fresh: Columns;
  /** How many records that no batch brought stand at a time already; only times that have one. */
  readonly unbatched: ReadonlyMap<number, number>;
}

/** What one step of an import may touch. */
export interface StepLimits {
  readonly maxRows: number;
  readonly maxPieces: number;
}

/** What the writer shares with those who read. */
export interface HistoryParts {
  readonly db: DatabaseSync;
  readonly damage: Damage;
  readonly pieces: Pieces;
  readonly catalogue: Catalogue;
  readonly live: LiveSeries;
  readonly register: Register;
}

/**
 * Everything that changes the records of a history file.
 *
 * A batch becomes one journal row and one commit. Its records also join the tails in memory; a full tail is
 * sealed into a pack within the commit of a later batch, so that only committed records are ever sealed, and
 * so is the tail of a series that nobody has written to for a while. Memory is changed after the commit
 * alone: a failed one leaves everything as it was.
 */
export class HistoryWriter {
  readonly totals: Totals;
  readonly tails: Tails;
  readonly #db: DatabaseSync;
  readonly #damage: Damage;
  readonly #pieces: Pieces;
  readonly #catalogue: Catalogue;
  readonly #live: LiveSeries;
  readonly #register: Register;
  readonly #pieceWriter: PieceWriter;
  readonly #journal: JournalTable;
  readonly #changedDays: ChangedDays;
  readonly #mover: PageMover;
  #nextRow = 1;
  #commits = 0;

  /** Reads the journal: what is not sealed becomes tails again. */
  constructor({ db, damage, pieces, catalogue, live, register }: HistoryParts) {
    this.#db = db;
    this.#damage = damage;
    this.#pieces = pieces;
    this.#catalogue = catalogue;
    this.#live = live;
    this.#register = register;
    this.totals = new Totals(db, catalogue, damage);
    this.#pieceWriter = new PieceWriter(pieces, damage);
    this.#changedDays = new ChangedDays(db);
    this.#mover = catalogue.createMover(
      () => live.size,
      (id) => live.isLive(id),
    );
    this.#journal = new JournalTable(db);
    this.tails = new Tails(live, this.#journal);
    this.#load();
  }

  get commits(): number {
    return this.#commits;
  }

  append(batch: readonly SeriesObservation[], listing?: Listing): void {
    const [first] = batch;
    if (first === undefined) {
      if (listing !== undefined) this.#commitListing(listing);
      return;
    }
    if (this.tails.reachesBehindFull(batch)) {
      this.#commit(first.venue, (work) => {
        this.#sealNext(work, new Set(), batch.length);
        return NO_ROW;
      });
    }
    let members: readonly Series[] = [];
    let journal = NO_ROW;
    this.#commit(first.venue, (work) => {
      const staged = stage(batch, this.#live);
      ({ members, journal } = staged);
      work.created.push(...staged.created);
      if (listing !== undefined) this.#register.note(listing);
      for (const [series, columns] of staged.late) this.#merge(work, series, sortColumns(columns));
      this.#sealNext(work, staged.unordered, batch.length);
      this.#wake(work, staged.woken);
      if (this.#mover.step()) this.#live.forgetRecent();
      return journal;
    });
    this.tails.add(members, this.#nextRow - 1, journal);
  }

  insert(key: SeriesKey & { readonly asset: string }, columns: Columns): InsertResult {
    return this.insertMany([{ key, columns }]);
  }

  /**
   * Inserts records of several series in one commit.
   *
   * @param batch Receives what is inserted, within the commit: the records are held by an import batch.
   */
  insertMany(
    rows: readonly RowsOfSeries[],
    batch: ((inserted: readonly Inserted[], result: InsertResult) => void) | null = null,
  ): InsertResult {
    const marks = batch === null ? INSERTED : INSERTED | BATCHED;
    const inserted = this.#compare(rows, marks);
    const all = inserted.reduce((sum, { rows: { length } }) => sum + length, 0);
    const stored = inserted.reduce((sum, { fresh }) => sum + fresh.length, 0);
    const result = { stored, skipped: all - stored };
    const [first] = inserted;
    if (first === undefined || (stored === 0 && batch === null)) return result;

    const parts = inserted.map(({ series, fresh }) => {
      const lateCount = lowerBound(fresh.t, fresh.length, series.sealed.lastMs);
      return {
        series,
        late: sliceColumns(fresh, 0, lateCount),
        rest: sliceColumns(fresh, lateCount, fresh.length),
      };
    });
    const restCount = parts.reduce((sum, { rest }) => sum + rest.length, 0);
    const isSealedNow = restCount >= SEAL_INSERTIONS_FROM;
    const journal = isSealedNow ? NO_ROW : joined(parts);
    this.#commit(first.series.venue, (work) => {
      const requests: SealRequest[] = [];
      for (const { series, fresh, isKnown } of inserted) {
        if (fresh.length === 0) continue;
        if (!isKnown) work.created.push(series);
        else if (countRecords(series) === 0) this.totals.add(series.venue, 1, 0);
        this.#changedDays.raise(series.venue, fresh.t, fresh.length);
      }
      for (const { series, late, rest } of parts) {
        const before = late.length > 0 ? this.#merge(work, series, late) : undefined;
        if (rest.length === 0) continue;
        if (isSealedNow) {
          const columns = mergeColumns(series.tail.columns(), rest);
          requests.push({
            series,
            columns,
            row: this.#nextRow - 1,
            ...(before === undefined ? {} : { before }),
          });
        } else if (series.tail.length === 0) {
          work.rows.set(series, { ...series.sealed, row: this.#nextRow - 1 });
        }
      }
      if (requests.length > 0) this.#seal(work, requests);
      batch?.(inserted, result);
      return journal;
    });
    const members = isSealedNow
      ? []
      : parts.flatMap(({ series, rest }) => new Array<Series>(rest.length).fill(series));
    this.tails.add(members, this.#nextRow - 1, journal);
    return result;
  }

  /**
   * Takes records out that import batches alone hold.
   *
   * @param rows Sorted.
   * @param countHeld How many records equal to one of the rows stay, by `toKey`, because other batches hold them.
   * @param beside What else the commit writes, given how many were taken out.
   */
  withdraw(
    key: SeriesKey,
    rows: Columns,
    countHeld: (key: string) => number,
    beside: (withdrawn: number) => void,
  ): void {
    const series = this.#live.find(key);
    if (series !== null) this.#sealTail(series, rows);
    this.#commit(key.venue, (work) => {
      const withdrawn = series === null ? 0 : this.#takeOut(work, series, rows, countHeld);
      beside(withdrawn);
      return NO_ROW;
    });
  }

  /**
   * Puts records back that were withdrawn, each where it stood among others of its time.
   *
   * @param rows Sorted, equal times as they came.
   * @param place What was known of the time of a row when it was stored first.
   * @param beside What else the commit writes, given how many were put back.
   */
  restore(
    key: SeriesKey & { readonly asset: string },
    rows: Columns,
    place: RestoredPlace,
    beside: (restored: number) => void,
  ): void {
    const known = this.#live.find(key);
    if (known !== null) this.#sealTail(known, rows);
    const series = known ?? this.#live.propose(key);
    this.#commit(key.venue, (work) => {
      const stored = findStored(this.#pieces, series, rows);
      const marked = { ...rows, s: withMarks(rows, INSERTED | BATCHED) };
      const fresh = withoutStored(marked, stored);
      if (fresh.length > 0) {
        if (known === null) work.created.push(series);
        else if (countRecords(series) === 0) this.totals.add(series.venue, 1, 0);
        this.#merge(work, series, fresh, (some, added) => putBack(some, added, marked, place));
      }
      beside(fresh.length);
      return NO_ROW;
    });
  }

  /**
   * How many of sorted rows one step may take: up to a number of rows and of pieces that they fall into, those of one time
   * together.
   */
  planStep(key: SeriesKey, rows: Columns, from: number, { maxRows, maxPieces }: StepLimits): number {
    const { t, length } = rows;
    let to = Math.min(length, from + maxRows);
    const series = this.#live.find(key);
    if (series !== null && series.sealed.records > 0) {
      const window = viewColumns(rows, from, to);
      let pieces = 0;
      for (const { fromMs } of this.#pieces.entriesAt(series, window)) {
        if (++pieces <= maxPieces) continue;
        to = from + lowerBound(window.t, window.length, fromMs);
        break;
      }
    }
    if (to === length) return to;
    const whole = lowerBound(t, length, t[to]!);
    return whole > from ? whole : upperBound(t, length, t[from]!);
  }

  /** Whether records of a series may fall into pieces that are written already. */
  touchesPieces(key: SeriesKey): boolean {
    return (this.#live.find(key)?.sealed.records ?? 0) > 0;
  }

  /**
   * Commits without waiting for the disk: the next commit of anything else brings them there. Until then a machine that
   * loses its power may lose the last of them, each as a whole; a process that is killed loses none. The log is written
   * back to the file in smaller portions, since nothing else has a turn meanwhile.
   */
  unhurried<T>(work: () => T): T {
    this.#db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 1000');
    try {
      return work();
    } finally {
      this.#db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000');
    }
  }

  /** A commit that changes no records. */
  write(venue: VenueId, change: () => void): void {
    this.#commit(venue, () => {
      change();
      return NO_ROW;
    });
  }

  #takeOut(work: Work, series: Series, rows: Columns, countHeld: (key: string) => number): number {
    const surplus = new Surplus(findStored(this.#pieces, series, rows), countHeld);
    if (surplus.count === 0) return 0;
    const row = series.tail.length === 0 ? this.#nextRow - 1 : series.sealed.row;
    const change = this.#pieceWriter.take(series, rows, row, (columns) => surplus.without(columns));
    work.changes.push(change);
    this.#changedDays.raise(series.venue, rows.t, rows.length);
    if (change.sealed.records + series.tail.length === 0) this.totals.add(series.venue, -1, 0);
    return surplus.taken;
  }

  /** What is withdrawn and restored stands in pieces: a tail that reaches into the times of the rows is sealed. */
  #sealTail(series: Series, rows: Columns): void {
    if (series.tail.length === 0 || rows.t[rows.length - 1]! < series.tail.firstMs) return;
    this.#commit(series.venue, (work) => {
      this.#seal(work, this.#whole([series]));
      return NO_ROW;
    });
  }

  #compare(rows: readonly RowsOfSeries[], marks: number): Inserted[] {
    let ahead = 0;
    return rows.flatMap(({ key, columns }) => {
      checkColumns(columns);
      if (columns.length === 0) return [];
      const known = this.#live.find(key);
      const series = known ?? this.#live.propose(key, ahead++);
      const sorted = sortColumns({ ...columns, s: withMarks(columns, marks) });
      const stored = findStored(this.#pieces, series, sorted);
      const fresh = withoutStored(sorted, stored);
      return [{ series, isKnown: known !== null, rows: sorted, fresh, unbatched: stored.unbatched }];
    });
  }

  putMarkets(markets: Parameters<MarketWriter['putMarkets']>[0]): void {
    const [first] = markets;
    if (first === undefined) return;
    this.#commit(first.venue, () => {
      for (const market of markets) this.#register.put(market);
      this.#register.moveSome();
      return NO_ROW;
    });
  }

  putLinkSpans(spans: readonly LinkSpan[]): void {
    if (spans.length === 0) return;
    this.#commit(VENUES_IN_ORDER[0]!, () => {
      for (const span of spans) this.#register.putLinkSpan(span);
      return NO_ROW;
    });
  }

  /** Of a poll without a price. */
  #commitListing(listing: Listing): void {
    if (listing.said.length === 0) return;
    this.#commit(listing.venue, () => {
      this.#register.note(listing);
      return NO_ROW;
    });
  }

  /** Seals every tail and moves every series that nobody writes to into the pages of the catalogue. */
  settle(): void {
    for (const some of this.tails.all()) {
      this.#commit(some[0]!.venue, (work) => {
        this.#seal(work, this.#whole(some));
        work.asleep.push(...some);
        return NO_ROW;
      });
    }
    this.#commit(VENUES_IN_ORDER[0]!, () => {
      this.#mover.finish();
      this.#register.settle();
      return NO_ROW;
    });
    this.#live.forgetRecent();
  }

  /**
   * One transaction: what `write` does, and the journal row that it returns. Changes of pieces are taken over when it
   * is committed, and forgotten when it fails. Reading belongs inside of it too: outside, each query would take and
   * let go of the file's locks.
   */
  #commit(venue: VenueId, write: (work: Work) => JournalBatch): void {
    const work: Work = { changes: [], rows: new Map(), created: [], asleep: [] };
    let journal = NO_ROW;
    let oldestKept = 0;
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      journal = write(work);
      this.#writeRows(work);
      if (journal.length > 0) this.#journal.write(this.#nextRow, journal, venue);
      oldestKept = this.#deleteSealedRows(work.changes);
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      throw error;
    }
    this.#commits++;
    this.totals.commit();
    this.#journal.noteDeletedBefore(oldestKept);
    for (const series of work.created) this.#live.remember(series);
    for (const change of work.changes) this.#take(change);
    for (const [series, sealed] of work.rows) series.sealed = sealed;
    for (const series of work.asleep) this.#letGo(series);
    if (journal.length > 0) this.#journal.noteWritten(this.#nextRow++, journal.length);
  }

  #rollBack(): void {
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    this.#pieces.forget();
    this.#catalogue.forget();
    this.#register.forget();
    this.totals.rollback();
    this.tails.startOver();
  }

  #writeRows({ created, rows, changes }: Work): void {
    for (const { venue } of created) this.totals.add(venue, 1, 0);
    const records = new Map<Series, number>();
    for (const { series, sealed } of changes) {
      const before = records.get(series) ?? series.sealed.records;
      this.totals.add(series.venue, 0, sealed.records - before, sealed.lastMs);
      records.set(series, sealed.records);
      rows.set(series, { ...sealed, row: Math.max(sealed.row, rows.get(series)?.row ?? 0) });
    }
    for (const series of created) if (!rows.has(series)) rows.set(series, NOTHING_SEALED);
    for (const [series, sealed] of rows) this.#catalogue.write(series, sealed);
    this.totals.write();
  }

  #take(change: PieceChange): void {
    this.#pieceWriter.apply(change);
    if (change.holdsTail) this.tails.release(change.series);
    this.#live.remember(change.series);
  }

  #merge(work: Work, series: Series, columns: Columns, join?: Join): PieceChange {
    // Without a tail, nothing of the series is in the journal only.
    const row = series.tail.length === 0 ? this.#nextRow - 1 : series.sealed.row;
    const change = this.#pieceWriter.merge(series, columns, row, join);
    work.changes.push(change);
    this.#changedDays.raise(series.venue, columns.t, columns.length);
    return change;
  }

  #seal(work: Work, requests: readonly SealRequest[]): void {
    work.changes.push(...this.#pieceWriter.seal(requests));
  }

  /** A series needs its row again: the journal names it by number, and older journal rows hold nothing of it. */
  #wake({ rows, created }: Work, woken: Iterable<Series>): void {
    let isNew: Set<Series> | null = null;
    for (const series of woken) {
      rows.set(series, { ...series.sealed, row: this.#nextRow - 1 });
      if (series.sealed.records > 0) continue;
      isNew ??= new Set(created);
      // All that it had was withdrawn.
      if (!isNew.has(series)) this.totals.add(series.venue, 1, 0);
    }
  }

  #whole(some: readonly Series[]): SealRequest[] {
    const columns = copyTails(some.map(({ tail }) => tail));
    return some.map((series, i) => ({ series, columns: columns[i]!, row: this.#nextRow - 1 }));
  }

  /** @param unordered Series whose tail waits for the next batch: this one has records earlier than its end. */
  #sealNext(work: Work, unordered: ReadonlySet<Series>, records: number): void {
    const { chosen, asleep } = this.tails.nextToSeal(records);
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
    const sealed = new Set(changes.filter((change) => change.holdsTail).map((change) => change.series));
    if (sealed.size === 0) return 0;
    const oldest = this.#journal.oldestNeededWithout(sealed) ?? this.#nextRow;
    if (oldest > this.#journal.oldestRow) this.#journal.deleteBefore(oldest);
    return oldest;
  }

  #load(): void {
    this.#nextRow = this.#journal.lastRow() + 1;
    const unsealed = new UnsealedSeries(this.#db, this.#catalogue);
    const damaged: DamagedRow[] = [];
    for (const replayed of this.#journal.replay()) {
      if ('damaged' in replayed) damaged.push(replayed.damaged);
      else {
        const { row, batch, toMs } = replayed;
        this.tails.replay((i) => unsealed.find(batch.series[i]!, row), row, batch, toMs);
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

/** The records of several series as one journal row. */
function joined(parts: readonly { readonly series: Series; readonly rest: Columns }[]): JournalBatch {
  const records = new ColumnBuilder(parts.reduce((sum, { rest }) => sum + rest.length, 0));
  const series = new Uint32Array(records.t.length);
  for (const { series: one, rest } of parts) {
    series.fill(one.id, records.length, records.length + rest.length);
    records.pushAll(rest);
  }
  const { length, t, p, v, s } = records;
  return { length, t, p, v, s, series };
}

function withMarks({ s, length }: Columns, marks: number): Uint8Array {
  return s.slice(0, length).map((code) => code | marks);
}
