import type { Compression, TableColumn, TableWriter } from '../table.ts';

/** Number of rows of a row group: DuckDB assigns this many to a thread. */
export const ROW_GROUP_ROWS = 122_880;

/** Opens a Parquet writer. The packages, several MB, are loaded with the first file: most processes write none. */
export async function openParquetWriter(
  columns: readonly TableColumn[],
  compression: Compression,
): Promise<TableWriter> {
  const { ParquetTableWriter } = await import('./parquet-writer.ts');
  return new ParquetTableWriter(columns, compression);
}
