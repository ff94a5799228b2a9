import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TapeTreeSource } from '../tape/contract/tape-tree-source.ts';
import { formatDayFolder, formatDayKey, listDayFolders, type TreeDay } from './days.ts';
import {
  beginRun,
  finishRun,
  hashFile,
  hasSize,
  type MadeTable,
  noteDay,
  putMadeTables,
  putText,
  readMadeTables,
  readTreeDirectory,
  removeParts,
  type TreeDirectory,
} from './directory.ts';
import { toGuided, writeDuckdbViews, writeReadme } from './guide.ts';
import { type HistoryState, readState } from './history-state.ts';
import {
  DATA_LICENCE,
  TREE_VERSION,
  type TreeManifest,
  type TreePart,
  type TreeSelection,
} from './manifest.ts';
import { dropNewerRun, findNewer, isImported, requireNotNewer } from './newer-tree.ts';
import { planDays, type TreePlan } from './plan.ts';
import { NO_TAPE, planTapeDays, type TapePlan } from './plan-tape.ts';
import { requireSameTree } from './same-tree.ts';
import { writeSmallTable } from './small-table-file.ts';
import { isDayTable, isTapeTable, SMALL_TABLES, TABLE_COLUMNS } from './tables.ts';
import { listTreeDamage } from './tree-damage.ts';
import { type LockDirectory, whileLocked } from './tree-lock.ts';
import { type LostRows, listLosses } from './tree-losses.ts';
import type { DamagedSpan, TreeSource, TreeWindow } from './tree-source.ts';
import { writeDay } from './write-day.ts';
import { isTapeDay, writeTapeDay } from './write-tape-day.ts';

export interface TreeOptions {
  readonly directory: string;
  readonly selection: TreeSelection;
  readonly window: TreeWindow;
  /** Whether the records come from the built-in simulator. */
  readonly simulated: boolean;
  readonly lock: LockDirectory;
  /** Source of books and trades; required when they are selected. */
  readonly tape?: TapeTreeSource;
  /** Paths of parts that are written again although their files have the right size. */
  readonly broken?: ReadonlySet<string>;
  /** Approximate number of rows of a part. Default: 4 million. */
  readonly partRows?: number;
  /** Whether a tree that is newer than its history is written again. Default: it is refused. */
  readonly force?: boolean;
  /** Called before the first day and after each. */
  readonly onProgress?: (made: number, total: number) => void;
}

export interface WrittenTree {
  readonly manifest: TreeManifest;
  /** Number of parts of days that this run wrote. */
  readonly made: number;
}

/** Plans the days that a run would write. Nothing is written. */
export async function planTree(source: TreeSource, options: Omit<TreeOptions, 'lock'>): Promise<TreePlan> {
  const directory = await readTreeDirectory(options.directory, source.store);
  checkDirectory(directory, source, options);
  return plan(source, directory, options);
}

/** Finds the rows that a tree would lose if it were written again. Nothing is written. */
export async function findTreeLosses(
  source: TreeSource,
  options: Omit<TreeOptions, 'lock'>,
): Promise<readonly LostRows[]> {
  const directory = await readTreeDirectory(options.directory, source.store);
  requireSameTree(directory.manifest, options);
  const planned = await plan(source, directory, { ...options, force: true });
  return listLosses(source, directory, { ...options, planned });
}

/** Checks that a run may write into a directory. @throws {OtherTreeError | NewerTreeError} when it may not. */
function checkDirectory(
  directory: TreeDirectory,
  source: TreeSource,
  options: Omit<TreeOptions, 'lock'>,
): void {
  requireSameTree(directory.manifest, options);
  if (options.force !== true) requireNotNewer(directory, readState(source));
}

/**
 * Writes a history as a tree of files, or brings a tree up to date. The next run continues one that was killed, and the
 * tree is then byte by byte the same as without the kill.
 *
 * @throws {ForeignDirectoryError | ManifestError | OtherTreeError | NewerTreeError} before anything is written.
 * @throws {NewerTreeError} when only the records of a day show it, before that day is written.
 * @throws {DataDirLockedError} while another process writes into the directory.
 */
