import { open } from 'node:fs/promises';
import { findJsonObject, OBSERVATION_SOURCES, type ObservationSource } from '../../domain/index.ts';
import { ColumnBuilder } from '../columns/columns.ts';
import type { Columns } from '../contract/history-store.ts';
import { encodeSource } from '../contract/source-codes.ts';
import { CSV_HEADER } from './csv.ts';
import { readLines } from './lines.ts';
import { readRowGroups, requireGroupSize } from './parquet/row-groups.ts';
import type { FileFormat } from './table.ts';

/** Reads the records of an exported file page by page, in the order of the file. */
export async function* readRecords(file: string, format: FileFormat): AsyncGenerator<Columns> {
  if (format === 'parquet') yield* readParquet(file);
  else if (format === 'arrow') yield* readArrow(file);
  else yield* readText(file, format === 'csv' ? parseCsvLine : parseJsonLine, format === 'csv');
}

/** Error: a line or row of the file is not an exported record. */
class ExportedFileError extends Error {
  override readonly name = 'ExportedFileError';
}

const toFileError = (message: string) => new ExportedFileError(message);

interface ExportedRecord {
  readonly t: unknown;
  readonly p: unknown;
  readonly v?: unknown;
  readonly s?: unknown;
}

async function* readText(
  file: string,
  parse: (line: string) => ExportedRecord,
  hasHeader: boolean,
): AsyncGenerator<Columns> {
  const handle = await open(file);
  try {
    let line = 0;
    for await (const lines of readLines(handle.createReadStream())) {
      const page = new ColumnBuilder(lines.length);
      for (const text of lines) {
        line++;
        if (hasHeader && line === 1) checkHeader(file, text);
        else add(page, text === null ? null : parse(text), `line ${line} of ${file}`);
      }
      yield page;
    }
  } finally {
    await handle.close();
  }
}

async function* readParquet(path: string): AsyncGenerator<Columns> {
  for await (const { rows, first } of readRowGroups(path, toFileError)) {
    const page = new ColumnBuilder(rows.length);
    for (const [i, { t, p, v, s }] of rows.entries()) {
      const time = t instanceof Date ? t.getTime() : t;
      add(page, { t: time, p, v: v ?? undefined, s: s ?? undefined }, `row ${first + i} of ${path}`);
    }
    yield page;
  }
}

async function* readArrow(path: string): AsyncGenerator<Columns> {
  const { RecordBatchReader } = await import('apache-arrow');
  const handle = await open(path);
  try {
    let row = 0;
    for await (const batch of await RecordBatchReader.from(handle.createReadStream())) {
      const [t, p, v, s] = ['t', 'p', 'v', 's'].map((name) => batch.getChild(name));
      requireGroupSize(batch.numRows, path, toFileError);
      const page = new ColumnBuilder(batch.numRows);
      for (let i = 0; i < batch.numRows; i++, row++) {
        const record = { t: t?.get(i), p: p?.get(i), v: v?.get(i) ?? undefined, s: s?.get(i) ?? undefined };
        add(page, record, `row ${row} of ${path}`);
      }
      yield page;
    }
  } finally {
    await handle.close();
  }
}

function checkHeader(file: string, line: string | null): void {
  if (line === CSV_HEADER.trimEnd()) return;
  throw new ExportedFileError(
    `${file} does not begin with ${CSV_HEADER.trimEnd()}: it is no CSV that export wrote`,
  );
}

function parseCsvLine(line: string): ExportedRecord {
  const [t, p, v, s] = line.split(',');
  return {
    t: Number(t || Number.NaN),
    p: Number(p || Number.NaN),
    ...(v ? { v: Number(v) } : {}),
    ...(s ? { s } : {}),
  };
}

function parseJsonLine(line: string): ExportedRecord {
  // The caller rejects malformed JSON, since the returned record has no values.
  return (findJsonObject(line) as ExportedRecord | null) ?? { t: null, p: null };
}

function add(page: ColumnBuilder, record: ExportedRecord | null, where: string): void {
  if (record === null) throw new ExportedFileError(`${where} is too long`);
  const { t, p, v = Number.NaN, s } = record;
  if (!Number.isSafeInteger(t) || typeof p !== 'number' || !Number.isFinite(p) || typeof v !== 'number') {
    throw new ExportedFileError(`${where} is not a record that export wrote`);
  }
  if (s !== undefined && !isSource(s)) throw new ExportedFileError(`${where} names no source: ${String(s)}`);
  page.push(t as number, p, v, encodeSource(s ?? null));
}

function isSource(value: unknown): value is ObservationSource {
  return (OBSERVATION_SOURCES as readonly unknown[]).includes(value);
}
