import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isFileError } from './file-error.ts';

/**
 * Makes a directory and the ones above it, from the top down. Node's own recursive way never ends where a file
 * system answers "no such file" for a child of a directory that exists, as /proc does, and names the wrong reason on a disk
 * that takes no writes.
 *
 * @param mode Of the directories that are made. Default: what the process allows.
 */
export async function makeDirectory(directory: string, mode?: number): Promise<void> {
  try {
    if ((await stat(directory)).isDirectory()) return;
  } catch (error) {
    if (!isFileError(error, 'ENOENT')) throw error;
    const parent = path.dirname(directory);
    if (parent !== directory) await makeDirectory(parent, mode);
  }
  await mkdir(directory, { mode }).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have been faster; a file of that name is no directory.
    if (error.code !== 'EEXIST' || !(await stat(directory)).isDirectory()) throw error;
  });
}
