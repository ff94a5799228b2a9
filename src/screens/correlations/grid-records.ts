import { gridReadFromMs, type PriceColumns, type PriceGrid } from '../../analytics/index.ts';
import { epochMs } from '../../domain/index.ts';
import type { Columns, HistoryReader } from '../../history/contract/history-store.ts';
import type { SeriesKey } from '../../history/contract/series.ts';
import type { Slices } from '../../scheduling/slices.ts';

/** Number of records that are decoded at a time, which takes a few milliseconds and a megabyte. */
const PAGE_RECORDS = 50_000;
/**
 * Number of records in the first page of a series. A day with one record per five seconds fits. The first pages of all
 * series are in memory at the same time.
 */
const FIRST_RECORDS = 20_000;

/**
 * Reads the records that a price grid can use: for each series and bar the last usable record in (point - bar, point].
 *
 * A grid point takes the last record at or before it. These records therefore give the same prices as all records, and
 * only 733 remain of a month with one record per five seconds. The buckets of the store cannot replace them: a bucket
 * includes its start and not its end, so that a record exactly on a point would count for the next point.
 *
 * The first pages of all series are read together, and most series need no further page.
 */
export async function readGridRecords(
  history: Pick<HistoryReader, 'read' | 'readMany'>,
  keys: readonly SeriesKey[],
  { grid, slices }: { readonly grid: PriceGrid; readonly slices: Slices },
): Promise<PriceColumns[]> {
  const series = keys.map((key) => ({ key, newest: new NewestPerBar(grid) }));
  const { fromMs, toMs } = new NewestPerBar(grid);
  const options = {
    fromMs: epochMs(fromMs),
    toMs: epochMs(toMs),
    limit: FIRST_RECORDS,
  };
  const pages = await history.readMany(keys, options);
  for (const [i, { key, newest }] of series.entries()) {
    newest.addOlder(pages[i]!.columns);
    let cursor = pages[i]!.nextCursor;
    while (cursor !== null) {
      if (slices.isDue()) await slices.pause();
      const page = await history.read(key, { ...options, limit: PAGE_RECORDS, cursor });
      newest.addOlder(page.columns);
      cursor = page.nextCursor;
    }
    if (slices.isDue()) await slices.pause();
  }
  return series.map(({ newest }) => newest.columns());
}

/** Collects the last usable record of each bar from pages that go back in time. */
class NewestPerBar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly #barMs: number;
  readonly #t: Float64Array;
  readonly #p: Float64Array;

  constructor(grid: PriceGrid) {
    this.#barMs = grid.barMs;
    // A record exactly twelve bars before the first point is already too old for that point.
    this.fromMs = gridReadFromMs(grid) + 1;
    this.toMs = grid.fromMs + (grid.points - 1) * grid.barMs;
    const bars = Math.round((this.toMs + 1 - this.fromMs) / grid.barMs);
    this.#t = new Float64Array(bars).fill(Number.NaN);
    this.#p = new Float64Array(bars);
  }

  /**
   * Takes the newest usable record of each bar that has none yet.
   *
   * @param columns Records that are older than all records taken before, or as old and stored earlier.
   */
  addOlder({ t, p, length }: Columns): void {
    let i = length - 1;
    while (i >= 0) {
      const bar = Math.floor((t[i]! - this.fromMs) / this.#barMs);
      const price = p[i]!;
      const isUsable = price > 0 && price < Number.POSITIVE_INFINITY;
      if (isUsable && Number.isNaN(this.#t[bar]!)) {
        this.#t[bar] = t[i]!;
        this.#p[bar] = price;
      }
      // When a bar has its record, the rest of that bar is skipped, so that most records are never examined.
      i = isUsable ? countBefore(t, i, this.fromMs + bar * this.#barMs) - 1 : i - 1;
    }
  }

  /** Returns the collected records, oldest first. Bars without a record are left out. */
  columns(): PriceColumns {
    const taken = (_: number, bar: number) => !Number.isNaN(this.#t[bar]!);
    return { t: this.#t.filter(taken), p: this.#p.filter(taken) };
  }
}

/** Counts how many of the first `length` times, which are ascending, lie before `time`. */
function countBefore(t: Float64Array, length: number, time: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
