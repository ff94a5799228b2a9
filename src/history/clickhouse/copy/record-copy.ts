import { randomUUID } from 'node:crypto';
import { epochMs, MINUTE_MS } from '../../../domain/index.ts';
import { CopyMismatchError } from '../../../storage/copy/copy.ts';
import { INSERTED as MARKED } from '../../coding/marks.ts';
import type {
  Columns,
  ForwardOptions,
  ForwardPage,
  HistoryReader,
  RecordPosition,
} from '../../contract/history-store.ts';
import type { SeriesEntry, SeriesKey } from '../../contract/series.ts';
import type { CopyRows } from '../postgres/copy-rows.ts';
import type { NamedSeries, SeriesNames } from '../postgres/series-names.ts';
import type { SeriesNumber } from '../record-pages.ts';
import { type RecordColumns, RecordRows } from '../record-rows.ts';
import { Records } from '../records.ts';
import { RowReader } from '../row-binary.ts';
import type { ClickhouseServer } from '../server.ts';
import { INSERTED, ORDERED, RECORDS } from '../table.ts';
import { dropMonth } from '../table-upkeep.ts';
import type { Month } from './months.ts';
import { describeRecordSum, sumRecords } from './record-sum.ts';

/** A history that can be copied. */
export interface CopySource extends HistoryReader {
  /** Reads as `readForward` does, and marks the source codes of records that came by `insert`. */
  readMarked(key: SeriesKey, options: ForwardOptions): Promise<ForwardPage>;
}

/** Number of records of one insert. */
const ROWS = 500_000;
/** Number of records that are read from the source at once. */
const PAGE = 50_000;

/** Number of records over which the server computes checksums in one query. */
const SUMMED = 100_000_000;
const SUM_MS = 10 * MINUTE_MS;

/** Batch number of copied records: a service numbers its batches from 1, so its records come after the copied ones. */
const COPIED_BATCH = 0;

export interface RecordCopyOptions {
  readonly source: CopySource;
  readonly server: ClickhouseServer;
  readonly names: SeriesNames;
  readonly rows: CopyRows;
  /** Time up to which records are copied, epoch ms. */
  readonly untilMs: number;
}

/** Number and checksum of the records of one series in one month, as the source has them. */
interface ReadSeries {
  readonly asset: string;
  readonly records: number;
  readonly sum: number;
}

/** The series that were read for a month, by series number. */
type ReadMonth = ReadonlyMap<SeriesNumber, ReadSeries>;

/**
 * Copies the records of a month, and compares them with the source. Each record is read from the source once. Records
 * are copied in order, so the number of records that the table has of a series says which of them an interrupted run
 * has copied: only the rest is sent.
 */
export class RecordCopy {
  readonly #options: RecordCopyOptions;
  readonly #records: Records;

  constructor(options: RecordCopyOptions) {
    this.#options = options;
    this.#records = new Records(options.server);
  }

  /**
   * Copies a month until the copy equals the source. When it does not, the whole month is removed and copied once more:
   * records were added in the middle of the month, or a late insert of an interrupted run arrived.
   *
   * @returns Number of records of the month.
   * @throws {CopyMismatchError} which names the first series that still differs.
   */
  async copyMonth(month: Month): Promise<number> {
    let read = await this.#copy(month);
    if ((await this.#findUnequal(month, read)) !== null) {
      await dropMonth(this.#options.server, month.number);
      read = await this.#copy(month);
      const unequal = await this.#findUnequal(month, read);
      if (unequal !== null) {
        throw new CopyMismatchError(
          `${unequal} has other records in the copy of ${month.number}: run the command again`,
        );
      }
    }
    return read.values().reduce((sum, { records }) => sum + records, 0);
  }

  async #copy(month: Month): Promise<ReadMonth> {
    const sender = new Sender(this.#options.server, `copy-${month.number}`);
    const there = new Map<SeriesNumber, number>();
    for await (const [k, count] of this.#askEach(month, 'count()')) there.set(k, count);
    const read = new Map<SeriesNumber, ReadSeries>();
    for await (const series of this.#listSeries(month)) {
      for (const one of series) {
        const found = await this.#copySeries(one, month, { there: there.get(one.k) ?? 0, sender });
        if (found.records > 0) read.set(one.k, found);
      }
    }
    await sender.end();
    return read;
  }

  /**
   * Reads a series of a month and sends the records that the table lacks. @param there Number of records that the table
   * has: they are read for the checksum, and not sent.
   */
  async #copySeries(
    series: NamedSeries,
    month: Month,
    { there, sender }: { readonly there: number; readonly sender: Sender },
  ): Promise<ReadSeries> {
    const toMs = epochMs(Math.min(month.toMs, this.#options.untilMs));
    let records = 0;
    let sum = 0;
    let t = Number.NEGATIVE_INFINITY;
    let after: RecordPosition | null = null;
    do {
      const page: ForwardPage = await this.#options.source.readMarked(series, {
        fromMs: epochMs(Math.max(month.fromMs, t)),
        toMs,
        limit: PAGE,
        ...(after === null ? {} : { after }),
      });
      const columns = toRecordColumns(page.columns, t);
      sum = (sum + sumRecords(columns, records)) >>> 0;
      await sender.push(series.k, columns, { i: records, from: there - records });
      records += columns.length;
      t = columns.length === 0 ? t : columns.t[columns.length - 1]!;
      after = page.next;
    } while (after !== null);
    return { asset: series.asset, records, sum };
  }

  /** Finds a series whose records in the table differ from those read; null when there is none. */
  async #findUnequal(month: Month, read: ReadMonth): Promise<string | null> {
    const missing = new Set(read.keys());
    for await (const [k, count, sum] of this.#askEach(month, `count(), ${describeRecordSum()}`)) {
      const series = read.get(k);
      if (series === undefined) return `a series of the number ${k}`;
      if (series.records !== count || series.sum !== sum) return series.asset;
      missing.delete(k);
    }
    const [first] = missing;
    return first === undefined ? null : read.get(first)!.asset;
  }

  /** Yields number, record count and, if requested, checksum of each series of a month. */
  async *#askEach(
    { fromMs, toMs }: Month,
    what: string,
  ): AsyncGenerator<readonly [SeriesNumber, number, number]> {
    const records = await this.#records.countRange(fromMs, toMs);
    for (const [first, last] of divideNumbers(Math.ceil(records / SUMMED))) {
      const answer = await this.#options.server.read(
        `SELECT k, ${what} FROM ${RECORDS} WHERE k BETWEEN ${first} AND ${last} AND t BETWEEN ${fromMs} AND ${toMs} GROUP BY k`,
        { timeoutMs: SUM_MS },
      );
      const reader = new RowReader(answer);
      const hasSum = what !== 'count()';
      while (!reader.isAtEnd) yield [reader.bigint(), reader.i64(), hasSum ? reader.u32() : 0];
    }
  }

  /** Lists the series whose first and last records enclose or overlap a month, with their numbers. */
  async *#listSeries(month: Month): AsyncGenerator<readonly NamedSeries[]> {
    const { source, names, rows } = this.#options;
    for await (const entries of source.scanAssets({ activeSince: epochMs(month.fromMs) })) {
      const within = entries.filter(({ firstMs }) => firstMs <= month.toMs);
      if (within.length > 0) yield await nameAll(within, names, rows);
    }
  }
}

