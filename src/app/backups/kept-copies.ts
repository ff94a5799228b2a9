import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PART } from './check-copy.ts';
import { listNames } from './files.ts';
import { readManifest } from './manifest.ts';

/** Names of backup folders that `--keep` counts. */
const STAMPED = /^\d{8}T\d{6}Z(-\d+)?$/;

/** Finds the newest copy in a folder of copies; null when there is none. */
export async function findNewestCopy(root: string): Promise<string | null> {
  const newest = (await listNames(root)).filter((name) => STAMPED.test(name)).at(-1);
  return newest === undefined ? null : path.join(root, newest);
}

/** Removes the oldest copies of an installation, so that `keep` remain. @returns The removed folders. */
export async function removeOldestCopies(
  root: string,
  keep: number,
  installation: string,
): Promise<string[]> {
  const own: { readonly name: string; readonly madeAtMs: number }[] = [];
  for (const name of (await listNames(root)).filter((each) => STAMPED.test(each))) {
    const manifest = await readManifest(path.join(root, name)).catch(() => null);
    if (manifest?.installation === installation) own.push({ name, madeAtMs: manifest.madeAtMs });
  }
  own.sort((a, b) => a.madeAtMs - b.madeAtMs || a.name.localeCompare(b.name, 'en', { numeric: true }));
  const removed = own.slice(0, Math.max(0, own.length - keep)).map(({ name }) => path.join(root, name));
  for (const directory of removed) {
    // The folder is renamed first, so that a kill during its removal does not leave a folder that counts as a backup.
    const going = path.join(root, `${PART}${path.basename(directory)}`);
    await rename(directory, going);
    await rm(going, { recursive: true });
  }
  return removed;
}
