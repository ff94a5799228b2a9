import { formatIsoTime } from '../../domain/index.ts';
import { formatDayKey } from './days.ts';
import type { TreeDirectory } from './directory.ts';
import type { HistoryState } from './history-state.ts';
import type { TreePart } from './manifest.ts';
import { isTapeTable } from './tables.ts';

/** Error: the directory has rows that the history lacks, for example after a restore. These rows were not changed. */
export class NewerTreeError extends Error {
  override readonly name = 'NewerTreeError';
}

/**
 * Decides whether a directory has, or may have, rows that a history lacks. A tree is newer when one of its numbers is
 * beyond the history's, or when it was written from records that a restore removed. A tree that was imported since is
 * not newer.
 *
 * @returns The reason, for a message; null when the tree is not newer.
 */
export function findNewer(directory: TreeDirectory, history: HistoryState): string | null {
  const manifest = isImported(directory, history) ? null : directory.manifest;
  const { progress, unfinishedSince, unfinishedPosition } = directory;
  // An unfinished first run has no manifest and no such list: any import may have been withdrawn since.
  const withdrawn = manifest?.withdrawn ?? [];
  const run = { asOfMs: unfinishedSince ?? 0, position: unfinishedPosition ?? 0, parts: progress, withdrawn };
  return (manifest === null ? null : findBeyond(manifest, history)) ?? findBeyond(run, history);
}

/** Describes what a tree has beyond the history; null when it has nothing. */
export function findBeyond(
  tree: {
    readonly asOfMs: number;
    readonly position: number;
    readonly parts: readonly TreePart[];
    readonly withdrawn: readonly string[];
  },
  history: HistoryState,
): string | null {
  return (
    findNewerMoment(tree.asOfMs, tree.position, history) ?? findNewerPart(tree.parts, tree.withdrawn, history)
  );
}

/** Whether all rows of the tree are in the history by an import. Its own numbers then belong to another history. */
export function isImported(
  { manifestSha256 }: TreeDirectory,
  { imported }: Pick<HistoryState, 'imported'>,
): boolean {
  return manifestSha256 !== null && imported.includes(manifestSha256);
}

/** Checks a directory before a run. @throws {NewerTreeError} when its tree is newer than the history. */
export function requireNotNewer(directory: TreeDirectory, history: HistoryState): void {
  const reason = findNewer(directory, history);
  if (reason === null) return;
  const { path, manifest } = directory;
  const advice =
    manifest === null
      ? 'name another directory, or make it anew with --force'
      : `"crosstape import ${path}" first, or lose rows of it with --force`;
  throw new NewerTreeError(`${path}: the tree is newer than this history (${reason}): ${advice}`);
}

/** Drops an unfinished run that is newer than the history from the state of a directory: the next run starts again. */
export function dropNewerRun(directory: TreeDirectory, history: HistoryState): TreeDirectory {
  const run = { ...directory, manifest: null };
  if (findNewer(run, history) === null) return directory;
  return { ...directory, progress: [], unfinishedSince: null, unfinishedPosition: null };
}

function findNewerMoment(asOfMs: number, position: number, history: HistoryState): string | null {
  if (position > history.position)
    return `it has commit ${position} and the history ends with ${history.position}`;
  if (asOfMs > history.asOfMs) {
    return `it is as of ${formatIsoTime(asOfMs)} and the history as of ${formatIsoTime(history.asOfMs)}`;
  }
  const lost = history.restored.find(({ fromMs, toMs }) => asOfMs > fromMs && asOfMs <= toMs);
  if (lost === undefined) return null;
  return `it is as of ${formatIsoTime(asOfMs)}, and a backup as of ${formatIsoTime(lost.fromMs)} was put in the history's place since`;
}

function findNewerPart(
  parts: readonly TreePart[],
  withdrawn: readonly string[],
  history: HistoryState,
): string | null {
  // Withdrawing an import may remove whole days.
  const isWithdrawn = history.withdrawn.some((batch) => !withdrawn.includes(batch));
  for (const part of parts) {
    const moment = findNewerMoment(part.asOfMs ?? 0, 0, history);
    if (moment !== null) return `${part.path}: ${moment}`;
    // Books and trades do not count: the tape removes old books by itself, so a missing day is no sign of a restore.
    if (part.seq === null || isTapeTable(part.table)) continue;
    const seq = history.findSeq(part);
    if (seq === null && !isWithdrawn && part.rows > 0)
      return `the history has nothing of ${formatDayKey(part)}`;
    if (seq !== null && part.seq > seq)
      return `${part.path} has insertion ${part.seq} and the history ${seq}`;
  }
  return null;
}
