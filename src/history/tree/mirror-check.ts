import { epochMs } from '../../domain/index.ts';
import { countParquetRows } from '../formats/parquet/row-groups.ts';
import { formatDayKey } from './days.ts';
import type { TreeDirectory } from './directory.ts';
import type { HistoryState } from './history-state.ts';
import { findNewestMoment, type TreeManifest, type TreePart } from './manifest.ts';
import { isImported, NewerTreeError, requireNotNewer } from './newer-tree.ts';
import { OtherTreeError, requireSameTree } from './same-tree.ts';
import type { TreeWindow } from './tree-source.ts';

/** Options of a mirror that decide what is refused. */
interface MirrorChoice {
  /** Window of the mirror, extended to whole days. */
  readonly window: TreeWindow;
  readonly force?: boolean;
}

/**
 * Checks that a directory may become the mirror of a service.
 *
 * @throws {OtherTreeError} when it holds another tree than the requested one.
 * @throws {NewerTreeError} when it has rows that the service lacks.
 */
export function checkMirror(directory: TreeDirectory, there: TreeManifest, options: MirrorChoice): void {
  requireSameMirror(directory, there, options);
  if (options.force !== true) requireNotNewer(directory, toState(there));
}

/** Returns the state of the history behind a service from the manifest of its tree. */
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

/** Checks the selection and window of a mirror. The end of its window moves from day to day, unless it was given. */
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
 * Checks that a closed day into which nothing was inserted has not lost rows: otherwise the service has another history
 * than before.
 *
 * @throws {NewerTreeError} when the new file has fewer rows.
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
