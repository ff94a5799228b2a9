import { type EpochMs, epochMs, MINUTE_MS, type Observation } from '../../domain/index.ts';
import { ColumnBuilder, lowerBound, viewColumns } from '../columns/columns.ts';
import { decodeRecordCursor, encodeRecordCursor } from '../contract/cursor.ts';
import {
  type Columns,
  type ForwardOptions,
  type ForwardPage,
  type Page,
  type ReadOptions,
  SCAN_PAGE_RECORDS,
  type ScanOptions,
} from '../contract/history-store.ts';
import type { Window } from '../contract/series.ts';
import { decodeSource } from '../contract/source-codes.ts';
import {
  describePage,
  describeWindow,
  EMPTY,
  formatWholeMs,
  isAfter,
  newRows,
  pushRow,
  type Rows,
  type SeriesNumber,
  type TablePosition,
  toColumns,
} from './record-pages.ts';
import { RowReader } from './row-binary.ts';
import type { ClickhouseServer, ReadLimits } from './server.ts';
import { INSERTED, LOCAL_RECORDS, RECORDS } from './table.ts';

/** Maximum number of series in one query, which names each of them. */
const MAX_SERIES = 500;

/** First time, last time and number of records of a series in the table. */
export interface CountedSpan {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly count: number;
}

/** Members of a stored record that an insert compares. */
export interface StoredRecord {
  readonly t: number;
  readonly p: number;
  readonly v: number;
  readonly s: number;
  readonly isInserted: boolean;
}

/** Reads records of the table. A series that is not known has no number, and no records. */
export class Records {
  readonly #server: ClickhouseServer;

  constructor(server: ClickhouseServer) {
    this.#server = server;
  }

  async readMany(
    series: readonly (SeriesNumber | null)[],
    { limit, cursor, ...window }: ReadOptions,
    limits?: ReadLimits,
  ): Promise<Page[]> {
    const before = cursor === undefined ? null : decodeRecordCursor(cursor);
    const found = await this.#readEach(
      series,
      (k) => describePage(k, { window, before, rows: limit + 1 }),
      limits,
    );
    const pages: Page[] = [];
    for (const [n, rows] of found.entries()) {
      pages.push(rows === null ? EMPTY : await this.#toPage(series[n]!, rows, limit));
    }
    return pages;
  }

