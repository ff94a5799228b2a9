import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The two commands that lead from a version that cannot upgrade the data back to the one before. */
export function describeWayBack(root: string = ROOT): string {
  return `to go back: git checkout ${findCommitBefore(root)}, then bin/crosstape restore <backup from before the upgrade>`;
}

/** @returns Where HEAD was before it was moved, by a pull for example; a placeholder where git does not say. */
function findCommitBefore(root: string): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD@{1}'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : '<commit before>';
}
