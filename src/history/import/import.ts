import { createHash, type Hash } from 'node:crypto';
import { type AssetRef, DAY_MS, epochMs, HOUR_MS, isPerpKind, KIND_TRAITS } from '../../domain/index.ts';
import { ColumnBuilder, sliceColumns, sortColumns } from '../columns/columns.ts';
import { findHole, putHole, putHoles } from '../columns/hole.ts';
import { type Step, StepJudge } from '../columns/steps.ts';
import type { HistoryReader } from '../contract/history-store.ts';
import type { ImportBatches, OpenBatch } from '../contract/import-batches.ts';
import type { Bytes } from '../formats/lines.ts';
import { readRows } from './csv-records.ts';
import { ImportReport, type ImportResult } from './import-report.ts';
import {
  findOddity,
  findProblem,
  type ImportedRecord,
  type RowRules,
  type StoredContext,
} from './row-checks.ts';
import { type FileUnits, readRowPrice, readRowTime, UnitJudge } from './units.ts';

export interface ImportOptions extends FileUnits, Omit<RowRules, 'unit'> {
  /** Whether nothing is stored when any row is bad or odd. */
  readonly strict?: boolean;
  /** Whether rows are only checked and reported, and nothing is stored. */
  readonly dryRun?: boolean;
}

/**
 * Shortest distance between the file and the stored records of the series that counts as a hole; three times the mean
 * distance of the file's records when that is longer.
 */
const MIN_HOLE_MS = 3 * HOUR_MS;

/** Number of records that are inserted at once. */
const BATCH_RECORDS = 50_000;

/** A CSV file, and the series in which its rows are stored. */
export interface CsvSource {
  readonly history: HistoryReader;
  /** Store that opens the batch of the import. */
  readonly batches: Pick<ImportBatches, 'openBatch'>;
  readonly ref: AssetRef;
  /** Opens the file at its beginning. */
  readonly open: () => Bytes;
}

/** Maximum number of rows when they are not in order: they are sorted in memory, at 25 bytes each. */
const MAX_UNSORTED_ROWS = 20_000_000;

/**
 * Stores the rows of a CSV file with the header `t,p[,v][,s]` in one series.
 *
 * The file is read twice: once to judge the units of its numbers, which no single row shows, and once to check and
 * store the rows. Bad rows are reported and left out; an error of the whole file refuses all of it.
 *
 * Rows with equal times are stored together, wherever they are in the file: equal rows of one file are all kept, and
 * another import of the same file adds none.
 *
 * The records are one batch, which can be withdrawn. The batch is opened with the first good row.
 *
 * @throws {CsvHeaderError} when the first line does not name the columns.
 */
export async function importCsv(
  { history, batches, ref, open }: CsvSource,
  options: ImportOptions,
): Promise<ImportResult> {
  const { unit } = KIND_TRAITS[ref.kind];
  const file = new CheckedFile(open, { ...options, unit });
  const survey = await file.survey();
  const report = new ImportReport(survey.rowsRead);
  if (survey.refusal !== null) return report.result({ refusal: survey.refusal });

  const context = await readContext(history, ref, survey);
  const overlap = await storedWithin(history, ref, survey);
  if (options.strict === true || options.dryRun === true) {
    for await (const _ of file.records(context, report));
    const found = report.badCount + report.oddCount;
    if (options.strict === true && found > 0) {
      return report.result({ refusal: `${found} rows are bad or odd, and --strict was given`, overlap });
    }
    if (options.dryRun === true) return report.result({ overlap });
    report.restart();
  }

  const before = await history.find(ref);
  const store = new BatchedStore(batches, ref, survey.fileSha256);
  try {
    if (!(await storeAll(file, store, { context, report, isSorted: survey.isSorted }))) {
      return report.result({
        refusal: `more than ${MAX_UNSORTED_ROWS} rows are not in order: sort the file by t`,
      });
    }
    const { span } = report.result({});
    const { batch } = store;
    if (span !== null && batch !== null && store.stored > 0) {
      const meanDistanceMs = (span.toMs - span.fromMs) / Math.max(1, store.stored + store.skipped - 1);
      const hole = findHole(before, span, Math.max(MIN_HOLE_MS, 3 * meanDistanceMs));
      if (hole !== null) await putHole(batch, ref, hole);
      await putHoles(history, batch, ref, store.listHoles());
    }
  } finally {
    await store.batch?.end();
  }
  const { stored, skipped, batch } = store;
  return report.result({ overlap, stored, skipped, batch: batch?.id ?? null });
}

