import { openArrowWriter } from '../../../history/formats/arrow.ts';
import { openParquetWriter, ROW_GROUP_ROWS } from '../../../history/formats/parquet/open-parquet-writer.ts';
import type { FileFormat, TableColumn, TableRows, TableWriter } from '../../../history/formats/table.ts';
import { openCsvWriter, openJsonLinesWriter } from '../../../history/formats/text-table.ts';

/** A table of known length that is written as a file, part by part. */
export interface TableParts {
  readonly open: () => Promise<TableWriter>;
  readonly rows: (from: number, to: number) => TableRows;
  /** Number of rows in a part. */
  readonly step: number;
}

export async function* writeTable(
  length: number,
  { open, rows, step }: TableParts,
): AsyncGenerator<Uint8Array, void, undefined> {
  const writer = await open();
  const count = Math.max(1, Math.floor(step));
  for (let from = 0; from < length; from += count) {
    yield await writer.encodeRows(rows(from, Math.min(from + count, length)));
  }
  yield await writer.end();
}

/** Opens the writer of a format. Arrow is written as a stream, which readers can use while it arrives. */
export async function openTableWriter(
  format: FileFormat,
  columns: readonly TableColumn[],
): Promise<TableWriter> {
  switch (format) {
    case 'parquet':
      return openParquetWriter(columns, 'zstd');
    case 'arrow':
      return openArrowWriter(columns, 'stream');
    case 'csv':
      return openCsvWriter(columns);
    case 'jsonl':
      return openJsonLinesWriter(columns);
  }
}

/** Computes the number of rows of a part with about `partBytes`. Parquet uses the size of its row groups instead. */
export function countPartRows(format: FileFormat, partBytes: number, rowBytes: number): number {
  return format === 'parquet' ? ROW_GROUP_ROWS : partBytes / rowBytes;
}
