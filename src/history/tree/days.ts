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
import type { TreeTable } from './tables.ts';
import type { TreeWindow } from './tree-source.ts';

/** A record may carry the venue's time of up to a minute before it came. */
const CLOSED_AFTER_MS = 10 * MINUTE_MS;

/** One day of one venue: the unit that is made and remade. */
export interface TreeDay {
  readonly venue: Recorder;
  /** Days since 1970. */
  readonly day: number;
  /** Number of the day's last insertion; 0 without one. */
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

/** Formats the folder of a venue's day inside a tree. */
export function formatDayFolder({ venue, day }: Pick<TreeDay, 'venue' | 'day'>): string {
  return `observations/venue=${venue}/date=${formatDay(day)}`;
}

/** The venue and the day that a part of observations is of, as its path names them. */
export function formatDayKey({
  path,
  table,
}: {
  readonly path: string;
  readonly table: TreeTable;
}): string | null {
  return table === 'observations' ? path.slice(0, path.lastIndexOf('/')) : null;
}

/** The day of a folder of observations, in days since 1970; NaN for a name that is no day. */
export function parseDayFolder(folder: string): number {
  const name = folder.slice(folder.lastIndexOf('=') + 1);
  return /^-?\d+$/.test(name) ? Number(name) : (findIsoTime(name) ?? Number.NaN) / DAY_MS;
}

/** The venue of a folder of observations, or of a file in it. */
export function findFolderVenue(folder: string): Recorder | null {
  const name = /^observations\/venue=([a-z]+)\//.exec(folder)?.[1] ?? '';
  return isRecorder(name) ? name : null;
}
