import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * The commands that lead from a version that cannot upgrade the data back to the one before.
 *
 * @param hasServer Whether the service database is on PostgreSQL, of which a backup holds nothing.
 */
export function describeWayBack(hasServer: boolean, root: string = ROOT): string {
  const restores = [
    'bin/crosstape restore <backup from before the upgrade>',
    ...(hasServer ? ['pg_restore of the database (docs/bad-days.md)'] : []),
  ];
  return `to go back: ${[`git checkout ${findCommitBefore(root)}`, ...restores].join(', then ')}`;
}

/** @returns Where HEAD was before it was moved, by a pull for example; a placeholder where git does not say. */
function findCommitBefore(root: string): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD@{1}'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : '<commit before>';
}
