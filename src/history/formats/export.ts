import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Columns, HistoryReader } from '../contract/history-store.ts';
import type { SeriesKey, Window } from '../contract/series.ts';
import { openArrowWriter } from './arrow.ts';
import { CSV_HEADER, toCsvRows } from './csv.ts';
import { formatJsonLines } from './jsonl.ts';
import { openParquetWriter } from './parquet/open-parquet-writer.ts';
import { RECORD_COLUMNS, toRecordRows } from './record-table.ts';
import type { FileFormat, TableWriter } from './table.ts';

export interface ExportOptions {
  readonly window: Window;
  readonly format: FileFormat;
  /** Output, which is ended after the last record, unless it is the standard output. */
  readonly output: Writable;
}

/**
 * Writes the records that a series has at the start, oldest first, with one page in memory. Records that are appended
 * meanwhile are not written.
 *
 * @returns Number of records that were written.
 */
export async function exportSeries(
  history: HistoryReader,
  key: SeriesKey,
  { window, format, output }: ExportOptions,
): Promise<number> {
  let rows = 0;
  const pages = history.scan(key, window);
  // The first page is read before the output takes any bytes, since the scan determines its end then.
  let page = await pages.next();
  async function* counted() {
    for (; !page.done; page = await pages.next()) {
      rows += page.value.length;
      yield page.value;
    }
  }
  try {
    const isStandard = output === process.stdout;
    await pipeline(FORMATS[format](counted()), output, { end: !isStandard });
  } finally {
    await pages.return(undefined);
  }
  return rows;
}

const FORMATS: Record<FileFormat, (pages: AsyncIterable<Columns>) => AsyncGenerator<Uint8Array>> = {
  async *csv(pages) {
    yield Buffer.from(CSV_HEADER);
    for await (const columns of pages) yield toCsvRows(columns);
  },
  async *jsonl(pages) {
    for await (const columns of pages) yield formatJsonLines(columns);
  },
  async *parquet(pages) {
    yield* tableFile(await openParquetWriter(RECORD_COLUMNS, 'zstd'), pages);
  },
  async *arrow(pages) {
    yield* tableFile(await openArrowWriter(RECORD_COLUMNS, 'stream'), pages);
  },
};

async function* tableFile(writer: TableWriter, pages: AsyncIterable<Columns>): AsyncGenerator<Uint8Array> {
  for await (const columns of pages) yield await writer.encodeRows(toRecordRows(columns));
  yield await writer.end();
}
