import {
  DAY_MS,
  type EpochMs,
  epochMs,
  findIsoTime,
  isRecorder,
  MINUTE_MS,
  type Recorder,
} from '../../domain/index.ts';
import type { Compression, FileFormat } from '../formats/table.ts';
import { ALL_TABLES, type DayTable, isDayTable, type TreeTable } from './tables.ts';
import type { TreeWindow } from './tree-source.ts';

/** Time after its end when a day counts as closed: the time of a record may be up to a minute before its arrival. */
const CLOSED_AFTER_MS = 10 * MINUTE_MS;

/** One day of one venue, the unit in which parts are written again. Spans of books are written with the books. */
export interface TreeDay {
  readonly table: Exclude<DayTable, 'bookSpans'>;
  readonly venue: Recorder;
  /** Day as the number of days since 1970. */
  readonly day: number;
  /** Number of the day's last insertion, 0 without one; for books and trades, a number that changes with them. */
  readonly seq: number;
  /** Whether the day is over, so that no record is appended to it any more. */
  readonly closed: boolean;
}

/** Whether the day had ended at least ten minutes before a time. */
export function isClosed(day: number, asOfMs: number): boolean {
  return asOfMs >= (day + 1) * DAY_MS + CLOSED_AFTER_MS;
}

/** Finds the first day that was not closed at a time. */
export function findFirstOpenDay(asOfMs: number): number {
  return Math.floor((asOfMs - CLOSED_AFTER_MS) / DAY_MS);
}

/** Returns the part of a window that lies on a day; both ends are inclusive. */
export function getDaySpan(day: number, { fromMs, toMs }: TreeWindow): { fromMs: EpochMs; toMs: EpochMs } {
  const start = day * DAY_MS;
  return {
    fromMs: epochMs(Math.max(start, fromMs ?? start)),
    toMs: epochMs(Math.min(start + DAY_MS - 1, toMs ?? Number.MAX_SAFE_INTEGER)),
  };
}

/** Formats a day such as `2026-11-22`. A day outside the range of `Date` is formatted as its number. */
export function formatDay(day: number): string {
  const date = new Date(day * DAY_MS);
  return Number.isNaN(date.getTime()) ? String(day) : date.toISOString().replace(/T.*/, '');
}

const SUFFIXES: Readonly<Record<Compression, string>> = { zstd: '.zst', gzip: '.gz', none: '' };

/** Returns the suffix of the files of a tree. Parquet is compressed inside the file, other formats as a whole. */
export function formatFileSuffix(format: FileFormat, compression: Compression): string {
  return format === 'parquet' ? '.parquet' : `.${format}${SUFFIXES[compression]}`;
}

/** Formats the folder of a table of a venue's day inside a tree. */
export function formatDayFolder({
  table,
  venue,
  day,
}: { readonly table: DayTable } & Pick<TreeDay, 'venue' | 'day'>): string {
  return `${table}/venue=${venue}/date=${formatDay(day)}`;
}

/** Lists the tables that are written together for a day. */
export function listDayTables({ table }: Pick<TreeDay, 'table'>): readonly DayTable[] {
  return table === 'books' ? ['books', 'bookSpans'] : [table];
}

/** Lists the folders that are written together for a day. */
export function listDayFolders(day: TreeDay): readonly string[] {
  return listDayTables(day).map((table) => formatDayFolder({ ...day, table }));
}

/** Returns the folder of a part, which names its table, venue and day; null for a table of one file. */
export function formatDayKey({
  path,
  table,
}: {
  readonly path: string;
  readonly table: TreeTable;
}): string | null {
  return isDayTable(table) ? path.slice(0, path.lastIndexOf('/')) : null;
}

/** Parses the day of a folder, in days since 1970; NaN when its name is not a day. */
export function parseDayFolder(folder: string): number {
  const name = folder.slice(folder.lastIndexOf('=') + 1);
  return /^-?\d+$/.test(name) ? Number(name) : (findIsoTime(name) ?? Number.NaN) / DAY_MS;
}

/** Finds the venue of the folder of a day, or of a file in it. */
export function findFolderVenue(folder: string): Recorder | null {
  const name = /^[A-Za-z]+\/venue=([a-z]+)\//.exec(folder)?.[1] ?? '';
  return isRecorder(name) && findFolderTable(folder) !== null ? name : null;
}

/** Finds the table of the folder of a day, or of a file in it. */
export function findFolderTable(folder: string): DayTable | null {
  const name = folder.slice(0, folder.indexOf('/'));
  const table = ALL_TABLES.find((one) => one === name);
  return table !== undefined && isDayTable(table) ? table : null;
}

/** Finds what must be written to get the folder of a day: book spans are written with their books. */
export function findMadeTable(folder: string): TreeDay['table'] {
  const table = findFolderTable(folder);
  if (table === 'bookSpans') return 'books';
  return table ?? 'observations';
}

/**
 * Names the folder of a day for messages: `kalshi 2026-11-22` for observations, `books of kalshi 2026-11-22` for
 * others; null when it is not the folder of a day.
 */
export function nameDayFolder(folder: string): string | null {
  const [, table, venue, day] = /^([A-Za-z]+)\/venue=([^/]+)\/date=([^/]+)$/.exec(folder) ?? [];
  if (venue === undefined) return null;
  return `${table === 'observations' ? '' : `${table} of `}${venue} ${day}`;
}
