import type { MergedPosition } from '../contract/cursor.ts';
import type { Columns, HistoryReader, RecordPosition } from '../contract/history-store.ts';
import type { SeriesKey, Window } from '../contract/series.ts';
import type { MergedColumns } from '../formats/merged-rows.ts';
import { ColumnBuilder, viewColumns } from './columns.ts';

export interface MergedSource extends SeriesKey {
  readonly asset: string;
}

export interface MergedOptions extends Window {
  readonly limit: number;
  /** Position behind which records are read: `next` of an earlier page. */
  readonly after?: MergedPosition;
}

export interface MergedPage {
  readonly columns: MergedColumns;
  /** Position at which the next page begins; null when the window holds no more records. */
  readonly next: MergedPosition | null;
}

/** Minimum and maximum number of records that are read of one series at a time. */
const MIN_READ = 256;
const MAX_READ = 16_384;

/**
 * Reads the oldest records of several series in one order: by time, then by asset in the order of `sources`, then by
 * arrival. One page of each series is in memory at a time.
 *
 * @param sources At most 256, each asset once.
 */
export async function readMerged(
  history: Pick<HistoryReader, 'readForward'>,
  sources: readonly MergedSource[],
  { limit, after, ...window }: MergedOptions,
): Promise<MergedPage> {
  const read = Math.min(MAX_READ, Math.max(MIN_READ, Math.ceil((2 * limit) / sources.length)));
  const cursors = sources.map(
    (source, i) => new SeriesCursor(history, source, { window, read, after: findStart(sources, i, after) }),
  );
  for (const cursor of cursors) await cursor.fill();
  const order = new SeriesOrder(cursors);
  const records = new ColumnBuilder(Math.min(limit, sources.length * read));
  const asset = new Uint8Array(limit);
  let last: MergedPosition | null = null;
  while (records.length < limit && !cursors[order.first]!.isAtEnd) {
    const { first } = order;
    const cursor = cursors[first]!;
    const end = Math.min(order.endOfRun(), cursor.at + limit - records.length);
    asset.fill(first, records.length, records.length + end - cursor.at);
    records.pushAll(cursor.columns, cursor.at, end);
    cursor.advanceTo(end);
    last = { ...cursor.position, asset: sources[first]!.asset };
    await cursor.fill();
    order.update();
  }
  const columns = { ...viewColumns(records, 0, records.length), asset: asset.subarray(0, records.length) };
  return { columns, next: cursors[order.first]!.isAtEnd ? null : last };
}

/**
 * Finds where the cursor of a series begins. At the time of the last record of the earlier page, series before its
 * asset are complete, and series after it have not begun.
 */
function findStart(
  sources: readonly MergedSource[],
  index: number,
  after: MergedPosition | undefined,
): RecordPosition | undefined {
  if (after === undefined) return undefined;
  const ended = sources.findIndex(({ asset }) => asset === after.asset);
  if (index === ended) return { t: after.t, rank: after.rank };
  return index < ended ? { t: after.t + 1, rank: 0 } : { t: after.t, rank: 0 };
}

/** Binary heap of the indexes of cursors; the cursor of the next record is on top. */
class SeriesOrder {
  readonly #cursors: readonly SeriesCursor[];
  readonly #heap: number[];

  constructor(cursors: readonly SeriesCursor[]) {
    this.#cursors = cursors;
    this.#heap = cursors.map((_, i) => i).sort((a, b) => (this.#isBefore(a, b) ? -1 : 1));
  }

  /** Index of the cursor whose record comes next. */
  get first(): number {
    return this.#heap[0]!;
  }

  /** Returns the end of the run of records of the first cursor that come before the records of every other cursor. */
  endOfRun(): number {
    const [first, left, right] = this.#heap;
    const cursor = this.#cursors[first!]!;
    const { t, length } = cursor.columns;
    if (left === undefined) return length;
    const second = right === undefined || this.#isBefore(left, right) ? left : right;
    const { time } = this.#cursors[second]!;
    let end = cursor.at + 1;
    while (end < length && (t[end]! < time || (t[end]! === time && first! < second))) end++;
    return end;
  }

  /** Restores the heap. Must be called after the first cursor has advanced. */
  update(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const isRight = left + 1 < heap.length && this.#isBefore(heap[left + 1]!, heap[left]!);
      const child = isRight ? left + 1 : left;
      if (this.#isBefore(heap[at]!, heap[child]!)) return;
      [heap[at], heap[child]] = [heap[child]!, heap[at]!];
      at = child;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#cursors[a]!.time, this.#cursors[b]!.time];
    return one < other || (one === other && a < b);
  }
}

interface CursorOptions {
  readonly window: Window;
  readonly read: number;
  readonly after: RecordPosition | undefined;
}

/** Cursor that reads one series page by page. */
class SeriesCursor {
  columns: Columns = viewColumns(new ColumnBuilder(), 0, 0);
  at = 0;
  readonly #history: Pick<HistoryReader, 'readForward'>;
  readonly #key: SeriesKey;
  readonly #options: CursorOptions;
  /** Position at which the next page begins; null after the last page. */
  #next: RecordPosition | null | undefined;
  /** Position behind the last record that was merged. */
  #position: RecordPosition;

  constructor(history: Pick<HistoryReader, 'readForward'>, key: SeriesKey, options: CursorOptions) {
    this.#history = history;
    this.#key = key;
    this.#options = options;
    this.#next = options.after;
    this.#position = options.after ?? { t: Number.NEGATIVE_INFINITY, rank: 0 };
  }

  get isAtEnd(): boolean {
    return this.at === this.columns.length;
  }

  /** Time of the cursor's next record; Infinity at the end. */
  get time(): number {
    return this.isAtEnd ? Number.POSITIVE_INFINITY : this.columns.t[this.at]!;
  }

  get position(): RecordPosition {
    return this.#position;
  }

  /** Reads pages until the cursor has a record, or the series has no more. */
  async fill(): Promise<void> {
    const { window, read } = this.#options;
    while (this.isAtEnd && this.#next !== null) {
      const options = { ...window, limit: read, ...(this.#next === undefined ? {} : { after: this.#next }) };
      const page = await this.#history.readForward(this.#key, options);
      this.columns = page.columns;
      this.at = 0;
      this.#next = page.next;
    }
  }

  advanceTo(end: number): void {
    for (let i = this.at; i < end; i++) {
      const t = this.columns.t[i]!;
      this.#position = { t, rank: t === this.#position.t ? this.#position.rank + 1 : 1 };
    }
    this.at = end;
  }
}
