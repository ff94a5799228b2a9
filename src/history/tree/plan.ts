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
  /** Days to make, venue by venue. */
  readonly days: readonly TreeDay[];
  /** Parts of days that stay as they are. */
  readonly kept: readonly TreePart[];
}

export interface PlanOptions {
  readonly selection: SeriesSelection;
  readonly window: TreeWindow;
  /** The time that days are closed at. */
  readonly asOfMs: number;
  /** Parts of the last manifest. */
  readonly made: readonly TreePart[];
  /** Parts that the present run made before it was interrupted: they stay though their day is open. */
  readonly madeNow: readonly TreePart[];
  /** Whether nothing was appended since the last manifest: its open days are complete. */
  readonly isUnchanged: boolean;
  /** Paths of parts that are not as they should be. */
  readonly broken: ReadonlySet<string>;
  /**
   * When the last manifest was made: days before it have no new records but those inserted since. null: there is
   * none.
   */
  readonly madeAsOfMs: number | null;
}

/**
 * Decides which days are made: those that were open when they were made, that were inserted into since, or that are
 * new.
 */
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

/** The parts of each day; those of this run go before those of the manifest. */
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
 * Records are appended to open days alone, and an insertion raises the number of its day. So nothing of a day before
 * can be new, unless a part of it is gone.
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

/** The parts of each folder of a day. */
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
