import type { TreeManifest, TreeSelection } from './manifest.ts';
import { TREE_TABLES, type TreeTable } from './tables.ts';
import type { TreeWindow } from './tree-source.ts';

/** Error: the directory holds a tree of another selection, window or format. */
export class OtherTreeError extends Error {
  override readonly name = 'OtherTreeError';
}

export interface WantedTree {
  readonly directory: string;
  readonly selection: TreeSelection;
  /** Window of the tree; an end that is left out may differ from run to run. */
  readonly window: Partial<TreeWindow>;
  readonly simulated: boolean;
}

/**
 * Checks that a directory is continued with the options of its first run.
 *
 * @param manifest Manifest of the directory; null when it has none.
 * @throws {OtherTreeError} when an option differs.
 */
export function requireSameTree(
  manifest: TreeManifest | null,
  { directory, selection, window, simulated }: WantedTree,
): void {
  if (manifest === null) return;
  const names = Object.keys(selection) as (keyof TreeSelection)[];
  const differs = names.find(
    (name) =>
      !isEqual(selection[name], manifest.selection[name]) &&
      !(name === 'tables' && hasGrown(selection, manifest)),
  );
  const ends = Object.keys(window) as (keyof TreeWindow)[];
  const other = differs ?? (ends.every((end) => window[end] === manifest.window[end]) ? undefined : 'window');
  if (other !== undefined) {
    throw new OtherTreeError(
      `${directory} holds a tree with a different selection (${other}): repeat the command that made it, or name another directory`,
    );
  }
  if (manifest.simulated !== simulated) {
    throw new OtherTreeError(
      `${directory} holds ${manifest.simulated ? 'simulated' : 'real'} data: name another directory`,
    );
  }
}

/** Tables that trees of earlier releases lack, in the order in which they were added. */
const LATER: readonly TreeTable[] = ['forecasts', 'marks', 'settled', 'bars'];

/** Whether a tree has all the tables that existed when it was written, so that later tables may be added to it. */
function hasGrown({ tables }: TreeSelection, { selection }: TreeManifest): boolean {
  if (!isEqual(tables, TREE_TABLES)) return false;
  return LATER.some((_, from) => {
    const added = LATER.slice(from);
    return isEqual(
      tables.filter((table) => !added.includes(table)),
      selection.tables,
    );
  });
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