async function nameAll(
  entries: readonly SeriesEntry[],
  names: SeriesNames,
  rows: CopyRows,
): Promise<readonly NamedSeries[]> {
  const known = await names.findMany(entries);
  const unknown = entries.filter((_, i) => known[i] === null);
  if (unknown.length === 0) return known as NamedSeries[];
  const proposed = await names.propose(
    unknown.map(({ venue, storeKey, asset }) => ({ venue, storeKey, asset })),
  );
  await rows.putNames(proposed);
  return (await names.findMany(entries)) as NamedSeries[];
}

/**
 * Divides the range of series numbers into equal parts. The numbers are hashes, so the parts have about as many series
 * each. Both ends are inclusive.
 */
function* divideNumbers(parts: number): Generator<readonly [bigint, bigint]> {
  const width = 2n ** 64n / BigInt(Math.max(1, parts));
  for (let part = 0n; part < parts; part++) {
    const first = -(2n ** 63n) + part * width;
    yield [first, part === BigInt(parts) - 1n ? 2n ** 63n - 1n : first + width - 1n];
  }
}

/** Converts marked source codes to flags. @param previous Time of the record before the first one. */
function toRecordColumns({ length, t, p, v, s: marked }: Columns, previous: number): RecordColumns {
  const s = new Uint8Array(length);
  const f = new Uint8Array(length);
  for (let at = 0, before = previous; at < length; before = t[at++]!) {
    const isOrdered = t[at] === before || Object.is(p[at], -0);
    s[at] = marked[at]! & ~MARKED;
    f[at] = ((marked[at]! & MARKED) === 0 ? 0 : INSERTED) | (isOrdered ? ORDERED : 0);
  }
  return { length, t, p, v, s, f };
}

/** Sends rows while the next ones are read, one insert at a time. */
class Sender {
  readonly #server: ClickhouseServer;
  readonly #token: string;
  #filling = new RecordRows(ROWS);
  /** Rows of the current or the last insert; their memory is used again. */
  #sent = new RecordRows(ROWS);
  #sending: Promise<void> = Promise.resolve();

  constructor(server: ClickhouseServer, token: string) {
    this.#server = server;
    this.#token = token;
  }

  /**
   * Adds rows of a series. @param place `i`: number of records of the series in the month before these; `from`: index
   * of the first record that is sent.
   */
  async push(
    k: SeriesNumber,
    columns: RecordColumns,
    { i, from }: { readonly i: number; readonly from: number },
  ): Promise<void> {
    for (let at = Math.max(0, from); at < columns.length; ) {
      if (this.#filling.room === 0) await this.#send();
      const to = Math.min(columns.length, at + this.#filling.room);
      this.#filling.pushColumns(k, { b: COPIED_BATCH, i: i + at }, columns, [at, to]);
      at = to;
    }
  }

  async end(): Promise<void> {
    if (this.#filling.length > 0) await this.#send();
    await this.#sending;
  }

  async #send(): Promise<void> {
    await this.#sending;
    const rows = this.#filling;
    // Each insert has a new token: otherwise, after a copy was removed, the server would skip its rows as already
    // inserted.
    this.#sending = this.#server.insert(RECORDS, rows.encode(), `${this.#token}-${randomUUID()}`);
    // A failure is thrown where the insert is awaited: before the next insert, or at the end.
    this.#sending.catch(() => undefined);
    this.#filling = this.#sent;
    this.#filling.clear();
    this.#sent = rows;
  }
}
