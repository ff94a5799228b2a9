import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CSV_HEADER, csvRows } from './formats/csv.ts';
import { jsonLines } from './formats/jsonl.ts';
import { ParquetRecords } from './formats/parquet.ts';
import type { Columns, HistoryReader, SeriesKey, Window } from './history-store.ts';

export type ExportFormat = 'csv' | 'jsonl' | 'parquet';

export interface ExportOptions {
  readonly window: Window;
  readonly format: ExportFormat;
  /** Ended when all is written, unless it is the standard output. */
  readonly output: Writable;
}

/** Records that are held at a time. */
const PAGE_RECORDS = 50_000;

/**
 * Writes a series oldest first, regardless of its length, with one page in memory.
 *
 * @returns How many records were written.
 */
export async function exportSeries(
  history: HistoryReader,
  key: SeriesKey,
  { window, format, output }: ExportOptions,
): Promise<number> {
  let rows = 0;
  async function* counted() {
    for await (const columns of pagesOldestFirst(history, key, window)) {
      rows += columns.length;
      yield columns;
    }
  }
  const isStandard = output === process.stdout;
  await pipeline(FORMATS[format](counted()), output, { end: !isStandard });
  return rows;
}

const FORMATS: Record<ExportFormat, (pages: AsyncIterable<Columns>) => AsyncGenerator<Uint8Array>> = {
  async *csv(pages) {
    yield Buffer.from(CSV_HEADER);
    for await (const columns of pages) yield csvRows(columns);
  },
  async *jsonl(pages) {
    for await (const columns of pages) yield jsonLines(columns);
  },
  async *parquet(pages) {
    const parquet = new ParquetRecords();
    for await (const columns of pages) yield await parquet.rows(columns);
    yield await parquet.end();
  },
};

/**
 * Pages of a window, oldest first.
 *
 * The store pages from the newest back, so a first walk notes where the pages begin; only these notes are kept.
 */
async function* pagesOldestFirst(
  history: HistoryReader,
  key: SeriesKey,
  window: Window,
  pageRecords = PAGE_RECORDS,
): AsyncGenerator<Columns> {
  const cursors: (string | null)[] = [null];
  for (;;) {
    const { nextCursor } = await readPage(history, key, window, pageRecords, cursors.at(-1) ?? null);
    if (nextCursor === null) break;
    cursors.push(nextCursor);
  }
  for (const cursor of cursors.reverse()) {
    const { columns } = await readPage(history, key, window, pageRecords, cursor);
    if (columns.length > 0) yield columns;
  }
}

function readPage(
  history: HistoryReader,
  key: SeriesKey,
  window: Window,
  limit: number,
  cursor: string | null,
) {
  return history.read(key, { ...window, limit, ...(cursor === null ? {} : { cursor }) });
}