interface StoringOptions {
  readonly context: StoredContext;
  readonly report: ImportReport;
  readonly isSorted: boolean;
}

/** Stores the good rows in order of time. @returns False when there are too many rows to sort. */
async function storeAll(
  file: CheckedFile,
  store: BatchedStore,
  { context, report, isSorted }: StoringOptions,
): Promise<boolean> {
  if (isSorted) {
    for await (const records of file.records(context, report)) await store.addAll(records);
  } else if (report.rowsRead > MAX_UNSORTED_ROWS) {
    return false;
  } else {
    const rows = new ColumnBuilder();
    for await (const records of file.records(context, report)) {
      for (const { t, p, v, s } of records) rows.push(t, p, v, s);
    }
    await store.addAll(toRecords(sortColumns(sliceColumns(rows, 0, rows.length))));
  }
  await store.finish();
  return true;
}

interface Survey {
  readonly rowsRead: number;
  readonly refusal: string | null;
  readonly fileSha256: string;
  /** Times of the first and the last good row, epoch ms; null when there is none. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | null;
  /** Whether the good rows are ordered by time. */
  readonly isSorted: boolean;
}

/** A CSV file whose rows are checked against the rules of a series. */
class CheckedFile {
  readonly #open: () => Bytes;
  readonly #rules: ImportOptions & RowRules;

  constructor(open: () => Bytes, rules: ImportOptions & RowRules) {
    this.#open = open;
    this.#rules = rules;
  }

