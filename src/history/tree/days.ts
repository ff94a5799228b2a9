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

/** A record may carry the venue's time of up to a minute before it came. */
const CLOSED_AFTER_MS = 10 * MINUTE_MS;

/** One day of one venue: the unit that is made and remade. Spans of books are made with the books. */
export interface TreeDay {
  readonly table: Exclude<DayTable, 'bookSpans'>;
  readonly venue: Recorder;
  /** Days since 1970. */
  readonly day: number;
  /** Number of the day's last insertion; 0 without one. Of books and trades a number that changes with them. */
  readonly seq: number;
  /** Whether nothing is appended to it any more. */
  readonly closed: boolean;
}

/** Whether a day had ended ten minutes before a time. */
export function isClosed(day: number, asOfMs: number): boolean {
  return asOfMs >= (day + 1) * DAY_MS + CLOSED_AFTER_MS;
}

/** The first day that was not closed at a time. */
export function findFirstOpenDay(asOfMs: number): number {
  return Math.floor((asOfMs - CLOSED_AFTER_MS) / DAY_MS);
}

/** The part of a window that lies on a day; both ends inclusive. */
export function getDaySpan(day: number, { fromMs, toMs }: TreeWindow): { fromMs: EpochMs; toMs: EpochMs } {
  const start = day * DAY_MS;
  return {
    fromMs: epochMs(Math.max(start, fromMs ?? start)),
    toMs: epochMs(Math.min(start + DAY_MS - 1, toMs ?? Number.MAX_SAFE_INTEGER)),
  };
}

/** `2026-11-22`. A day that no calendar has is its number. */
export function formatDay(day: number): string {
  const date = new Date(day * DAY_MS);
  return Number.isNaN(date.getTime()) ? String(day) : date.toISOString().replace(/T.*/, '');
}

const SUFFIXES: Readonly<Record<Compression, string>> = { zstd: '.zst', gzip: '.gz', none: '' };

/** How the files of a tree end: Parquet is compressed within, the others as a whole. */
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

/** The tables that are made with a day. */
export function listDayTables({ table }: Pick<TreeDay, 'table'>): readonly DayTable[] {
  return table === 'books' ? ['books', 'bookSpans'] : [table];
}

/** The folders that are made with a day. */
export function listDayFolders(day: TreeDay): readonly string[] {
  return listDayTables(day).map((table) => formatDayFolder({ ...day, table }));
}

/** The table, the venue and the day that a part is of, as its path names them; null: its table has one file. */
export function formatDayKey({
  path,
  table,
}: {
  readonly path: string;
  readonly table: TreeTable;
}): string | null {
  return isDayTable(table) ? path.slice(0, path.lastIndexOf('/')) : null;
}

/** The day of a folder, in days since 1970; NaN for a name that is no day. */
export function parseDayFolder(folder: string): number {
  const name = folder.slice(folder.lastIndexOf('=') + 1);
  return /^-?\d+$/.test(name) ? Number(name) : (findIsoTime(name) ?? Number.NaN) / DAY_MS;
}

/** The venue of a folder of a day, or of a file in it. */
export function findFolderVenue(folder: string): Recorder | null {
  const name = /^[A-Za-z]+\/venue=([a-z]+)\//.exec(folder)?.[1] ?? '';
  return isRecorder(name) && findFolderTable(folder) !== null ? name : null;
}

/** The table of a folder of a day, or of a file in it. */
export function findFolderTable(folder: string): DayTable | null {
  const name = folder.slice(0, folder.indexOf('/'));
  const table = ALL_TABLES.find((one) => one === name);
  return table !== undefined && isDayTable(table) ? table : null;
}

/** What is made of a folder of a day: spans come with their books. */
export function findMadeTable(folder: string): TreeDay['table'] {
  const table = findFolderTable(folder);
  if (table === 'bookSpans') return 'books';
  return table ?? 'observations';
}

/** `kalshi 2026-11-22` of observations, `books of kalshi 2026-11-22`; null: it is no folder of a day. */
export function nameDayFolder(folder: string): string | null {
  const [, table, venue, day] = /^([A-Za-z]+)\/venue=([^/]+)\/date=([^/]+)$/.exec(folder) ?? [];
  if (venue === undefined) return null;
  return `${table === 'observations' ? '' : `${table} of `}${venue} ${day}`;
}
