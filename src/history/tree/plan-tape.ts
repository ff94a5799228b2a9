import { DAY_MS, epochMs, VENUES } from '../../domain/index.ts';
import type { TapeDay, TapeTreeSource } from '../tape/contract/tape-tree-source.ts';
import { formatDayFolder, isClosed, listDayFolders, listDayTables } from './days.ts';
import type { TreePart } from './manifest.ts';
import { byDay, type PlanOptions, type TreePlan } from './plan.ts';
import type { TapeContent, TreeTable } from './tables.ts';
import type { DamagedSpan } from './tree-source.ts';
import type { TapeTreeDay } from './write-tape-day.ts';

export interface TapePlan extends TreePlan {
  readonly days: readonly TapeTreeDay[];
  /** Damage of days whose tape files cannot be read; their parts stay. */
  readonly damaged: readonly DamagedSpan[];
}

/** Plan of a tree without books and trades. */
export const NO_TAPE: TapePlan = { days: [], kept: [], damaged: [] };

const CONTENTS: readonly TapeContent[] = ['books', 'trades'];

/** Decides which days of books and trades are written: new ones, and those whose content differs from their parts. */
export function planTapeDays(
  tape: TapeTreeSource,
  tables: readonly TreeTable[],
  options: Pick<PlanOptions, 'selection' | 'window' | 'asOfMs' | 'made' | 'madeNow' | 'broken'>,
): TapePlan {
  const { venues, assets } = options.selection;
  const made = byDay(options.made);
  const madeNow = byDay(options.madeNow);
  const days: TapeTreeDay[] = [];
  const kept: TreePart[] = [];
  const damaged: DamagedSpan[] = [];
  for (const table of CONTENTS.filter((one) => tables.includes(one))) {
    for (const venue of [...VENUES].sort()) {
      if (venues !== null && !venues.includes(venue)) continue;
      for (const { day, seq } of tape.listDays(table, { venue, assets }, options.window)) {
        const closed = isClosed(day, options.asOfMs);
        const one: TapeTreeDay = { table, venue, day, seq: seq ?? 0, closed };
        const folders = listDayFolders(one);
        const isOfRun = folders.every((folder) => madeNow.has(folder));
        const parts = folders.flatMap((folder) => (isOfRun ? madeNow : made).get(folder) ?? []);
        const isThere = listDayTables(one).every((name) => parts.some((part) => part.table === name));
        const isKept = (part: TreePart) =>
          !options.broken.has(part.path) && (isOfRun || seq === null || part.seq === seq);
        if (seq === null) damaged.push(toDamage(table, venue, day));
        if (isThere && parts.every(isKept))
          kept.push(...parts.map((part) => (isOfRun ? part : { ...part, closed })));
        else if (seq !== null) days.push(one);
      }
    }
  }
  return { days, kept, damaged };
}

function toDamage(kind: TapeContent, venue: TapeTreeDay['venue'], day: TapeDay['day']): DamagedSpan {
  const folder = formatDayFolder({ table: kind, venue, day });
  return {
    kind,
    venue,
    asset: null,
    fromMs: epochMs(day * DAY_MS),
    toMs: epochMs((day + 1) * DAY_MS - 1),
    records: null,
    reason: `the file of the tape of ${folder.slice(folder.lastIndexOf('=') + 1)} cannot be read`,
  };
}