  async readLastMany(
    series: readonly (SeriesNumber | null)[],
    atOrBefore: EpochMs | undefined,
  ): Promise<(Observation | null)[]> {
    const window = atOrBefore === undefined ? {} : { toMs: atOrBefore };
    const found = await this.#readEach(
      series,
      (k) => `SELECT t, b, i, p, v, s FROM ${RECORDS} WHERE ${describeWindow(k, window)}
        ORDER BY k DESC, t DESC, b DESC, i DESC LIMIT 1`,
    );
    return found.map((rows) => {
      if (rows === null || rows.t.length === 0) return null;
      const [t, p, v, s] = [rows.t[0], rows.p[0], rows.v[0], rows.s[0]] as [number, number, number, number];
      return { t: epochMs(t), p, v: Number.isNaN(v) ? null : v, s: decodeSource(s) };
    });
  }

  /** Reads forward. `after` counts the records of its time in their order, as the rows have no such number. */
  async readForward(k: SeriesNumber, { limit, after, ...window }: ForwardOptions): Promise<ForwardPage> {
    const start = after !== undefined && after.t >= (window.fromMs ?? after.t) ? after : null;
    const from = start === null ? window : { ...window, fromMs: epochMs(start.t) };
    const reader = new RowReader(
      await this.#server.read(
        `SELECT t, p, v, s FROM ${RECORDS} WHERE ${describeWindow(k, from)}
          ORDER BY k, t, b, i LIMIT ${limit + 1} OFFSET ${start?.rank ?? 0}`,
      ),
    );
    const rows = new ColumnBuilder();
    while (!reader.isAtEnd) rows.push(reader.i64(), reader.f64(), reader.f64(), reader.u8());
    const length = Math.min(limit, rows.length);
    const columns = viewColumns(rows, 0, length);
    if (rows.length === length) return { columns, next: null };
    const t = columns.t[length - 1]!;
    const ofTime = length - lowerBound(columns.t, length, t);
    const skipped = ofTime === length && start?.t === t ? start.rank : 0;
    return { columns, next: { t, rank: ofTime + skipped } };
  }

  /** Scans the records that are stored now, page by page, up to the end of the window. */
  async *scan(
    k: SeriesNumber,
    { pageRecords = SCAN_PAGE_RECORDS, ...window }: ScanOptions,
  ): AsyncGenerator<Columns> {
    const newest = new RowReader(
      await this.#server.read(
        `SELECT t, b, i FROM ${RECORDS} WHERE ${describeWindow(k, window)} ORDER BY k DESC, t DESC, b DESC, i DESC LIMIT 1`,
      ),
    );
    if (newest.isAtEnd) return;
    const end: TablePosition = { t: newest.i64(), b: newest.i64(), i: newest.u32() };
    let after: TablePosition | null = null;
    do {
      const reader: RowReader = new RowReader(
        await this.#server.read(
          `SELECT t, b, i, p, v, s FROM ${RECORDS} WHERE ${describeWindow(k, window)}${isAfter(after)}
            AND t <= ${end.t} AND (t, b, i) <= (${end.t}, ${end.b}, ${end.i})
            ORDER BY k, t, b, i LIMIT ${pageRecords}`,
        ),
      );
      const page = new ColumnBuilder(pageRecords);
      while (!reader.isAtEnd) {
        after = { t: reader.i64(), b: reader.i64(), i: reader.u32() };
        page.push(after.t, reader.f64(), reader.f64(), reader.u8());
      }
      if (page.length > 0) yield page;
      if (page.length < pageRecords) return;
    } while (after !== null && (after.t !== end.t || after.b !== end.b || after.i !== end.i));
  }

  /** Reads first time, last time and count of each series, from the projection `idx`. */
  async readSpans(series: readonly SeriesNumber[]): Promise<ReadonlyMap<SeriesNumber, CountedSpan>> {
    const spans = new Map<SeriesNumber, CountedSpan>();
    for (let from = 0; from < series.length; from += MAX_SERIES * 10) {
      const some = series.slice(from, from + MAX_SERIES * 10);
      const reader = new RowReader(
        await this.#server.read(
          `SELECT toUInt32(indexOf([${some.join()}], k) - 1), min(t), max(t), count() FROM ${RECORDS}
           WHERE k IN (${some.join()}) GROUP BY k`,
        ),
      );
      while (!reader.isAtEnd) {
        const k = some[reader.u32()]!;
        spans.set(k, { firstMs: reader.i64(), lastMs: reader.i64(), count: reader.i64() });
      }
    }
    return spans;
  }

  /** Counts the records of one window of a series. */
  async countWindow(k: SeriesNumber, window: Window): Promise<CountedSpan> {
    const reader = new RowReader(
      await this.#server.read(
        `SELECT min(t), max(t), count() FROM ${RECORDS} WHERE ${describeWindow(k, window)}`,
      ),
    );
    return { firstMs: reader.i64(), lastMs: reader.i64(), count: reader.i64() };
  }

  /** Counts the records of all series within a span of time. */
  async countRange(fromMs: number, toMs: number): Promise<number> {
    const sql = `SELECT count() FROM ${RECORDS} WHERE t >= ${formatWholeMs(fromMs)} AND t <= ${formatWholeMs(toMs)}`;
    return new RowReader(await this.#server.read(sql, { timeoutMs: 2 * MINUTE_MS })).i64();
  }

  /** Reads every record of a span, in no particular order. */
  async *readSpan(k: SeriesNumber, fromMs: number, toMs: number): AsyncGenerator<StoredRecord> {
    const window = { fromMs: epochMs(fromMs), toMs: epochMs(toMs) };
    const reader = new RowReader(
      await this.#server.read(`SELECT t, p, v, s, f FROM ${RECORDS} WHERE ${describeWindow(k, window)}`),
    );
    while (!reader.isAtEnd) {
      const [t, p, v, s] = [reader.i64(), reader.f64(), reader.f64(), reader.u8()];
      yield { t, p, v, s, isInserted: (reader.u8() & INSERTED) !== 0 };
    }
  }

  /** Reads the newest time of every series. */
  async *readNewestTimes(): AsyncGenerator<readonly [SeriesNumber, number]> {
    const sql = `SELECT k, max(t) FROM ${RECORDS} GROUP BY k`;
    const reader = new RowReader(await this.#server.read(sql, { timeoutMs: 2 * MINUTE_MS }));
    while (!reader.isAtEnd) yield [reader.bigint(), reader.i64()];
  }

  /** Counts all records, and the bytes of this server: other servers of a cluster hold further parts. */
  async countAll(): Promise<{ readonly records: number; readonly bytes: number }> {
    const reader = new RowReader(
      await this.#server.read(
        `SELECT records, bytes FROM (SELECT count() AS records FROM ${RECORDS}) AS all
         CROSS JOIN (SELECT sum(bytes_on_disk) AS bytes FROM system.parts
           WHERE database = currentDatabase() AND table IN ('${RECORDS}', '${LOCAL_RECORDS}') AND active) AS parts`,
      ),
    );
    return { records: reader.i64(), bytes: reader.i64() };
  }

  /**
   * Makes a page of rows. Its cursor has the form of the SQLite engine's, so that clients keep their cursors when a
   * history moves.
   */
  async #toPage(k: SeriesNumber, rows: Rows, limit: number): Promise<Page> {
    const columns = toColumns(rows, limit);
    const truncated = rows.t.length > limit;
    const oldest = { t: rows.t[limit - 1]!, b: rows.b[limit - 1]!, i: rows.i[limit - 1]! };
    if (!truncated) return { columns, truncated, nextCursor: null };
    const rank = rows.t[limit] === oldest.t ? await this.#countBefore(k, oldest) : 0;
    return { columns, truncated, nextCursor: encodeRecordCursor({ t: oldest.t, rank }) };
  }

  /** Counts the records of the series that have the same time as a record and come before it. */
  async #countBefore(k: SeriesNumber, { t, b, i }: TablePosition): Promise<number> {
    const sql = `SELECT count() FROM ${RECORDS} WHERE k = ${k} AND t = ${t} AND (b, i) < (${b}, ${i})`;
    return new RowReader(await this.#server.read(sql)).i64();
  }

  /**
   * Runs a query for each series, and returns the rows by the index of the series in the list; null where the series is
   * not known.
   */
  async #readEach(
    series: readonly (SeriesNumber | null)[],
    describe: (k: SeriesNumber) => string,
    limits?: ReadLimits,
  ): Promise<(Rows | null)[]> {
    const found = series.map((k) => (k === null ? null : newRows()));
    const known = [...series.entries()].filter((entry): entry is [number, bigint] => entry[1] !== null);
    for (let from = 0; from < known.length; from += MAX_SERIES) {
      const some = known.slice(from, from + MAX_SERIES);
      const parts = some.map(([n, k]) => `SELECT toUInt32(${n}) AS n, * FROM (${describe(k)})`);
      const sql =
        parts.length === 1
          ? parts[0]!
          : `SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY n, t DESC, b DESC, i DESC`;
      const reader = new RowReader(await this.#server.read(sql, limits));
      while (!reader.isAtEnd) pushRow(found[reader.u32()]!, reader);
    }
    return found;
  }
}
