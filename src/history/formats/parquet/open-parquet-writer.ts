import type { Compression, TableColumn, TableWriter } from '../table.ts';

/** Rows of a row group: DuckDB gives a thread as many at a time. */
export const ROW_GROUP_ROWS = 122_880;

/** The packages are loaded for the first file: most processes write none, and they take several MB. */
export async function openParquetWriter(
  columns: readonly TableColumn[],
  compression: Compression,
): Promise<TableWriter> {
  const { ParquetTableWriter } = await import('./parquet-writer.ts');
  return new ParquetTableWriter(columns, compression);
}
