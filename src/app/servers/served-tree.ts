import path from 'node:path';
import { isApart } from '../../config/roles.ts';
import { ServedTree } from '../../history/tree/served/served-tree.ts';
import { listWithheld, type ReferenceRights } from '../../references/recording/rights.ts';
import type { Foundation } from '../foundation.ts';
import { readDataKind } from '../stores/service-database.ts';
import { ThreadTreeMaker } from './tree-maker-thread.ts';

/**
 * Opens the export tree of all records, whose files are created on request.
 *
 * @param rights Rights to reference values. Values that may not be shown are in no file.
 * @param lifecycle Receives the stop of the tree.
 * @returns null: the history is not a file of this installation.
 */
export function openServedTree(
  { config, secrets, clock, now }: Pick<Foundation, 'config' | 'secrets' | 'clock' | 'now'>,
  rights: ReferenceRights,
  lifecycle: AsyncDisposableStack,
): ServedTree | null {
  if (secrets.historyUrl !== null) return null;
  const { dataDir } = config.history;
  // Processes that share a data directory use separate folders, because each has an index of its own.
  const folder = isApart(config.role) ? `export-${config.server.port}` : 'export';
  const tree = new ServedTree({
    directory: path.join(dataDir, folder),
    maker: new ThreadTreeMaker(dataDir),
    withheld: listWithheld(rights),
    simulated: readDataKind(dataDir) === 'simulated',
    clock,
    now,
  });
  lifecycle.adopt(tree, (open) => open.close());
  return tree;
}
