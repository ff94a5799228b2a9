import type { Columns } from '../contract/history-store.ts';
import type { SeriesKey } from '../contract/series.ts';
import type { HistoryCommits, HistoryParts, Work } from './history-commits.ts';
import { findStored } from './pieces/dedup.ts';
import type { Pieces } from './pieces/pieces.ts';
import { Surplus } from './pieces/withdrawn-rows.ts';
import type { LiveSeries } from './series/live-series.ts';
import type { SeriesState } from './series/series.ts';

/** Removes the records of withdrawn imports from the pieces of their series. */
export class Withdrawals {
  readonly #pieces: Pieces;
  readonly #live: LiveSeries;
  readonly #commits: HistoryCommits;

  constructor({ pieces, live }: Pick<HistoryParts, 'pieces' | 'live'>, commits: HistoryCommits) {
    this.#pieces = pieces;
    this.#live = live;
    this.#commits = commits;
  }

  /**
   * Removes records that only import batches hold.
   *
   * @param rows Rows of the withdrawn batch, sorted.
   * @param countHeld Returns how many records with a key, by `toKey`, stay because other batches hold them.
   * @param beside Called within the commit with the number of removed records, to write further rows.
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
      const withdrawn = series === null ? 0 : this.#withdraw(work, series, rows, countHeld);
      beside(withdrawn);
      return null;
    });
  }

  #withdraw(work: Work, series: SeriesState, rows: Columns, countHeld: (key: string) => number): number {
    const surplus = new Surplus(findStored(this.#pieces, series, rows), rows, countHeld);
    if (surplus.count === 0) return 0;
    const row = series.tail.length === 0 ? this.#commits.lastRow : series.sealed.row;
    const change = this.#commits.pieceWriter.withdraw(series, rows, row, (columns) =>
      surplus.leaveOut(columns),
    );
    work.changes.push(change);
    this.#commits.changedDays.raise(series.venue, rows.t, rows.length);
    if (change.sealed.records + series.tail.length === 0) this.#commits.totals.add(series.venue, -1, 0);
    return surplus.taken;
  }

  /** Seals a tail that overlaps the times of the rows, since records are withdrawn from pieces only. */
  #sealTail(series: SeriesState, rows: Columns): void {
    if (series.tail.length === 0 || rows.t[rows.length - 1]! < series.tail.firstMs) return;
    this.#commits.commit((work) => {
      this.#commits.seal(work, this.#commits.selectWhole([series]));
      return null;
    });
  }
}
