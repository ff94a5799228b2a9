import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '../../domain/index.ts';
import { ROW_GROUP_ROWS } from '../formats/parquet/open-parquet-writer.ts';
import { SOURCE_TEXTS } from '../formats/record-table.ts';
import { formatDay, formatDayFolder, getDaySpan, type TreeDay } from './days.ts';
import type { TreePart } from './manifest.ts';
import { NewerTreeError } from './newer-tree.ts';
import { type FileForm, toUnfinished } from './part-file.ts';
import type { PartRows } from './part-rows.ts';
import {
  type DayRows,
  mayLieIn,
  type SeriesSelection,
  type TreeSource,
  type TreeWindow,
} from './tree-source.ts';
import { writeParts } from './write-parts.ts';

export interface DayTarget extends FileForm {
  readonly directory: string;
  readonly selection: SeriesSelection;
  readonly window: TreeWindow;
  /** Approximate number of rows of a part. Default: 4 million. */
  readonly partRows?: number;
  /** Current parts of the day, none of whose rows may disappear. Default: none. */
  readonly before?: readonly TreePart[];
}

/**
 * Writes the parts of one day of one venue. Rows are ordered by asset (UTF-8 bytes), then by time and arrival. A day
 * whose records cannot be read has one part without rows.
 *
 * @throws {NewerTreeError} when the history has fewer rows than the current parts, which stay.
 */
export async function writeDay(
  source: TreeSource,
  day: TreeDay,
  { selection, window, before = [], ...target }: DayTarget,
): Promise<TreePart[]> {
  const rows = source.readDay(day.venue, selection, { ...getDaySpan(day.day, window), rows: ROW_GROUP_ROWS });
  const known = new KnownRows(before);
  function* partRowsOf() {
    for (const some of rows) {
      known.add(some);
      yield toPartRows(some);
    }
  }
  const table = 'observations';
  const written = await writeParts(partRowsOf(), { ...target, table, folder: formatDayFolder(day) });
  const { seq, closed } = day;
  const parts = written.map((part) => ({ ...part, seq, closed }));
  const { directory } = target;
  const files = parts.map(({ path: name }) => path.join(directory, name));
  if (known.missing > 0 && !isDamaged(source, day)) {
    for (const file of files) await rm(toUnfinished(file), { force: true });
    throw new NewerTreeError(
      `${directory}: the tree has ${known.missing} more rows of ${day.venue} on ${formatDay(day.day)} than this history: "crosstape import ${directory}" first, or lose them with --force`,
    );
  }
  for (const file of files) await rename(toUnfinished(file), file);
  return parts;
}

/** Whether a day has damage. The manifest lists damaged rows; they do not make the tree newer than the history. */
function isDamaged({ damage }: TreeSource, { venue, day }: TreeDay): boolean {
  const span = { venue, fromMs: day * DAY_MS, toMs: (day + 1) * DAY_MS - 1 };
  return damage.some((one) => one.fromMs !== null && mayLieIn(one, span));
}

/** Counts the rows of the history up to the last row of the current parts. Later rows are new. */
class KnownRows {
  readonly #untilMs: number;
  #missing: number;

  constructor(before: readonly TreePart[]) {
    this.#untilMs = Math.max(...before.map(({ lastMs }) => lastMs ?? Number.NEGATIVE_INFINITY));
    this.#missing = before.reduce((sum, { rows }) => sum + rows, 0);
  }

  /** Number of expected rows that are missing; 0 or less when none is. */
  get missing(): number {
    return this.#missing;
  }

  add({ columns: { length, t } }: DayRows): void {
    if (this.#missing <= 0) return;
    for (let i = 0; i < length; i++) if (t[i]! <= this.#untilMs) this.#missing--;
  }
}

function toPartRows({ columns: { length, t, p, v, s }, assets, ends }: DayRows): PartRows {
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < length; i++) {
    firstMs = Math.min(firstMs, t[i]!);
    lastMs = Math.max(lastMs, t[i]!);
  }
  const columns = [{ texts: assets, ends }, t, p, v, { codes: s, texts: SOURCE_TEXTS }];
  return { rows: { length, columns }, assets, firstMs, lastMs };
}
