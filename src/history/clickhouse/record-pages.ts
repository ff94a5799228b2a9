import { createEmptyColumns } from '../columns/columns.ts';
import type { PageStart } from '../contract/cursor.ts';
import type { Columns, Page } from '../contract/history-store.ts';
import type { Window } from '../contract/series.ts';
import type { RowReader } from './row-binary.ts';
import { RECORDS } from './table.ts';

/** Position of a record in the order of its series: time, batch, position in the batch. */
export interface TablePosition {
  readonly t: number;
  readonly b: number;
  readonly i: number;
}

export const EMPTY: Page = { columns: createEmptyColumns(0), truncated: false, nextCursor: null };

/** Rows of a page in columns, newest first. */
export interface Rows {
  readonly t: number[];
  readonly b: number[];
  readonly i: number[];
  readonly p: number[];
  readonly v: number[];
  readonly s: number[];
}

/** Makes empty lists for the rows of a page. */
export function newRows(): Rows {
  return { t: [], b: [], i: [], p: [], v: [], s: [] };
}

/** Reads one row of an answer and adds it to the lists. */
export function pushRow(rows: Rows, reader: RowReader): void {
  rows.t.push(reader.i64());
  rows.b.push(reader.i64());
  rows.i.push(reader.u32());
  rows.p.push(reader.f64());
  rows.v.push(reader.f64());
  rows.s.push(reader.u8());
}

/** Converts rows, newest first, to columns, oldest first, of at most `limit` records. */
export function toColumns({ t, p, v, s }: Rows, limit: number): Columns {
  const length = Math.min(limit, t.length);
  const columns = createEmptyColumns(length);
  for (let at = 0; at < length; at++) {
    const from = length - 1 - at;
    columns.t[at] = t[from]!;
    columns.p[at] = p[from]!;
    columns.v[at] = v[from]!;
    columns.s[at] = s[from]!;
  }
  return columns;
}

/** Describes a query for the newest rows of a window, or of its part before a position. */
export function describePage(
  k: SeriesNumber,
  {
    window,
    before,
    rows,
  }: { readonly window: Window; readonly before: PageStart | null; readonly rows: number },
): string {
  const select = `SELECT t, b, i, p, v, s FROM ${RECORDS} WHERE ${describeWindow(k, window)}`;
  const newest = `ORDER BY k DESC, t DESC, b DESC, i DESC LIMIT ${rows}`;
  if (before === null) return `${select} ${newest}`;
  const older = `${select} AND t < ${before.t} ${newest}`;
  if (before.rank === 0) return older;
  const ofItsTime = `${select} AND t = ${before.t} ORDER BY k, t, b, i LIMIT ${before.rank}`;
  return `SELECT * FROM (SELECT * FROM (${ofItsTime}) UNION ALL SELECT * FROM (${older}))
    ORDER BY t DESC, b DESC, i DESC LIMIT ${rows}`;
}

/** Describes the SQL condition that selects one series and a window. */
export function describeWindow(k: SeriesNumber, { fromMs, toMs }: Window): string {
  const from = fromMs === undefined ? '' : ` AND t >= ${formatWholeMs(fromMs)}`;
  return `k = ${k}${from}${toMs === undefined ? '' : ` AND t <= ${formatWholeMs(toMs)}`}`;
}

/** Formats a time for a query: the numbers of a window may be fractions, or beyond the safe integers. */
export function formatWholeMs(ms: number): string {
  const bounded = Math.min(Math.max(ms, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  return String(Math.trunc(bounded));
}

/** Describes the SQL condition for records behind a position; empty when the position is null. */
export function isAfter(position: TablePosition | null): string {
  if (position === null) return '';
  const { t, b, i } = position;
  return ` AND t >= ${t} AND (t, b, i) > (${t}, ${b}, ${i})`;
}

/** The number of a series in the table. */
export type SeriesNumber = bigint;
