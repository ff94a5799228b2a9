import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import type { Vector } from 'apache-arrow';
import { findJsonObject } from '../../domain/index.ts';
import { readRowGroups, requireGroupSize } from './parquet/row-groups.ts';
import type { Compression, FileFormat, TableColumn } from './table.ts';

export type Cell = string | number | null;
/** Values of a row, in the order of the table's columns. */
export type TableRow = readonly Cell[];

/** Error: the file was not written by a writer of the table. */
export class TableFileError extends Error {
  override readonly name = 'TableFileError';
}

const toFileError = (message: string) => new TableFileError(message);

export interface TableFile {
  readonly path: string;
  readonly format: FileFormat;
  readonly compression: Compression;
}

/** Maximum size of a compressed Arrow file after decompression. */
const MAX_PLAIN_BYTES = 4 * 1024 ** 3;
/** Maximum number of characters of an unfinished line or record: the texts of a market are far shorter. */
const MAX_UNFINISHED = 1 << 20;

/**
 * Reads the rows of a table's file, a group at a time.
 *
 * @throws {TableFileError} when no writer of these columns can have written the file.
 */
export async function* readTable(
  file: TableFile,
  columns: readonly TableColumn[],
): AsyncGenerator<readonly TableRow[]> {
  if (file.format === 'parquet') yield* readParquet(file, columns);
  else if (file.format === 'arrow') yield* readArrow(file, columns);
  else if (file.format === 'csv') yield* readCsv(file, columns);
  else yield* readJsonLines(file, columns);
}

async function* readParquet(
  { path }: TableFile,
  columns: readonly TableColumn[],
): AsyncGenerator<readonly TableRow[]> {
  for await (const { rows, first } of readRowGroups(path, toFileError)) {
    yield rows.map((row, i) => toRow(columns, (name) => row[name], `row ${first + i} of ${path}`));
  }
}

async function* readArrow(
  { path, compression }: TableFile,
  columns: readonly TableColumn[],
): AsyncGenerator<readonly TableRow[]> {
  const decompressor = createDecompressor(compression);
  if (decompressor === null) {
    yield* readPlainArrow(path, path, columns);
    return;
  }
  // The index of an Arrow file is at its end, so a compressed one is decompressed to a temporary file first. That is
  // not beside the original, whose directory may be read-only or contain a symbolic link of that name.
  const directory = await mkdtemp(join(tmpdir(), 'crosstape-arrow-'));
  try {
    const plain = join(directory, 'plain.arrow');
    const file = createWriteStream(plain, { flags: 'wx', mode: 0o600 });
    await pipeline(createReadStream(path), decompressor, limitBytes(MAX_PLAIN_BYTES, path), file);
    yield* readPlainArrow(plain, path, columns);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Reads an uncompressed Arrow file. @param name Name of the original file, for errors. */
async function* readPlainArrow(
  plain: string,
  name: string,
  columns: readonly TableColumn[],
): AsyncGenerator<readonly TableRow[]> {
  const { RecordBatchReader } = await import('apache-arrow');
  const handle = await open(plain);
  try {
    let at = 0;
    for await (const batch of await RecordBatchReader.from(handle)) {
      requireGroupSize(batch.numRows, name, toFileError);
      const vectors = new Map(columns.map((column) => [column.name, batch.getChild(column.name)]));
      yield Array.from({ length: batch.numRows }, (_, i) =>
        toRow(columns, (column) => getArrowValue(vectors.get(column), i), `row ${at++} of ${name}`),
      );
    }
  } finally {
    await handle.close();
  }
}

/** Reads a value. The package's decoder removes a leading U+FEFF as a byte order mark, so it is added again. */
function getArrowValue(vector: Vector | null | undefined, i: number): unknown {
  const value: unknown = vector?.get(i);
  const [data] = vector?.data ?? [];
  if (typeof value !== 'string' || data?.valueOffsets === undefined) return value;
  const start = Number(data.valueOffsets[i]);
  const bytes = data.values as Uint8Array;
  const isMark = bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
  return isMark && Number(data.valueOffsets[i + 1]) >= start + 3 ? `\uFEFF${value}` : value;
}

function limitBytes(max: number, path: string): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length;
      if (bytes > max) done(new TableFileError(`${path} holds more than ${max} bytes`));
      else done(null, chunk);
    },
  });
}

