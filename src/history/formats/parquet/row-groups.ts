import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { PARQUET_COMPRESSORS } from './compressors.ts';

/** Rows of a Parquet file, one row group at a time, and the number of the first of them. */
export async function* readRowGroups(path: string) {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const compressors = PARQUET_COMPRESSORS;
    yield {
      rows: await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors }),
      first: rowStart,
    };
    rowStart = rowEnd;
  }
}
