import type { Columns } from '../contract/history-store.ts';
import type { SeriesKey } from '../contract/series.ts';
import type { HistoryCommits, HistoryParts, Work } from './history-commits.ts';
import { findStored } from './pieces/dedup.ts';
import type { Pieces } from './pieces/pieces.ts';
import { Surplus } from './pieces/withdrawn-rows.ts';
import type { LiveSeries } from './series/live-series.ts';
import type { Series } from './series/series.ts';

/** Takes the records of withdrawn imports out of the pieces of their series. */
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
}
