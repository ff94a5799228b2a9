import { randomUUID } from 'node:crypto';
import { epochMs, MINUTE_MS } from '../../../domain/index.ts';
import { CopyMismatchError } from '../../../storage/copy/copy.ts';
import type {
  Columns,
  ForwardOptions,
  ForwardPage,
  HistoryReader,
  RecordPosition,
} from '../../contract/history-store.ts';
import type { SeriesEntry, SeriesKey } from '../../contract/series.ts';
import type { CopyRows } from '../../postgres/copy-rows.ts';
import type { NamedSeries, SeriesNames } from '../../postgres/series-names.ts';
import { INSERTED as MARKED } from '../../sqlite/series/series.ts';
import type { SeriesNumber } from '../record-pages.ts';
import { type RecordColumns, RecordRows } from '../record-rows.ts';
import { Records } from '../records.ts';
import { RowReader } from '../row-binary.ts';
import type { ClickhouseServer } from '../server.ts';
import { INSERTED, ORDERED, RECORDS } from '../table.ts';
import { dropMonth } from '../table-upkeep.ts';
import type { Month } from './months.ts';
import { describeRecordSum, sumRecords } from './record-sum.ts';

/** The source of a copy. */
export interface CopySource extends HistoryReader {
  /** Reads as `readForward` does, with the sources of records that came by `insert` marked. */
  readMarked(key: SeriesKey, options: ForwardOptions): Promise<ForwardPage>;
}

/** Records of one insert. */
const ROWS = 500_000;
/** Records that are read from the source at once. */
const PAGE = 50_000;

/** Records that the server sums up in one query. */
const SUMMED = 100_000_000;
const SUM_MS = 10 * MINUTE_MS;

/** Batches of a service begin with 1, so its records come after the copied ones. */
const COPIED_BATCH = 0;

export interface RecordCopyOptions {
  readonly source: CopySource;
  readonly server: ClickhouseServer;
  readonly names: SeriesNames;
  readonly rows: CopyRows;
  /** Records up to this time. */
  readonly untilMs: number;
}

/** The records of one series in one month, as the source has them. */
interface ReadSeries {
  readonly asset: string;
  readonly records: number;
  readonly sum: number;
}

/** The records of a month by the number of their series. */
type ReadMonth = ReadonlyMap<SeriesNumber, ReadSeries>;

/**
 * Copies the records of a month, and compares them. Each is read from the source once; records that an earlier run
 * copied are found by how many records the table has of each series: they are copied in their order, so the missing
 * ones come last.
 */
export class RecordCopy {
  readonly #options: RecordCopyOptions;
  readonly #records: Records;

  constructor(options: RecordCopyOptions) {
    this.#options = options;
    this.#records = new Records(options.server);
  }

  /**
   * Copies a month until it is equal. A month that has other records than the source is copied once more as a whole:
   * records were added in its middle, or an insert of a run that was interrupted came late.
   *
   * @returns How many records it has.
   * @throws {CopyMismatchError} which names the first series that is not equal then either.
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

  /** @param there How many records of the month the table has: they are read, and not sent. */
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

  /** A series whose records differ from those read; null: none. */
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

  /** For each series of a month: its number, its count of records, and their checksum if requested. */
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

  /** Series with records around a month, with their numbers. */
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

/** Numbers of series are hashes, so equal parts of their range have about as many series. Both ends inclusive. */
function* divideNumbers(parts: number): Generator<readonly [bigint, bigint]> {
  const width = 2n ** 64n / BigInt(Math.max(1, parts));
  for (let part = 0n; part < parts; part++) {
    const first = -(2n ** 63n) + part * width;
    yield [first, part === BigInt(parts) - 1n ? 2n ** 63n - 1n : first + width - 1n];
  }
}

/** @param previous The time of the record before these. */
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
  /** Rows whose insert is under way, or was: their memory is used again. */
  #sent = new RecordRows(ROWS);
  #sending: Promise<void> = Promise.resolve();

  constructor(server: ClickhouseServer, token: string) {
    this.#server = server;
    this.#token = token;
  }

  /** @param place How many records of the series come before these in the month, and the first of these that is sent. */
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
    // A token of its own: rows of a copy that was removed must not be taken for present ones.
    this.#sending = this.#server.insert(RECORDS, rows.encode(), `${this.#token}-${randomUUID()}`);
    // The part is awaited before the next one, or at the end.
    this.#sending.catch(() => undefined);
    this.#filling = this.#sent;
    this.#filling.clear();
    this.#sent = rows;
  }
}
