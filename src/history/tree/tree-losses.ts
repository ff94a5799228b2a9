import type { Recorder } from '../../domain/index.ts';
import { ROW_GROUP_ROWS } from '../formats/parquet/open-parquet-writer.ts';
import {
  findFolderTable,
  findFolderVenue,
  formatDayKey,
  getDaySpan,
  listDayFolders,
  nameDayFolder,
  parseDayFolder,
} from './days.ts';
import type { TreeDirectory } from './directory.ts';
import type { TreePart } from './manifest.ts';
import type { TreePlan } from './plan.ts';
import { readSmallTableRows } from './small-tables.ts';
import { SMALL_TABLES, type SmallTable } from './tables.ts';
import type { SeriesSelection, TreeSource, TreeWindow } from './tree-source.ts';

/** Number of rows of a part of a tree that its history lacks. */
export interface LostRows {
  /** Location of the rows: `kalshi 2026-11-22`, `books of kalshi 2026-11-22`, or the name of a small table. */
  readonly place: string;
  readonly rows: number;
}

/** Counts the rows that a directory has and a history lacks, by day and by table; places without losses are omitted. */
export function listLosses(
  source: TreeSource,
  { manifest }: TreeDirectory,
  {
    selection,
    window,
    planned,
  }: { readonly selection: SeriesSelection; readonly window: TreeWindow; readonly planned: TreePlan },
): LostRows[] {
  if (manifest === null) return [];
  const made = new Set(planned.days.flatMap(listDayFolders));
  const kept = new Set(planned.kept.map(formatDayKey));
  const byDay = Map.groupBy(manifest.parts, formatDayKey);
  const losses: LostRows[] = [];
  for (const [folder, parts] of byDay) {
    if (folder === null || kept.has(folder)) continue;
    const venue = findFolderVenue(`${folder}/`);
    if (venue === null) continue;
    const day = parseDayFolder(folder);
    const place = nameDayFolder(folder)!;
    if (findFolderTable(folder) !== 'observations') {
      // Rows of a rewritten day of books or trades are unknown until it is written, so the day does not count as a loss.
      if (!made.has(folder)) losses.push({ place, rows: countRows(parts) });
      continue;
    }
    const rows =
      countRows(parts) - (made.has(folder) ? countDay(source, parts, { venue, day, selection, window }) : 0);
    losses.push({ place, rows });
  }
  for (const table of SMALL_TABLES) {
    const part = manifest.parts.find((one) => one.table === table);
    if (part === undefined) continue;
    losses.push({ place: table, rows: part.rows - countTable(source, table, selection, window) });
  }
  return losses.filter(({ rows }) => rows > 0);
}

function countRows(parts: readonly TreePart[]): number {
  return parts.reduce((sum, { rows }) => sum + rows, 0);
}

/** Counts the rows of a day in the history, up to the last row of the day's parts. */
function countDay(
  source: TreeSource,
  parts: readonly TreePart[],
  {
    venue,
    day,
    selection,
    window,
  }: {
    readonly venue: Recorder;
    readonly day: number;
    readonly selection: SeriesSelection;
    readonly window: TreeWindow;
  },
): number {
  const untilMs = Math.max(...parts.map(({ lastMs }) => lastMs ?? Number.NEGATIVE_INFINITY));
  let rows = 0;
  for (const { columns } of source.readDay(venue, selection, {
    ...getDaySpan(day, window),
    rows: ROW_GROUP_ROWS,
  })) {
    for (let i = 0; i < columns.length; i++) if (columns.t[i]! <= untilMs) rows++;
  }
  return rows;
}

function countTable(
  source: TreeSource,
  table: SmallTable,
  selection: SeriesSelection,
  window: TreeWindow,
): number {
  let rows = 0;
  for (const some of readSmallTableRows(source, table, selection, window)) rows += some.length;
  return rows;
}
