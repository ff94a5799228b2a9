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
  /** Cursor `next` of an earlier page: only records behind it are read. */
  readonly after?: MergedPosition;
}

export interface MergedPage {
  readonly columns: MergedColumns;
  /** Cursor of the next page; null: the window holds no more. */
  readonly next: MergedPosition | null;
}

/** Records that are read of one series at a time, at least and at most. */
const MIN_READ = 256;
const MAX_READ = 16_384;

/**
 * The oldest records of several series in one order: by time, records of one time by asset, in the order given, then as
 * they arrived. A page of each series is in memory at a time.
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
    cursor.take(end);
    last = { ...cursor.position, asset: sources[first]!.asset };
    await cursor.fill();
    order.update();
  }
  const columns = { ...viewColumns(records, 0, records.length), asset: asset.subarray(0, records.length) };
  return { columns, next: cursors[order.first]!.isAtEnd ? null : last };
}

/** Where a cursor begins: those before the one that ended a page have shown all of its time, those behind it none. */
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

/** A heap of the cursors' numbers: the cursor of the next record is on top. */
class SeriesOrder {
  readonly #cursors: readonly SeriesCursor[];
  readonly #heap: number[];

  constructor(cursors: readonly SeriesCursor[]) {
    this.#cursors = cursors;
    this.#heap = cursors.map((_, i) => i).sort((a, b) => (this.#isBefore(a, b) ? -1 : 1));
  }

  /** The cursor whose record comes next. */
  get first(): number {
    return this.#heap[0]!;
  }

  /** End of the run of records of the first cursor that come before those of every other one. */
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

  /** Must be called when the first cursor has gone on. */
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

/** One series on its way into the order. */
class SeriesCursor {
  columns: Columns = viewColumns(new ColumnBuilder(), 0, 0);
  at = 0;
  readonly #history: Pick<HistoryReader, 'readForward'>;
  readonly #key: SeriesKey;
  readonly #options: CursorOptions;
  /** Position at which the next page begins; null behind the last one. */
  #next: RecordPosition | null | undefined;
  /** Position behind the last record that was taken. */
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

  /** Reads on, where there is more. */
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

  take(end: number): void {
    for (let i = this.at; i < end; i++) {
      const t = this.columns.t[i]!;
      this.#position = { t, rank: t === this.#position.t ? this.#position.rank + 1 : 1 };
    }
    this.at = end;
  }
}
