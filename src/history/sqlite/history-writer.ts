import type { EpochMs, LinkSpan, VenueId } from '../../domain/index.ts';
import {
  ColumnBuilder,
  checkColumns,
  findUpperBound,
  lowerBound,
  mergeColumns,
  sliceColumns,
  sortColumns,
  viewColumns,
} from '../columns/columns.ts';
import type { Columns, InsertResult, SeriesKey, SeriesObservation } from '../contract/history-store.ts';
import type { Listing, RegisterWriter } from '../contract/market-register.ts';
import type { Totals } from './catalogue/totals.ts';
import type { ForecastTable } from './forecasts/forecast-table.ts';
import { HistoryCommits, type HistoryParts, type Work } from './history-commits.ts';
import type { JournalBatch } from './journal/journal.ts';
import { stage } from './journal/staging.ts';
import type { Tails } from './journal/tails.ts';
import { findStored, removeStored } from './pieces/dedup.ts';
import type { SealRequest } from './pieces/piece-writer.ts';
import type { Pieces } from './pieces/pieces.ts';
import { Surplus } from './pieces/withdrawn-rows.ts';
import { countRecords } from './reading/positions.ts';
import type { Register } from './register/register.ts';
import type { LiveSeries } from './series/live-series.ts';
import { BATCHED, INSERTED, type Series } from './series/series.ts';

/** An insertion of at least this many records at the end is sealed at once and does not pass the journal. */
const SEAL_INSERTIONS_FROM = 256;

/** Records of one series that are to be inserted. */
export interface RowsOfSeries {
  readonly key: SeriesKey & { readonly asset: string };
  readonly columns: Columns;
}

/** Result of an insertion, for one series. */
export interface Insertion {
  readonly series: Series;
  readonly isKnown: boolean;
  /** Records of the insertion, sorted, with their marks. */
  readonly rows: Columns;
  /** The records that were not stored before. */
  readonly fresh: Columns;
}

/** Limits of one step of an import. */
export interface StepLimits {
  readonly maxRows: number;
  readonly maxPieces: number;
}

/**
 * Changes the records of a history file: appends polls, inserts and withdraws imports.
 *
 * A batch becomes one journal row and one commit. Its records also join the tails in memory; a full tail is
 * sealed into a pack within the commit of a later batch, so that only committed records are ever sealed, and
 * so is the tail of a series without a record for a while. Memory is changed after the commit
 * alone: a failed one leaves everything as it was.
 */
export class HistoryWriter {
  readonly #pieces: Pieces;
  readonly #live: LiveSeries;
  readonly #register: Register;
  readonly #forecasts: ForecastTable;
  readonly #commits: HistoryCommits;

  /** Reads the journal: records that are not sealed become tails again. */
  constructor(parts: HistoryParts) {
    this.#pieces = parts.pieces;
    this.#live = parts.live;
    this.#register = parts.register;
    this.#forecasts = parts.forecasts;
    this.#commits = new HistoryCommits(parts);
  }

  get totals(): Totals {
    return this.#commits.totals;
  }

  get tails(): Tails {
    return this.#commits.tails;
  }

  /** Commits since the start. */
  get commits(): number {
    return this.#commits.count;
  }

