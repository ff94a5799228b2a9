import { PARQUET_COMPRESSORS } from './compressors.ts';

/** The decoder of the package takes U+FEFF at the beginning of a text for a mark of the encoding, and drops it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const TEXTS = { stringFromBytes: (bytes: Uint8Array) => bytes && decoder.decode(bytes) };

/** Rows of a group of Parquet or a batch of Arrow, which are held at once; a small file may state any number of them. */
const MAX_GROUP_ROWS = 1 << 20;

/** @throws The caller's error with the message. */
export function requireGroupSize(rows: number, path: string, toError: (message: string) => Error): void {
  if (rows <= MAX_GROUP_ROWS) return;
  throw toError(
    `${path} has ${rows} rows in one group: write it with at most ${MAX_GROUP_ROWS} rows a group`,
  );
}

/**
 * Rows of a Parquet file, one row group at a time, and the number of the first of them.
 *
 * @throws The caller's error for a group that is too large.
 */
export async function* readRowGroups(path: string, toError: (message: string) => Error) {
  // For the first file that is read: few processes read one.
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

/** The rows of a file, as its end states them. */
export async function countParquetRows(path: string): Promise<number> {
  const { asyncBufferFromFile, parquetMetadataAsync } = await import('hyparquet');
  return Number((await parquetMetadataAsync(await asyncBufferFromFile(path))).num_rows);
}
