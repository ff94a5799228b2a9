import { gridReadFromMs, type PriceColumns, type PriceGrid } from '../../analytics/index.ts';
import { epochMs } from '../../domain/index.ts';
import type { Columns, HistoryReader } from '../../history/contract/history-store.ts';
import type { SeriesKey } from '../../history/contract/series.ts';
import type { Slices } from '../../scheduling/slices.ts';

/** Records decoded at a time: a few milliseconds of work and a megabyte. */
const PAGE_RECORDS = 50_000;
/** A day of records at one per five seconds fits; the first pages of all series are held together. */
const FIRST_RECORDS = 20_000;

/**
 * Reads the records that a price grid can see: for each series and bar the last usable one, in (point - bar, point].
 *
 * A point of the grid takes the last record at or before it, so these records give the same prices as all of
 * them, and a month of five-second records becomes 733 of them. Buckets of the store would not do: they hold
 * their start and not their end, and a record exactly on a point would count for the point after it.
 *
 * The first pages of all series are read together; most series end with them.
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
    newest.takeOlder(pages[i]!.columns);
    let cursor = pages[i]!.nextCursor;
    while (cursor !== null) {
      if (slices.isDue()) await slices.pause();
      const page = await history.read(key, { ...options, limit: PAGE_RECORDS, cursor });
      newest.takeOlder(page.columns);
      cursor = page.nextCursor;
    }
    if (slices.isDue()) await slices.pause();
  }
  return series.map(({ newest }) => newest.columns());
}

/** The last usable record of each bar, gathered from pages that go back in time. */
class NewestPerBar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly #barMs: number;
  readonly #t: Float64Array;
  readonly #p: Float64Array;

  constructor(grid: PriceGrid) {
    this.#barMs = grid.barMs;
    // A record at exactly twelve bars before the first point is too old for it already.
    this.fromMs = gridReadFromMs(grid) + 1;
    this.toMs = grid.fromMs + (grid.points - 1) * grid.barMs;
    const bars = Math.round((this.toMs + 1 - this.fromMs) / grid.barMs);
    this.#t = new Float64Array(bars).fill(Number.NaN);
    this.#p = new Float64Array(bars);
  }

  /** @param columns Records older than, or as old and stored before, all that were taken so far. */
  takeOlder({ t, p, length }: Columns): void {
    let i = length - 1;
    while (i >= 0) {
      const bar = Math.floor((t[i]! - this.fromMs) / this.#barMs);
      const price = p[i]!;
      const isUsable = price > 0 && price < Number.POSITIVE_INFINITY;
      if (isUsable && Number.isNaN(this.#t[bar]!)) {
        this.#t[bar] = t[i]!;
        this.#p[bar] = price;
      }
      // Most records are never looked at: what is left of a bar that has its record is jumped over.
      i = isUsable ? countBefore(t, i, this.fromMs + bar * this.#barMs) - 1 : i - 1;
    }
  }

  /** Columns, oldest first; bars without a record are left out. */
  columns(): PriceColumns {
    const taken = (_: number, bar: number) => !Number.isNaN(this.#t[bar]!);
    return { t: this.#t.filter(taken), p: this.#p.filter(taken) };
  }
}

/** How many of the first `length` times, in ascending order, lie before the given one. */
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
