import { PARQUET_COMPRESSORS } from './compressors.ts';

/** Decoder that keeps U+FEFF at the beginning of a text: the package's own one removes it as a byte order mark. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const TEXTS = { stringFromBytes: (bytes: Uint8Array) => bytes && decoder.decode(bytes) };

/**
 * Maximum number of rows of a Parquet row group or an Arrow batch, which is in memory as a whole: even a small file may
 * state any number.
 */
const MAX_GROUP_ROWS = 1 << 20;

/** Checks the size of a group or batch. @throws The error that `toError` makes, when it is too large. */
export function requireGroupSize(rows: number, path: string, toError: (message: string) => Error): void {
  if (rows <= MAX_GROUP_ROWS) return;
  throw toError(
    `${path} has ${rows} rows in one group: write it with at most ${MAX_GROUP_ROWS} rows a group`,
  );
}

/**
 * Reads the rows of a Parquet file, one row group at a time, with the index of the first row of each.
 *
 * @throws The error that `toError` makes, for a group that is too large.
 */
export async function* readRowGroups(path: string, toError: (message: string) => Error) {
  // The package is loaded with the first file that is read: few processes read one.
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    requireGroupSize(rows, path, toError);
    const rowEnd = rowStart + rows;
    const compressors = PARQUET_COMPRESSORS;
    yield {
      rows: await parquetReadObjects({
        file,
        metadata,
        rowStart,
        rowEnd,
        compressors,
        parsers: TEXTS,
      }),
      first: rowStart,
    };
    rowStart = rowEnd;
  }
}

/** Reads the number of rows from the footer of a file. */
export async function countParquetRows(path: string): Promise<number> {
  const { asyncBufferFromFile, parquetMetadataAsync } = await import('hyparquet');
  return Number((await parquetMetadataAsync(await asyncBufferFromFile(path))).num_rows);
}