  /** Reads the whole file once, for the units of its numbers, its span, order and hash. */
  async survey(): Promise<Survey> {
    const judge = new UnitJudge(this.#rules, this.#rules.unit === 'probability');
    let rowsRead = 0;
    let fromMs = Number.POSITIVE_INFINITY;
    let toMs = Number.NEGATIVE_INFINITY;
    let before = Number.NEGATIVE_INFINITY;
    let isSorted = true;
    const hash = createHash('sha256');
    for await (const rows of readRows(hashed(this.#open(), hash))) {
      rowsRead += rows.length;
      for (const { line, row } of rows) {
        if (typeof row === 'string') continue;
        judge.observe(line, row);
        const record = this.#toRecord(row);
        if (findProblem(record, this.#rules) !== null) continue;
        isSorted &&= record.t >= before;
        before = record.t;
        fromMs = Math.min(fromMs, record.t);
        toMs = Math.max(toMs, record.t);
      }
    }
    const span = fromMs <= toMs ? { fromMs, toMs } : null;
    return { rowsRead, refusal: judge.refusal(), fileSha256: hash.digest('hex'), span, isSorted };
  }

  /** Yields the good rows of each chunk of the file, and reports the others. */
  async *records(context: StoredContext, report: ImportReport): AsyncGenerator<readonly ImportedRecord[]> {
    let before: ImportedRecord | null = null;
    for await (const rows of readRows(this.#open())) {
      const good: ImportedRecord[] = [];
      for (const { line, row } of rows) {
        const record = typeof row === 'string' ? null : this.#toRecord(row);
        const problem = record === null ? (row as string) : findProblem(record, this.#rules);
        if (record === null || problem !== null) {
          report.addBad(line, problem ?? '');
          continue;
        }
        const oddity = findOddity(record, before, context, this.#rules.unit);
        if (oddity !== null) report.addOdd(line, oddity);
        report.addGood(record.t);
        before = record;
        good.push(record);
      }
      yield good;
    }
  }

  #toRecord(row: Parameters<typeof readRowTime>[0]): ImportedRecord {
    const { timeUnit, scale } = this.#rules;
    return { t: readRowTime(row, timeUnit ?? 'ms'), p: readRowPrice(row, scale ?? 1), v: row.v, s: row.s };
  }
}

async function* hashed(source: Bytes, hash: Hash): AsyncGenerator<Uint8Array | string> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

function* toRecords({ length, t, p, v, s }: ReturnType<typeof sliceColumns>): Generator<ImportedRecord> {
  for (let i = 0; i < length; i++) yield { t: t[i]!, p: p[i]!, v: v[i]!, s: s[i]! };
}

async function readContext(history: HistoryReader, ref: AssetRef, { span }: Survey): Promise<StoredContext> {
  const resolution = isPerpKind(ref.kind) ? null : await history.findResolution(ref);
  const hours = new Map<number, { low: number; high: number }>();
  if (span !== null && KIND_TRAITS[ref.kind].unit === 'usd') {
    const window = { fromMs: epochMs(span.fromMs - HOUR_MS), toMs: epochMs(span.toMs + HOUR_MS) };
    const { t, low, high, length } = await history.aggregate(ref, { ...window, bucketMs: HOUR_MS });
    for (let i = 0; i < length; i++) hours.set(t[i]!, { low: low[i]!, high: high[i]! });
  }
  return { resolvedAt: resolution?.settledAt ?? null, hours };
}

/** Counts the records that the store has in the span of the file. */
async function storedWithin(history: HistoryReader, ref: AssetRef, { span }: Survey): Promise<number> {
  if (span === null) return 0;
  const window = { fromMs: epochMs(span.fromMs), toMs: epochMs(span.toMs) };
  // Wide buckets give the count from stored bars, without decoding the records.
  const { count } = await history.aggregate(ref, { ...window, bucketMs: 365 * DAY_MS });
  return count.reduce((sum, records) => sum + records, 0);
}

/**
 * Inserts records in steps. The store keeps equal records that one call brings and skips those that an earlier call
 * brought, so records with the last time of a step wait for the next one, unless the whole step has that time.
 */
class BatchedStore {
  stored = 0;
  skipped = 0;
  /** Batch of the import; null before the first insert. */
  batch: OpenBatch | null = null;
  readonly #batches: Pick<ImportBatches, 'openBatch'>;
  readonly #ref: AssetRef;
  readonly #fileSha256: string;
  readonly #waiting = new ColumnBuilder(BATCH_RECORDS);
  readonly #steps = new StepJudge();

  constructor(batches: Pick<ImportBatches, 'openBatch'>, ref: AssetRef, fileSha256: string) {
    this.#batches = batches;
    this.#ref = ref;
    this.#fileSha256 = fileSha256;
  }

  async addAll(records: Iterable<ImportedRecord>): Promise<void> {
    for (const { t, p, v, s } of records) {
      this.#waiting.push(t, p, v, s);
      this.#steps.add(t, s);
      if (this.#waiting.length >= BATCH_RECORDS) await this.#flush(this.#withoutLastTime());
    }
  }

  /** Returns the steps between records of the file that are far longer than their neighbours. */
  listHoles(): Step[] {
    return this.#steps.takeHoles(true);
  }

  async finish(): Promise<void> {
    if (this.#waiting.length > 0) await this.#flush(this.#waiting.length);
  }

  async #flush(count: number): Promise<void> {
    const waiting = this.#waiting;
    const rest = sliceColumns(waiting, count, waiting.length);
    const origin = { fileSha256: this.#fileSha256, asset: this.#ref.asset };
    this.batch ??= await this.#batches.openBatch(origin);
    const result = await this.batch.insert(this.#ref, sliceColumns(waiting, 0, count));
    this.stored += result.stored;
    this.skipped += result.skipped;
    waiting.clear();
    waiting.pushAll(rest);
  }

  #withoutLastTime(): number {
    const { t, length } = this.#waiting;
    let count = length;
    while (count > 0 && t[count - 1] === t[length - 1]) count--;
    return count === 0 ? length : count;
  }
}
