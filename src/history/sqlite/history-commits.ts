import type { DatabaseSync } from 'node:sqlite';
import type { Columns } from '../contract/history-store.ts';
import type { BarTable } from './bars/bar-table.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { ChangedDaysTable } from './catalogue/changed-days-table.ts';
import { Totals } from './catalogue/totals.ts';
import { UnsealedSeries } from './catalogue/unsealed-series.ts';
import type { FileDamage } from './damage.ts';
import type { ForecastTable } from './forecasts/forecast-table.ts';
import type { JournalBatch } from './journal/journal.ts';
import { type DamagedRow, JournalTable, listLost } from './journal/journal-table.ts';
import { Tails } from './journal/tails.ts';
import type { PageMover } from './paging/page-mover.ts';
import type { PieceChange } from './pieces/piece-change.ts';
import { PieceWriter, type SealRequest } from './pieces/piece-writer.ts';
import type { Pieces } from './pieces/pieces.ts';
import type { MarkTable } from './references/mark-table.ts';
import type { Register } from './register/register.ts';
import type { LiveSeries } from './series/live-series.ts';
import { NOTHING_SEALED, type SeriesState } from './series/series.ts';
import { copyTails } from './series/tail.ts';
import type { SettledDayTable } from './settled/settled-day-table.ts';
import type { SettledTable } from './settled/settled-table.ts';

/** Changes of one transaction, which are applied to memory after its commit. */
export interface Work {
  readonly changes: PieceChange[];
  /** Series whose rows are written, with their sealed facts. */
  readonly rows: Map<SeriesState, SeriesState['sealed']>;
  /** Series that are not stored yet. */
  readonly created: SeriesState[];
  /** Series without recent records, which are removed from memory. */
  readonly asleep: SeriesState[];
}

/** Tables and caches of a history file. */
export interface HistoryParts {
  readonly db: DatabaseSync;
  readonly damage: FileDamage;
  readonly pieces: Pieces;
  readonly catalogue: Catalogue;
  readonly live: LiveSeries;
  readonly register: Register;
  readonly forecasts: ForecastTable;
  readonly marks: MarkTable;
  readonly settledDays: SettledDayTable;
  readonly settled: SettledTable;
  readonly bars: BarTable;
}

/**
 * Runs the transactions of a history file, and updates memory after each commit: tails, totals, pieces and live series.
 * A failed transaction leaves memory unchanged.
 */
export class HistoryCommits {
  readonly totals: Totals;
  readonly tails: Tails;
  readonly mover: PageMover;
  readonly changedDays: ChangedDaysTable;
  readonly pieceWriter: PieceWriter;
  readonly #db: DatabaseSync;
  readonly #damage: FileDamage;
  readonly #pieces: Pieces;
  readonly #catalogue: Catalogue;
  readonly #live: LiveSeries;
  readonly #register: Register;
  readonly #journal: JournalTable;
  #nextRow = 1;
  #count = 0;

  /** Reads the journal, whose unsealed records become tails. */
  constructor({ db, damage, pieces, catalogue, live, register }: HistoryParts) {
    this.#db = db;
    this.#damage = damage;
    this.#pieces = pieces;
    this.#catalogue = catalogue;
    this.#live = live;
    this.#register = register;
    this.totals = new Totals(db, catalogue, damage);
    this.pieceWriter = new PieceWriter(pieces, damage);
    this.changedDays = new ChangedDaysTable(db);
    this.mover = catalogue.createMover(
      () => live.size,
      (id) => live.isLive(id),
    );
    this.#journal = new JournalTable(db);
    this.tails = new Tails(live, this.#journal);
    this.#load();
  }

  /** Number of commits since the start. */
  get count(): number {
    return this.#count;
  }

  /** Number of the newest committed journal row. */
  get lastRow(): number {
    return this.#nextRow - 1;
  }

  /**
   * Runs one transaction: the changes of `write`, and the journal row that it returns, if any. Changes of pieces are
   * applied to memory after the commit, and dropped when it fails. Reads that belong to the change should happen inside
   * `write` too: outside, each query would acquire and release the locks of the file.
   */
  commit(write: (work: Work) => JournalBatch | null): void {
    const work: Work = { changes: [], rows: new Map(), created: [], asleep: [] };
    let journal: JournalBatch | null = null;
    let oldestKept = 0;
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      journal = write(work);
      this.#writeRows(work);
      if (journal?.length === 0) journal = null;
      if (journal !== null) this.#journal.write(this.#nextRow, journal);
      oldestKept = this.#deleteSealedRows(work.changes);
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      throw error;
    }
    this.#count++;
    this.totals.commit();
    this.#journal.noteDeletedBefore(oldestKept);
    for (const change of work.changes) this.#apply(change);
    for (const [series, sealed] of work.rows) series.sealed = sealed;
    for (const series of work.asleep) this.#letGo(series);
    if (journal !== null) this.#journal.noteWritten(this.#nextRow++, journal.length);
  }

