import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ColumnBuilder, sliceColumns } from './columns.ts';
import { type CsvLayout, type CsvRecord, parseCsvHeader, parseCsvRecord } from './formats/csv.ts';
import type { HistoryStore, SeriesKey } from './history-store.ts';

export interface ImportOptions {
  /** Store nothing when any row is bad. */
  readonly strict?: boolean;
}

/** A row that was not stored. Lines count from 1, the header included. */
export interface BadRow {
  readonly line: number;
  readonly reason: string;
}

export interface ImportResult {
  /** Rows after the header, good and bad; empty lines do not count. */
  readonly rowsRead: number;
  readonly stored: number;
  /** Rows that an earlier import had stored already. */
  readonly skipped: number;
  /** The first bad rows, at most {@link MAX_BAD_ROWS}. */
  readonly bad: readonly BadRow[];
  /** All bad rows. */
  readonly badCount: number;
}

/** More bad rows than this are counted, not listed: memory stays bounded whatever the file holds. */
export const MAX_BAD_ROWS = 1_000;

/** Records that are stored at a time. */
const BATCH_RECORDS = 50_000;

/** A longer line is not one of ours, and is not kept in memory. */
const MAX_LINE_CHARS = 64 * 1024;

type Bytes = AsyncIterable<Uint8Array | string>;

/**
 * Stores the rows of a CSV file with the header `t,p[,v][,s]` in one series.
 *
 * The file is read in a stream and stored in batches. Bad rows are reported and skipped; with `strict`, the
 * whole file is checked first (through a temporary copy, since a pipe can be read only once) and nothing is
 * stored when one row is bad.
 *
 * @throws {CsvHeaderError} when the first line does not name the columns.
 */
export async function importCsv(
  history: HistoryStore,
  series: SeriesKey & { readonly asset: string },
  source: Bytes,
  { strict = false }: ImportOptions = {},
): Promise<ImportResult> {
  if (!strict) return store(history, series, source);

  const copy = join(tmpdir(), `crosstape-import-${randomUUID()}.csv`);
  try {
    await pipeline(source, createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
    const report = new ImportReport();
    for await (const _ of records(createReadStream(copy), report));
    if (report.badCount > 0) return report.result(0, 0);
    return await store(history, series, createReadStream(copy));
  } finally {
    await rm(copy, { force: true });
  }
}

async function store(
  history: HistoryStore,
  series: SeriesKey & { readonly asset: string },
  source: Bytes,
): Promise<ImportResult> {
  const report = new ImportReport();
  const batch = new ColumnBuilder(BATCH_RECORDS);
  let stored = 0;
  let skipped = 0;
  const flush = async (count: number) => {
    const rest = sliceColumns(batch, count, batch.length);
    const result = await history.insert(series, sliceColumns(batch, 0, count));
    stored += result.stored;
    skipped += result.skipped;
    batch.clear();
    batch.pushAll(rest);
  };

  for await (const { t, p, v, s } of records(source, report)) {
    batch.push(t, p, v, s);
    if (batch.length >= BATCH_RECORDS) await flush(withoutLastTime(batch));
  }
  if (batch.length > 0) await flush(batch.length);
  return report.result(stored, skipped);
}

/**
 * Equal records are told apart from repeated ones by standing in one batch, so records of the last time wait
 * for the next batch (unless all are of that time).
 */
function withoutLastTime({ t, length }: ColumnBuilder): number {
  let count = length;
  while (count > 0 && t[count - 1] === t[length - 1]) count--;
  return count === 0 ? length : count;
}

class ImportReport {
  rowsRead = 0;
  badCount = 0;
  readonly #bad: BadRow[] = [];

  addBad(line: number, reason: string): void {
    this.badCount++;
    if (this.#bad.length < MAX_BAD_ROWS) this.#bad.push({ line, reason });
  }

  result(stored: number, skipped: number): ImportResult {
    return { rowsRead: this.rowsRead, stored, skipped, bad: this.#bad, badCount: this.badCount };
  }
}

async function* records(source: Bytes, report: ImportReport): AsyncGenerator<CsvRecord> {
  let layout: CsvLayout | null = null;
  let line = 0;
  for await (const text of linesOf(source)) {
    line++;
    if (layout === null) {
      layout = parseCsvHeader(text ?? '');
      continue;
    }
    if (text === '') continue;
    report.rowsRead++;
    const record = text === null ? `longer than ${MAX_LINE_CHARS} characters` : parseCsvRecord(text, layout);
    if (typeof record === 'string') report.addBad(line, record);
    else yield record;
  }
  if (layout === null) parseCsvHeader('');
}

/** Lines without their ends; null stands for a line that is too long. */
async function* linesOf(source: Bytes): AsyncGenerator<string | null> {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  for await (const chunk of source) {
    const text = rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
      yield isTooLong || line.length > MAX_LINE_CHARS ? null : line;
      isTooLong = false;
      start = end + 1;
    }
    rest = text.slice(start);
    if (rest.length > MAX_LINE_CHARS) {
      isTooLong = true;
      rest = '';
    }
  }
  rest += decoder.decode();
  if (isTooLong) yield null;
  else if (rest !== '') yield rest.replace(/\r$/, '');
}
