import { findIsoTime, OBSERVATION_SOURCES, type ObservationSource } from '../../domain/index.ts';
import type { Columns } from '../contract/history-store.ts';
import { decodeSource, encodeSource } from '../contract/source-codes.ts';
import { TextWriter } from './text-writer.ts';

/** Header line of an exported CSV file. */
export const CSV_HEADER = 't,p,v,s\r\n';

const SOURCE_TEXTS = [0, 1, 2, 3, 4].map((code) => decodeSource(code) ?? '');

const writer = new TextWriter();

/**
 * Formats records as CSV rows without the header (RFC 4180: CRLF; an unknown value is an empty field).
 *
 * Every number has the digits of `JSON.stringify`, so that parsing returns the same double.
 */
export function toCsvRows({ t, p, v, s, length }: Columns): Buffer {
  writer.reset();
  for (let i = 0; i < length; i++) {
    writer.number(t[i]!);
    writer.ascii(',');
    writer.number(p[i]!);
    writer.ascii(',');
    if (!Number.isNaN(v[i]!)) writer.number(v[i]!);
    writer.ascii(',');
    writer.ascii(SOURCE_TEXTS[s[i]!]!);
    writer.ascii('\r\n');
  }
  return writer.toBuffer();
}

/** One row of an imported file, parsed. `v` is NaN when unknown; `s` is the code of the source. */
export interface CsvRow {
  /** Epoch ms when the file has an ISO time; otherwise the number as written, in the unit of the file. */
  readonly t: number;
  readonly isIsoTime: boolean;
  readonly p: number;
  readonly v: number;
  readonly s: number;
}

/** Indexes of the columns in an imported file; -1 for a column that it lacks. */
export interface CsvLayout {
  readonly t: number;
  readonly p: number;
  readonly v: number;
  readonly s: number;
  /** Whether the file has columns that are not read. */
  readonly hasOthers: boolean;
}

const OUR_COLUMNS = ['t', 'p', 'v', 's'] as const;

/** Maximum number of characters of a malformed header line in the error message. */
const MAX_SHOWN = 80;

/** Error: the first line of a file is not a CSV header of records, so nothing of the file can be read. */
export class CsvHeaderError extends Error {
  override readonly name = 'CsvHeaderError';
}

/** Parses the header line. @throws {CsvHeaderError} when it does not name the columns t and p. */
export function parseCsvHeader(line: string): CsvLayout {
  const names = splitCsvLine(line.replace(/^\uFEFF/, ''))?.map((name) => name.trim().toLowerCase()) ?? [];
  const doubled = OUR_COLUMNS.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (doubled !== undefined) {
    throw new CsvHeaderError(`the first line names ${doubled} twice: remove one of the columns`);
  }
  const layout = {
    t: names.indexOf('t'),
    p: names.indexOf('p'),
    v: names.indexOf('v'),
    s: names.indexOf('s'),
    hasOthers: names.some((name) => !(OUR_COLUMNS as readonly string[]).includes(name)),
  };
  if (layout.t < 0 || layout.p < 0) {
    throw new CsvHeaderError(
      `the first line must name the columns t,p[,v][,s], not ${JSON.stringify(line.slice(0, MAX_SHOWN))}`,
    );
  }
  return layout;
}

/**
 * Whether quotes enclose only whole fields. If not, lines that were joined at an open quote are separate records, one
 * of which has a stray quote.
 */
export function isWellQuoted(record: string): boolean {
  return !record.replace(/(^|,)"(?:[^"]|"")*"(?=,|$)/g, '$1').includes('"');
}

/** Parses one record. @returns The row, or a short message that says what is wrong. */
export function parseCsvRow(line: string, layout: CsvLayout): CsvRow | string {
  const fields = splitCsvLine(line);
  if (fields === null) return 'a quote is not closed';
  const time = (fields[layout.t] ?? '').trim();
  const isIsoTime = ISO_TIME.test(time);
  const t = isIsoTime ? findIsoTime(time) : findNumber(time);
  if (t === null) {
    if (isIsoTime) return `t is not a time that exists: ${formatShown(fields[layout.t])}`;
    return `t is not a time in epoch milliseconds or ISO 8601: ${formatShown(fields[layout.t])}`;
  }
  const p = findNumber(fields[layout.p] ?? '');
  if (p === null) return `p is not a number: ${formatShown(fields[layout.p])}`;
  const volume = layout.v < 0 ? '' : (fields[layout.v] ?? '').trim();
  const v = volume === '' ? Number.NaN : findNumber(volume);
  if (v === null) return `v is not a number: ${formatShown(volume)}`;
  if (v < 0) return `v is negative: ${formatShown(volume)}`;
  const source = layout.s < 0 ? '' : (fields[layout.s] ?? '').trim();
  if (source !== '' && !isSource(source)) {
    return `s is none of ${OBSERVATION_SOURCES.join(', ')}: ${formatShown(source)}`;
  }
  return { t, isIsoTime, p, v, s: encodeSource(source === '' ? 'import' : source) };
}

/** Splits one record into its fields; null when a quote is not closed. */
function splitCsvLine(line: string): string[] | null {
  if (!line.includes('"')) return line.split(',');
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const char = line[i]!;
    if (isQuoted && char === '"' && line[i + 1] === '"') {
      field += '"';
      i++;
    } else if (char === '"') {
      isQuoted = !isQuoted;
    } else if (char === ',' && !isQuoted) {
      fields.push(field);
      field = '';
    } else {
      field += char;
    }
  }
  return isQuoted ? null : [...fields, field];
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

function findNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!DECIMAL.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}

function isSource(text: string): text is ObservationSource {
  return (OBSERVATION_SOURCES as readonly string[]).includes(text);
}

function formatShown(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 40));
}