  /**
   * Runs work whose commits do not wait for the disk; the next ordinary commit syncs them too. Until then, a power
   * failure may lose the latest of these commits, each as a whole; killing the process loses none. The write-ahead log
   * is checkpointed in smaller portions, since a checkpoint blocks everything else.
   */
  runUnhurried<T>(work: () => T): T {
    this.#db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 1000');
    try {
      return work();
    } finally {
      this.#db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000');
    }
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
    const records = new Map<SeriesState, number>();
    for (const { series, sealed } of changes) {
      const before = records.get(series) ?? series.sealed.records;
      this.totals.add(series.venue, 0, sealed.records - before, sealed.lastMs);
      records.set(series, sealed.records);
      rows.set(series, { ...sealed, row: Math.max(sealed.row, rows.get(series)?.row ?? 0) });
    }
    for (const series of created) if (!rows.has(series)) rows.set(series, NOTHING_SEALED);
    this.#catalogue.write(rows);
    this.totals.write();
  }

  #apply(change: PieceChange): void {
    this.pieceWriter.apply(change);
    if (change.holdsTail) this.tails.release(change.series);
    this.#live.remember(change.series);
  }

  /** Merges records into the pieces of a series. @param columns Sorted by time. */
  merge(work: Work, series: SeriesState, columns: Columns): PieceChange {
    // Without a tail, no record of the series is only in the journal.
    const row = series.tail.length === 0 ? this.#nextRow - 1 : series.sealed.row;
    const change = this.pieceWriter.merge(series, columns, row);
    work.changes.push(change);
    this.changedDays.raise(series.venue, columns.t, columns.length);
    return change;
  }

  /** Writes tails, or the records of insertions, as pieces. */
  seal(work: Work, requests: readonly SealRequest[]): void {
    work.changes.push(...this.pieceWriter.seal(requests));
  }

  /**
   * Writes the catalogue row of each woken series again: the journal refers to series by number, and older journal rows
   * have no unsealed records of them.
   */
  wake({ rows, created }: Work, woken: Iterable<SeriesState>): void {
    let isNew: Set<SeriesState> | null = null;
    for (const series of woken) {
      rows.set(series, { ...series.sealed, row: this.#nextRow - 1 });
      if (series.sealed.records > 0) continue;
      isNew ??= new Set(created);
      // The series was empty because all of its records were withdrawn; now it counts again.
      if (!isNew.has(series)) this.totals.add(series.venue, 1, 0);
    }
  }

  /** Makes requests that seal the whole tails of some series. */
  selectWhole(some: readonly SeriesState[]): SealRequest[] {
    const columns = copyTails(some.map(({ tail }) => tail));
    return some.map((series, i) => ({ series, columns: columns[i]!, row: this.#nextRow - 1 }));
  }

  /**
   * Seals the tails that are full, or without a record for a while.
   *
   * @param unordered Series whose tails wait for the next batch, since this batch has records earlier than their ends.
   * @param records Number of records of the batch.
   */
  sealNext(work: Work, unordered: ReadonlySet<SeriesState>, records: number): void {
    const { chosen, asleep } = this.tails.nextToSeal(records);
    const sealed = [...chosen].filter((series) => series.tail.length > 0 && !unordered.has(series));
    if (sealed.length > 0) this.seal(work, this.selectWhole(sealed));
    work.asleep.push(...asleep);
  }

  /** Removes a series without recent records from memory; the file still has it. */
  #letGo(series: SeriesState): void {
    if (series.tail.length > 0) return;
    this.#pieces.drop(series);
    this.#live.forget(series);
  }

  /** Deletes journal rows whose records are all sealed. @returns Oldest row that stays; 0 when nothing was sealed. */
  #deleteSealedRows(changes: readonly PieceChange[]): number {
    const sealed = new Set(changes.filter((change) => change.holdsTail).map((change) => change.series));
    if (sealed.size === 0) return 0;
    const oldest = this.#journal.findOldestNeededWithout(sealed) ?? this.#nextRow;
    if (oldest > this.#journal.oldestRow) this.#journal.deleteBefore(oldest);
    return oldest;
  }

  #load(): void {
    this.#nextRow = this.#journal.readLastRow() + 1;
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

  /** Removes damaged rows from the journal, records the damage, and keeps their bytes. */
  #putAside(damaged: readonly DamagedRow[]): void {
    this.#db.exec('BEGIN IMMEDIATE');
    for (const entry of damaged) {
      for (const lost of listLost(entry, (id) => this.#catalogue.findById(id))) {
        this.#damage.keep(lost.place, lost, entry.data);
      }
      this.#journal.remove(entry.row);
    }
    this.#db.exec('COMMIT');
  }
}
