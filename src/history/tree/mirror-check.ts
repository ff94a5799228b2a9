import { epochMs } from '../../domain/index.ts';
import { countParquetRows } from '../formats/parquet/row-groups.ts';
import { formatDayKey } from './days.ts';
import type { TreeDirectory } from './directory.ts';
import type { HistoryState } from './history-state.ts';
import { findNewestMoment, type TreeManifest, type TreePart } from './manifest.ts';
import { isImported, NewerTreeError, requireNotNewer } from './newer-tree.ts';
import { OtherTreeError, requireSameTree } from './same-tree.ts';
import type { TreeWindow } from './tree-source.ts';

/** The part of a mirror's options that decides what is refused. */
interface MirrorChoice {
  /** Days that overlap are taken whole. */
  readonly window: TreeWindow;
  readonly force?: boolean;
}

/**
 * Refuses a directory that holds another tree than the requested one, or rows that the service lacks.
 *
 * @throws {OtherTreeError | NewerTreeError}
 */
export function checkMirror(directory: TreeDirectory, there: TreeManifest, options: MirrorChoice): void {
  requireSameMirror(directory, there, options);
  if (options.force !== true) requireNotNewer(directory, toState(there));
}

/** The state of the history behind a service. */
export function toState(manifest: TreeManifest): HistoryState {
  const { position, restored, imported, withdrawn, parts } = manifest;
  const seqs = new Map(parts.map((part) => [formatDayKey(part), part.seq]));
  return {
    asOfMs: findNewestMoment(manifest),
    position,
    withdrawn,
    imported: imported ?? [],
    restored: (restored ?? []).map(({ fromMs, toMs }) => ({ fromMs: epochMs(fromMs), toMs: epochMs(toMs) })),
    findSeq: (part) => seqs.get(formatDayKey(part)) ?? null,
  };
}

/** The end of a window moves from day to day, unless it was named. */
function requireSameMirror(
  { path: root, manifest }: TreeDirectory,
  there: TreeManifest,
  { window }: MirrorChoice,
): void {
  const { selection, simulated } = there;
  const { fromMs, toMs } = there.window;
  if (manifest !== null && manifest.window.toMs === null && there.window.toMs !== null) {
    throw new OtherTreeError(
      `${root} holds a tree with open days, which a mirror has not: bring it up to date with "crosstape export" on its machine, or name another directory`,
    );
  }
  const ends = window.toMs === null ? { fromMs } : { fromMs, toMs };
  requireSameTree(manifest, { directory: root, selection, simulated, window: ends as Partial<TreeWindow> });
}

/**
 * A closed day into which nothing was inserted since has the rows that it had: fewer are those of another past.
 *
 * @throws {NewerTreeError}
 */
export async function requireRows(
  directory: TreeDirectory,
  { path: name, seq }: TreePart,
  file: string,
  there: TreeManifest,
): Promise<void> {
  const before = directory.manifest?.parts.find((part) => part.path === name);
  if (before === undefined || !before.closed || before.seq === null || before.seq !== seq) return;
  if (isImported(directory, toState(there))) return;
  const rows = await countParquetRows(file);
  if (rows >= before.rows) return;
  throw new NewerTreeError(
    `${directory.path}: the mirror has ${before.rows - rows} more rows in ${name} than the service: run "crosstape import ${directory.path}" on the machine of the service first, or lose the rows with --force`,
  );
}