  append(batch: readonly SeriesObservation[], listing?: Listing): void {
    const [first] = batch;
    if (first === undefined) {
      if (listing !== undefined) this.#commitListing(listing);
      return;
    }
    if (this.#commits.tails.reachesBehindFull(batch)) {
      this.#commits.commit((work) => {
        this.#commits.sealNext(work, new Set(), batch.length);
        return null;
      });
    }
    let members: readonly Series[] = [];
    let journal: JournalBatch | null = null;
    this.#commits.commit((work) => {
      const staged = stage(batch, this.#live);
      ({ members, journal } = staged);
      work.created.push(...staged.created);
      if (listing !== undefined) this.#note(listing);
      for (const [series, columns] of staged.late) this.#commits.merge(work, series, sortColumns(columns));
      this.#commits.sealNext(work, staged.unordered, batch.length);
      this.#commits.wake(work, staged.woken);
      if (this.#commits.mover.step()) this.#live.forgetRecent();
      return journal;
    });
    if (journal !== null) this.#commits.tails.add(members, this.#commits.lastRow, journal);
  }

  insert(key: SeriesKey & { readonly asset: string }, columns: Columns): InsertResult {
    return this.insertMany([{ key, columns }]);
  }

  /**
   * Inserts records of several series in one commit.
   *
   * @param batch Receives the inserted records, within the commit: the records are held by an import batch.
   */
  insertMany(
    rows: readonly RowsOfSeries[],
    batch: ((inserted: readonly Insertion[], result: InsertResult) => void) | null = null,
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
    const journal = isSealedNow ? null : joinColumns(first.series.venue, parts);
    this.#commits.commit((work) => {
      const requests: SealRequest[] = [];
      for (const { series, fresh, isKnown } of inserted) {
        if (fresh.length === 0) continue;
        if (!isKnown) work.created.push(series);
        else if (countRecords(series) === 0) this.#commits.totals.add(series.venue, 1, 0);
        this.#commits.changedDays.raise(series.venue, fresh.t, fresh.length);
      }
      for (const { series, late, rest } of parts) {
        const before = late.length > 0 ? this.#commits.merge(work, series, late) : undefined;
        if (rest.length === 0) continue;
        if (isSealedNow) {
          const columns = mergeColumns(series.tail.columns(), rest);
          requests.push({
            series,
            columns,
            row: this.#commits.lastRow,
            ...(before === undefined ? {} : { before }),
          });
        } else if (series.tail.length === 0) {
          work.rows.set(series, { ...series.sealed, row: this.#commits.lastRow });
        }
      }
      if (requests.length > 0) this.#commits.seal(work, requests);
      batch?.(inserted, result);
      return journal;
    });
    const members = isSealedNow
      ? []
      : parts.flatMap(({ series, rest }) => new Array<Series>(rest.length).fill(series));
    if (journal !== null) this.#commits.tails.add(members, this.#commits.lastRow, journal);
    return result;
  }

  /**
   * Takes records out that import batches alone hold.
   *
   * @param rows Sorted.
   * @param countHeld How many records equal to one of the rows stay, by `toKey`, because other batches hold them.
   * @param beside Writes further rows in the commit, given the number of records taken out.
   */
  withdraw(
    key: SeriesKey,
    rows: Columns,
    countHeld: (key: string) => number,
    beside: (withdrawn: number) => void,
  ): void {
    const series = this.#live.find(key);
    if (series !== null) this.#sealTail(series, rows);
    this.#commits.commit((work) => {
      const withdrawn = series === null ? 0 : this.#takeOut(work, series, rows, countHeld);
      beside(withdrawn);
      return null;
    });
  }

  /**
   * Plans how many of sorted rows one step takes: up to a number of rows and of pieces that they fall into, those of
   * one time together.
   */
  planStep(key: SeriesKey, rows: Columns, from: number, { maxRows, maxPieces }: StepLimits): number {
    const { t, length } = rows;
    let to = Math.min(length, from + maxRows);
    const series = this.#live.find(key);
    if (series !== null && series.sealed.records > 0) {
      const window = viewColumns(rows, from, to);
      let pieces = 0;
      for (const { fromMs } of this.#pieces.listEntriesAt(series, window)) {
        if (++pieces <= maxPieces) continue;
        to = from + lowerBound(window.t, window.length, fromMs);
        break;
      }
    }
    if (to === length) return to;
    const whole = lowerBound(t, length, t[to]!);
    return whole > from ? whole : findUpperBound(t, length, t[from]!);
  }

  /** Whether records of a series may fall into pieces that are written already. */
  touchesPieces(key: SeriesKey): boolean {
    return (this.#live.find(key)?.sealed.records ?? 0) > 0;
  }

  /** Runs work as {@link HistoryCommits.runUnhurried} does. */
  runUnhurried<T>(work: () => T): T {
    return this.#commits.runUnhurried(work);
  }

  /** A commit that changes no records. */
  write(change: () => void): void {
    this.#commits.commit(() => {
      change();
      return null;
    });
  }

  putMarkets(markets: Parameters<RegisterWriter['putMarkets']>[0]): void {
    const [first] = markets;
    if (first === undefined) return;
    this.#commits.commit(() => {
      for (const market of markets) this.#register.put(market);
      this.#register.moveSome();
      return null;
    });
  }

  putLinkSpans(spans: readonly LinkSpan[]): void {
    if (spans.length === 0) return;
    this.#commits.commit(() => {
      for (const span of spans) this.#register.putLinkSpan(span);
      return null;
    });
  }

  putForecastDay(day: number, data: Uint8Array, settled: readonly SeriesKey[]): void {
    this.write(() => {
      this.#forecasts.putDay(day, data);
      for (const key of settled) this.#forecasts.remove(key);
    });
  }

  dropForecasts(endedBefore: EpochMs): number {
    let markets = 0;
    this.write(() => {
      markets = this.#forecasts.dropEndedBefore(endedBefore);
    });
    return markets;
  }

  /** Seals every tail and moves every series without a recent record into the pages of the catalogue. */
  sealAll(): void {
    for (const some of this.#commits.tails.listAll()) {
      this.#commits.commit((work) => {
        this.#commits.seal(work, this.#commits.selectWhole(some));
        work.asleep.push(...some);
        return null;
      });
    }
    this.#commits.commit(() => {
      this.#commits.mover.finish();
      this.#register.moveAll();
      return null;
    });
    this.#live.forgetRecent();
  }

  #takeOut(work: Work, series: Series, rows: Columns, countHeld: (key: string) => number): number {
    const surplus = new Surplus(findStored(this.#pieces, series, rows), rows, countHeld);
    if (surplus.count === 0) return 0;
    const row = series.tail.length === 0 ? this.#commits.lastRow : series.sealed.row;
    const change = this.#commits.pieceWriter.take(series, rows, row, (columns) => surplus.leaveOut(columns));
    work.changes.push(change);
    this.#commits.changedDays.raise(series.venue, rows.t, rows.length);
    if (change.sealed.records + series.tail.length === 0) this.#commits.totals.add(series.venue, -1, 0);
    return surplus.taken;
  }

  /** Withdrawn records are in pieces, so a tail that reaches into the times of the rows is sealed first. */
  #sealTail(series: Series, rows: Columns): void {
    if (series.tail.length === 0 || rows.t[rows.length - 1]! < series.tail.firstMs) return;
    this.#commits.commit((work) => {
      this.#commits.seal(work, this.#commits.selectWhole([series]));
      return null;
    });
  }

  #compare(rows: readonly RowsOfSeries[], marks: number): Insertion[] {
    let ahead = 0;
    return rows.flatMap(({ key, columns }) => {
      checkColumns(columns);
      if (columns.length === 0) return [];
      const known = this.#live.find(key);
      const series = known ?? this.#live.propose(key, ahead++);
      const sorted = sortColumns({ ...columns, s: withMarks(columns, marks) });
      const fresh = removeStored(sorted, findStored(this.#pieces, series, sorted), (marks & BATCHED) !== 0);
      return [{ series, isKnown: known !== null, rows: sorted, fresh }];
    });
  }

  /** Stores the listing of a poll that has no price. */
  #commitListing(listing: Listing): void {
    if (listing.changed.length === 0 && (listing.forecasts ?? []).length === 0) return;
    this.#commits.commit(() => {
      this.#note(listing);
      return null;
    });
  }

  #note(listing: Listing): void {
    this.#register.note(listing);
    for (const forecast of listing.forecasts ?? []) this.#forecasts.put(forecast);
  }
}

/** The records of several series as one journal row. */
function joinColumns(
  venue: VenueId,
  parts: readonly { readonly series: Series; readonly rest: Columns }[],
): JournalBatch {
  const records = new ColumnBuilder(parts.reduce((sum, { rest }) => sum + rest.length, 0));
  const series = new Uint32Array(records.t.length);
  for (const { series: one, rest } of parts) {
    series.fill(one.id, records.length, records.length + rest.length);
    records.pushAll(rest);
  }
  const { length, t, p, v, s } = records;
  return { venue, length, t, p, v, s, series };
}

function withMarks({ s, length }: Columns, marks: number): Uint8Array {
  return s.slice(0, length).map((code) => code | marks);
}