async function* readJsonLines(
  file: TableFile,
  columns: readonly TableColumn[],
): AsyncGenerator<readonly TableRow[]> {
  let rest = '';
  let line = 0;
  for await (const text of readText(file)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    requireShort(rest, file);
    yield lines.map((one) => {
      const where = `line ${++line} of ${file.path}`;
      const object = parseObject(one, where);
      return toRow(columns, (name) => object[name], where);
    });
  }
  if (rest !== '') throw new TableFileError(`${file.path} ends in the middle of a line`);
}

async function* readCsv(
  file: TableFile,
  columns: readonly TableColumn[],
): AsyncGenerator<readonly TableRow[]> {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  let names: readonly (string | null)[] | null = null;
  let at = 0;
  for await (const records of readCsvRecords(file)) {
    const rows: TableRow[] = [];
    for (const record of records) {
      if (names === null) {
        names = record;
        continue;
      }
      const values = new Map(names.map((name, i) => [name, record[i] ?? null]));
      const read = (name: string) => {
        const value = values.get(name) ?? null;
        return value === null || types.get(name) === 'text' ? value : Number(value || Number.NaN);
      };
      rows.push(toRow(columns, read, `row ${at++} of ${file.path}`));
    }
    yield rows;
  }
}

/** Reads CSV records (RFC 4180). An empty field without quotes is null. */
async function* readCsvRecords(file: TableFile): AsyncGenerator<readonly (string | null)[][]> {
  let rest = '';
  for await (const text of readText(file)) {
    rest += text;
    const records: (string | null)[][] = [];
    let start = 0;
    for (let end = findRecordEnd(rest, start); end >= 0; end = findRecordEnd(rest, start)) {
      records.push(splitRecord(rest.slice(start, end)));
      start = end + 2;
    }
    rest = rest.slice(start);
    requireShort(rest, file);
    yield records;
  }
  if (rest !== '') throw new TableFileError(`${file.path} ends in the middle of a record`);
}

/** Rejects an unfinished row that has become too long, since it stays in memory until it ends. */
function requireShort(unfinished: string, { path }: TableFile): void {
  if (unfinished.length > MAX_UNFINISHED) {
    throw new TableFileError(`${path} has a row of more than ${MAX_UNFINISHED} characters`);
  }
}

/** Finds the next CRLF outside of quotes; -1 when it has not arrived yet. */
function findRecordEnd(text: string, start: number): number {
  let isQuoted = false;
  for (let i = start; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x22) isQuoted = !isQuoted;
    else if (unit === 0x0d && !isQuoted && text.charCodeAt(i + 1) === 0x0a) return i;
  }
  return -1;
}

function splitRecord(text: string): (string | null)[] {
  const fields: (string | null)[] = [];
  for (let at = 0; at <= text.length; ) {
    if (text[at] !== '"') {
      const comma = text.indexOf(',', at);
      const end = comma === -1 ? text.length : comma;
      fields.push(end === at ? null : text.slice(at, end));
      at = end + 1;
      continue;
    }
    let end = at + 1;
    while (end < text.length && (text[end] !== '"' || text[end + 1] === '"'))
      end += text[end] === '"' ? 2 : 1;
    fields.push(text.slice(at + 1, end).replaceAll('""', '"'));
    at = end + 2;
  }
  return fields;
}

async function* readText({ path, compression }: TableFile): AsyncGenerator<string> {
  const source = createReadStream(path);
  const decompressor = createDecompressor(compression);
  const decoder = new TextDecoder();
  const bytes = decompressor === null ? source : source.pipe(decompressor);
  if (decompressor !== null) source.once('error', (error) => decompressor.destroy(error));
  for await (const chunk of bytes) yield decoder.decode(chunk as Uint8Array, { stream: true });
  yield decoder.decode();
}

function createDecompressor(compression: Compression) {
  if (compression === 'zstd') return createZstdDecompress();
  return compression === 'gzip' ? createGunzip() : null;
}

function parseObject(line: string, where: string): Readonly<Record<string, unknown>> {
  const value = findJsonObject(line);
  if (value === null) throw new TableFileError(`${where} is not a JSON object`);
  return value;
}

function toRow(columns: readonly TableColumn[], read: (name: string) => unknown, where: string): TableRow {
  return columns.map(({ name, type, nullWhen }) => {
    const value = toCell(read(name));
    const isRight =
      value === null ? nullWhen !== null : typeof value === (type === 'text' ? 'string' : 'number');
    if (!isRight || (type === 'time' && value !== null && !Number.isSafeInteger(value))) {
      throw new TableFileError(`${where}: ${name} is ${JSON.stringify(value)}, which is no ${type}`);
    }
    return value;
  });
}

function toCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  return String(value);
}
