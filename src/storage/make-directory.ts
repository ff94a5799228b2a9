import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isFileError } from './file-error.ts';

/**
 * Creates a directory and its parents, from the top down. Node's own recursive mode never ends when a file system
 * answers "no such file" for a child of an existing directory, as /proc does, and it names the wrong reason on a
 * read-only disk.
 *
 * @param mode Mode of the created directories. Default: by the process's umask.
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
    // Another process may have created the directory first. An existing file of that name is an error.
    if (error.code !== 'EEXIST' || !(await stat(directory)).isDirectory()) throw error;
  });
}
