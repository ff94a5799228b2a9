import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { openArrowWriter } from '../formats/arrow.ts';
import { openParquetWriter } from '../formats/parquet/open-parquet-writer.ts';
import type { Compression, FileFormat, TableColumn, TableRows, TableWriter } from '../formats/table.ts';
import { openCsvWriter, openJsonLinesWriter } from '../formats/text-table.ts';

/** Format and compression of the files of a tree. */
export interface FileForm {
  readonly format: FileFormat;
  readonly compression: Compression;
}

export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256 of the file, lower-case hex. */
  readonly sha256: string;
}

const UNFINISHED = '.part';

/**
 * Returns the name under which a file is written until it is complete. It begins with a dot: programs that read a
 * folder skip such files, so they never read an incomplete one.
 */
export function toUnfinished(file: string): string {
  const name = path.basename(file);
  return path.join(path.dirname(file), `${name.startsWith('.') ? '' : '.'}${name}${UNFINISHED}`);
}

/** Whether a killed run has left the file behind. Earlier versions used names without the dot. */
export function isUnfinished(name: string): boolean {
  return name.endsWith(UNFINISHED);
}

/** Writes one file of a table, and gives it its name when it is complete and flushed to disk. */
export async function writePartFile(
  file: string,
  columns: readonly TableColumn[],
  form: FileForm,
  rows: AsyncIterable<TableRows> | Iterable<TableRows>,
): Promise<WrittenFile> {
  const written = await writeUnfinishedFile(file, columns, form, rows);
  await rename(toUnfinished(file), file);
  return written;
}

/** Writes a file that keeps its unfinished name. */
export async function writeUnfinishedFile(
  file: string,
  columns: readonly TableColumn[],
  { format, compression }: FileForm,
  rows: AsyncIterable<TableRows> | Iterable<TableRows>,
): Promise<WrittenFile> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = toUnfinished(file);
  const writer = await openWriter(columns, { format, compression });
  const hash = createHash('sha256');
  let bytes = 0;
  async function* content() {
    for await (const some of rows) yield await writer.encodeRows(some);
    yield await writer.end();
  }
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const output = createWriteStream(unfinished, { flush: true });
  try {
    const compressor = format === 'parquet' ? null : openCompressor(compression);
    if (compressor === null) await pipeline(content, counted, output);
    else await pipeline(content, compressor, counted, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function openWriter(
  columns: readonly TableColumn[],
  { format, compression }: FileForm,
): Promise<TableWriter> {
  if (format === 'parquet') return openParquetWriter(columns, compression);
  if (format === 'arrow') return openArrowWriter(columns, 'file');
  return format === 'csv' ? openCsvWriter(columns) : openJsonLinesWriter(columns);
}

function openCompressor(compression: Compression) {
  if (compression === 'zstd') return createZstdCompress();
  return compression === 'gzip' ? createGzip() : null;
}
