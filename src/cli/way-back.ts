import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Describes the commands that lead from a version that cannot migrate the data back to the previous one.
 *
 * @param hasServer Whether the service database is on PostgreSQL, which backups do not include.
 */
export function describeWayBack(hasServer: boolean, root: string = ROOT): string {
  const restores = [
    'bin/crosstape restore <backup from before the upgrade>',
    ...(hasServer ? ['pg_restore of the database (docs/bad-days.md)'] : []),
  ];
  return `to go back: ${[`git checkout ${findCommitBefore(root)}`, ...restores].join(', then ')}`;
}

/**
 * Finds the commit before the last update.
 *
 * @returns Position of HEAD before it was moved, for example by a pull; a placeholder when git does not state it.
 */
function findCommitBefore(root: string): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD@{1}'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : '<commit before>';
}
