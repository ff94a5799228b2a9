import { RECORDERS, type Recorder } from '../../domain/index.ts';
import {
  findFirstOpenDay,
  formatDayFolder,
  formatDayKey,
  isClosed,
  parseDayFolder,
  type TreeDay,
} from './days.ts';
import type { TreePart } from './manifest.ts';
import type { SeriesSelection, TreeSource, TreeWindow } from './tree-source.ts';

export interface TreePlan {
  /** Days to write, venue by venue. */
  readonly days: readonly TreeDay[];
  /** Parts of days that are not written again. */
  readonly kept: readonly TreePart[];
}

export interface PlanOptions {
  readonly selection: SeriesSelection;
  readonly window: TreeWindow;
  /** Time at which it is decided which days are closed, epoch ms. */
  readonly asOfMs: number;
  /** Parts of the last manifest. */
  readonly made: readonly TreePart[];
  /** Parts that this run wrote before it was interrupted: they stay even when their day is open. */
  readonly madeNow: readonly TreePart[];
  /** Whether no record was appended since the last manifest, so that the parts of open days are complete. */
  readonly isUnchanged: boolean;
  /** Paths of parts whose files are damaged or missing. */
  readonly broken: ReadonlySet<string>;
  /** Time of the last manifest: a day before it only has new records if they were inserted. Null without a manifest. */
  readonly madeAsOfMs: number | null;
}

/** Decides which days are written: new ones, those that were open when written, and those with later insertions. */
export function planDays(source: TreeSource, options: PlanOptions): TreePlan {
  const { selection, window, asOfMs, madeAsOfMs } = options;
  const days: TreeDay[] = [];
  const kept: TreePart[] = [];
  const made = byDay(options.made);
  const madeNow = byDay(options.madeNow);
  for (const venue of [...RECORDERS].sort()) {
    if (selection.venues !== null && !selection.venues.includes(venue)) continue;
    const changed = source.listChangedDays(venue);
    const known = new Set<number>();
    for (const [day, parts] of dayParts(venue, made, madeNow)) {
      const seq = changed.get(day) ?? 0;
      const isOfRun = madeNow.has(formatDayFolder({ table: 'observations', venue, day }));
      const isKept = (part: TreePart) =>
        part.seq === seq && (part.closed || isOfRun || options.isUnchanged) && !options.broken.has(part.path);
      if (!parts.every(isKept)) continue;
      known.add(day);
      const closed = isClosed(day, asOfMs);
      kept.push(...parts.map((part) => (isOfRun ? part : { ...part, closed })));
    }
    const since = madeAsOfMs === null ? null : firstDayToLookAt(venue, { changed, known, made, madeAsOfMs });
    for (const day of source.listDays(venue, selection, { window, since, known })) {
      days.push({
        table: 'observations',
        venue,
        day,
        seq: changed.get(day) ?? 0,
        closed: isClosed(day, asOfMs),
      });
    }
  }
  return { days, kept };
}

/** Returns the parts of each day of a venue. Parts of this run take precedence over those of the manifest. */
function dayParts(
  venue: Recorder,
  made: ReadonlyMap<string, readonly TreePart[]>,
  madeNow: ReadonlyMap<string, readonly TreePart[]>,
): Map<number, readonly TreePart[]> {
  const found = new Map<number, readonly TreePart[]>();
  const prefix = formatDayFolder({ table: 'observations', venue, day: 0 }).replace(/[^=]*$/, '');
  for (const days of [made, madeNow]) {
    for (const [folder, parts] of days) {
      if (folder.startsWith(prefix)) found.set(parseDayFolder(folder), parts);
    }
  }
  return found;
}

/**
 * Finds the first day that may have new records. Records are appended only to open days, and an insertion raises the
 * number of its day, so an earlier day has new records only if that number changed or a part of it is missing.
 */
function firstDayToLookAt(
  venue: Recorder,
  {
    changed,
    known,
    made,
    madeAsOfMs,
  }: {
    readonly changed: ReadonlyMap<number, number>;
    readonly known: ReadonlySet<number>;
    readonly made: ReadonlyMap<string, readonly TreePart[]>;
    readonly madeAsOfMs: number;
  },
): number {
  let first = findFirstOpenDay(madeAsOfMs);
  for (const day of changed.keys()) if (!known.has(day)) first = Math.min(first, day);
  for (const day of dayParts(venue, made, new Map()).keys())
    if (!known.has(day)) first = Math.min(first, day);
  return first;
}

/** Groups parts by the folder of their day. */
export function byDay(parts: readonly TreePart[]): Map<string, TreePart[]> {
  const days = new Map<string, TreePart[]>();
  for (const part of parts) {
    const key = formatDayKey(part);
    if (key === null) continue;
    const same = days.get(key);
    if (same === undefined) days.set(key, [part]);
    else same.push(part);
  }
  return days;
}
