import { findUpperBound, lowerBound, viewColumns } from '../columns/columns.ts';
import type { Columns } from '../contract/history-store.ts';
import type { SeriesKey } from '../contract/series.ts';
import type { HistoryParts } from './history-commits.ts';
import type { Pieces } from './pieces/pieces.ts';
import type { LiveSeries } from './series/live-series.ts';

/** Limits of one step of an import: rows, and pieces that they change. */
export interface StepLimits {
  readonly maxRows: number;
  readonly maxPieces: number;
}

/** Plans the steps of imports and withdrawals, so that each commit stays short. */
export class ImportSteps {
  readonly #pieces: Pieces;
  readonly #live: LiveSeries;

  constructor({ pieces, live }: Pick<HistoryParts, 'pieces' | 'live'>) {
    this.#pieces = pieces;
    this.#live = live;
  }

  /**
   * Plans how many of sorted rows one step takes: limited by rows and by the pieces that they fall into, without
   * dividing rows of one time.
   * @returns End of the rows, exclusive.
   */
  plan(key: SeriesKey, rows: Columns, from: number, { maxRows, maxPieces }: StepLimits): number {
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

  /** Whether records of a series may fall into existing pieces. */
  touchesPieces(key: SeriesKey): boolean {
    return (this.#live.find(key)?.sealed.records ?? 0) > 0;
  }
}
