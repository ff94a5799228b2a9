import type { TreeManifest, TreeSelection } from './manifest.ts';
import { TREE_TABLES, type TreeTable } from './tables.ts';
import type { TreeWindow } from './tree-source.ts';

/** The directory holds a tree of another selection, window or form. */
export class OtherTreeError extends Error {
  override readonly name = 'OtherTreeError';
}

export interface WantedTree {
  readonly directory: string;
  readonly selection: TreeSelection;
  /** Ends that are left out may move from run to run. */
  readonly window: Partial<TreeWindow>;
  readonly simulated: boolean;
}

/**
 * A directory is continued with the options of its first run.
 *
 * @param manifest Of the directory; null: none.
 * @throws {OtherTreeError}
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

/** Tables that trees of earlier releases lack, in the order in which they came. */
const LATER: readonly TreeTable[] = ['forecasts', 'marks', 'settled'];

/** A tree of all tables that were there when it was made: those that came later are added. */
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
