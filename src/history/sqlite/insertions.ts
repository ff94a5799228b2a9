import type { Recorder } from '../../domain/index.ts';
import { BATCHED, INSERTED } from '../coding/marks.ts';
import {
  ColumnBuilder,
  checkColumns,
  lowerBound,
  mergeColumns,
  sliceColumns,
  sortColumns,
} from '../columns/columns.ts';
import type { Columns, InsertResult } from '../contract/history-store.ts';
import type { SeriesKey } from '../contract/series.ts';
import type { HistoryCommits, HistoryParts } from './history-commits.ts';
import type { JournalBatch } from './journal/journal.ts';
import { findStored, removeStored } from './pieces/dedup.ts';
import type { SealRequest } from './pieces/piece-writer.ts';
import type { Pieces } from './pieces/pieces.ts';
import { countRecords } from './reading/positions.ts';
import type { LiveSeries } from './series/live-series.ts';
import type { SeriesState } from './series/series.ts';

/** Minimum number of records of an insertion at the end of a series that is sealed at once, without the journal. */
const SEAL_INSERTIONS_FROM = 256;

/** Records of one series that are to be inserted. */
export interface RowsOfSeries {
  readonly key: SeriesKey & { readonly asset: string };
  readonly columns: Columns;
}

/** Result of an insertion into one series. */
export interface Insertion {
  readonly series: SeriesState;
  readonly isKnown: boolean;
  /** All records of the insertion, sorted, with their marks. */
  readonly rows: Columns;
  /** Records that were not stored before. */
  readonly fresh: Columns;
}

/** Inserts records of any age: imported ones, and prices from the archive of a venue. */
export class Insertions {
  readonly #pieces: Pieces;
  readonly #live: LiveSeries;
  readonly #commits: HistoryCommits;

  constructor({ pieces, live }: Pick<HistoryParts, 'pieces' | 'live'>, commits: HistoryCommits) {
    this.#pieces = pieces;
    this.#live = live;
    this.#commits = commits;
  }

  insert(key: SeriesKey & { readonly asset: string }, columns: Columns): InsertResult {
    return this.insertMany([{ key, columns }]);
  }

  /**
   * Inserts records of several series in one commit.
   *
   * @param batch Called within the commit with the inserted records, for an import batch, which then holds them.
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
      : parts.flatMap(({ series, rest }) => new Array<SeriesState>(rest.length).fill(series));
    if (journal !== null) this.#commits.tails.add(members, this.#commits.lastRow, journal);
    return result;
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
}

/** Joins the records of several series into one journal row. */
function joinColumns(
  venue: Recorder,
  parts: readonly { readonly series: SeriesState; readonly rest: Columns }[],
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