export async function writeTree(source: TreeSource, options: TreeOptions): Promise<WrittenTree> {
  const check = (found: TreeDirectory) => checkDirectory(found, source, options);
  return whileLocked(options.directory, { store: source.store, lock: options.lock, check }, (directory) =>
    writeInto(directory, source, options),
  );
}

async function writeInto(
  found: TreeDirectory,
  source: TreeSource,
  options: TreeOptions,
): Promise<WrittenTree> {
  const { directory: root, selection, window, simulated, partRows, onProgress, tape } = options;
  const directory = options.force === true ? dropNewerRun(found, readState(source)) : found;
  const { days, kept, damaged } = await plan(source, directory, options);
  const ofTape: DamagedSpan[] = [...damaged];
  const asOfMs = directory.unfinishedSince ?? source.asOfMs;
  const position = directory.unfinishedPosition ?? source.position;
  await beginRun(directory, { store: source.store, startedAt: source.asOfMs, position: source.position });

  const parts = [...kept];
  const { format, compression } = selection;
  const target = {
    directory: root,
    selection,
    window,
    format,
    compression,
    ...(partRows === undefined ? {} : { partRows }),
  };
  async function writeOneDay(day: TreeDay): Promise<readonly TreePart[]> {
    if (!isTapeDay(day))
      return writeDay(source, day, { ...target, before: findRowsBefore(directory, day, source, options) });
    const written = await writeTapeDay(requireTape(tape), day, target);
    ofTape.push(...written.damaged);
    return written.parts;
  }
  onProgress?.(0, days.length);
  for (const [i, day] of days.entries()) {
    const made = await writeOneDay(day);
    await noteDay(root, made);
    parts.push(...made);
    onProgress?.(i + 1, days.length);
  }
  const small = await writeSmallTables(source, options, directory.manifest);
  // Parts that are kept get this time too, since this run has compared them with the history.
  const all = [...parts, ...small]
    .map((part) => ({ ...part, asOfMs }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const observations = all.filter(({ table }) => table === 'observations');
  const manifest: TreeManifest = {
    version: TREE_VERSION,
    store: source.store,
    licence: DATA_LICENCE,
    simulated,
    asOfMs,
    position,
    window,
    selection,
    schema: Object.fromEntries(selection.tables.map((table) => [table, [...TABLE_COLUMNS[table]]])),
    parts: all,
    gaps: all.find(({ table }) => table === 'gaps')?.rows ?? 0,
    damaged: listTreeDamage(options, [...source.damage, ...ofTape], directory.manifest, kept),
    withdrawn: [...source.listWithdrawnBatches()],
    imported: [...source.listImportedTrees()],
    restored: [...source.restored],
    totals: {
      rows: observations.reduce((sum, { rows }) => sum + rows, 0),
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      series: source.countSeries(selection),
    },
  };
  await putText(path.join(root, 'duckdb.sql'), writeDuckdbViews(toGuided(manifest)));
  await putText(path.join(root, 'README.md'), writeReadme({ ...manifest, ...toGuided(manifest) }));
  await removeParts(root, [...(directory.manifest?.parts ?? []), ...directory.progress], all);
  await finishRun(root, manifest);
  return { manifest, made: parts.length - kept.length };
}

/** Lists the paths of parts whose files differ from the manifest. */
export async function findBrokenParts(
  root: string,
  { parts }: Pick<TreeManifest, 'parts'>,
): Promise<string[]> {
  const broken: string[] = [];
  for (const { path: name, sha256 } of parts) {
    if ((await hashFile(path.join(root, name))) !== sha256) broken.push(name);
  }
  return broken;
}

/** Lists the parts whose rows a day must still have; none after an import was withdrawn, which may remove rows. */
function findRowsBefore(
  { manifest }: TreeDirectory,
  day: TreeDay,
  source: TreeSource,
  { force }: Pick<TreeOptions, 'force'>,
): TreePart[] {
  if (manifest === null || force === true) return [];
  if (source.listWithdrawnBatches().some((batch) => !manifest.withdrawn.includes(batch))) return [];
  const folder = formatDayFolder(day);
  return manifest.parts.filter((part) => formatDayKey(part) === folder);
}

/** Plans a run. @throws {NewerTreeError} when a day of the tree is gone from the history without a withdrawal. */
async function plan(
  source: TreeSource,
  directory: TreeDirectory,
  { selection, window, broken: given, force, tape }: Omit<TreeOptions, 'lock'>,
): Promise<TreePlan & Pick<TapePlan, 'damaged'>> {
  const { path: root, progress, unfinishedSince } = directory;
  const state = readState(source);
  // The numbers of an imported or newer tree belong to another history, so nothing of its manifest is used.
  const isAnew = isImported(directory, state) || (force === true && findNewer(directory, state) !== null);
  const manifest = isAnew ? null : directory.manifest;
  const made = (manifest?.parts ?? []).filter(({ table }) => isDayTable(table));
  const broken = new Set(given);
  const ofRun = new Set(progress.map(formatDayKey));
  // Parts that this run has already written replace those of the manifest.
  for (const part of [...made.filter((one) => !ofRun.has(formatDayKey(one))), ...progress]) {
    if (!(await hasSize(root, part))) broken.add(part.path);
  }
  const options = {
    selection,
    window,
    asOfMs: unfinishedSince ?? source.asOfMs,
    made,
    madeNow: progress,
    isUnchanged: unfinishedSince === null && manifest?.position === source.position,
    broken,
    madeAsOfMs: manifest?.asOfMs ?? null,
  };
  const { tables } = selection;
  const planned = tables.includes('observations') ? planDays(source, options) : { days: [], kept: [] };
  if (force !== true && tables.includes('observations')) requireKnownDays(directory, state, planned);
  const ofTape = tables.some(isTapeTable) ? planTapeDays(requireTape(tape), tables, options) : NO_TAPE;
  return {
    days: [...planned.days, ...ofTape.days],
    kept: [...planned.kept, ...ofTape.kept],
    damaged: ofTape.damaged,
  };
}

function requireTape(tape: TapeTreeSource | undefined): TapeTreeSource {
  if (tape === undefined) throw new Error('a tree with books or trades needs their source');
  return tape;
}

function requireKnownDays(directory: TreeDirectory, state: HistoryState, { days, kept }: TreePlan): void {
  const known = new Set([...days.flatMap(listDayFolders), ...kept.map(formatDayKey)]);
  requireNotNewer(directory, {
    ...state,
    findSeq: (part) => (known.has(formatDayKey(part)!) ? state.findSeq(part) : null),
  });
}

/** Writes the small tables. A table whose version has not changed since its file was written is kept. */
async function writeSmallTables(
  source: TreeSource,
  { directory, selection, window, broken = new Set() }: TreeOptions,
  before: TreeManifest | null,
): Promise<TreePart[]> {
  const { format, compression, tables } = selection;
  // Damage is only found by reading, so after damage every table is read again.
  const isSound = before !== null && before.damaged.length === 0;
  const known = isSound ? await readMadeTables(directory) : new Map<string, MadeTable>();
  const made = new Map<string, MadeTable>();
  const parts: TreePart[] = [];
  for (const table of SMALL_TABLES) {
    if (!tables.includes(table)) continue;
    const version = source.readTableVersion(table);
    const kept = before?.parts.find((one) => one.table === table) ?? null;
    const isSame =
      kept !== null &&
      isDeepStrictEqual(before?.schema[table], TABLE_COLUMNS[table]) &&
      known.get(table)?.version === version &&
      known.get(table)?.sha256 === kept.sha256 &&
      !broken.has(kept.path) &&
      (await hasSize(directory, kept));
    const target = { directory, selection, window, format, compression };
    const part = isSame ? kept : await writeSmallTable(source, table, target);
    made.set(table, { version, sha256: part.sha256 });
    parts.push(part);
  }
  await putMadeTables(directory, made);
  return parts;
}
