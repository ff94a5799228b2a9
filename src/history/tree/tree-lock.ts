import { LOCK_FILE, readTreeDirectory, type TreeDirectory } from './directory.ts';

/**
 * Locks a directory for this process, and creates it when it does not exist. @throws {DataDirLockedError} when another
 * process has it.
 */
export type LockDirectory = (directory: string, lockFile: string, what: 'tree') => { release(): void };

/**
 * Runs work that writes a tree while no other process writes it. Without the lock, a second run would take the first
 * one for killed, and continue with its files.
 *
 * A directory that is refused keeps its files and gets no lock file.
 *
 * @param check Throws when the directory holds another tree than the requested one.
 * @throws {ForeignDirectoryError | ManifestError} before anything is written.
 * @throws {DataDirLockedError} while another process writes the tree.
 */
export async function whileLocked<Result>(
  directory: string,
  {
    store,
    lock: take,
    check,
  }: {
    readonly store: string;
    readonly lock: LockDirectory;
    readonly check: (found: TreeDirectory) => void;
  },
  work: (found: TreeDirectory) => Promise<Result>,
): Promise<Result> {
  check(await readTreeDirectory(directory, store));
  const lock = take(directory, LOCK_FILE, 'tree');
  try {
    // The directory is read again under the lock, since it may have changed before.
    const found = await readTreeDirectory(directory, store);
    check(found);
    return await work(found);
  } finally {
    lock.release();
  }
}
