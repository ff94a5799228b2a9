import { LOCK_FILE, readTreeDirectory, type TreeDirectory } from './directory.ts';

/** Takes a directory for this process, and makes it where it does not exist. @throws {DataDirLockedError} */
export type LockDirectory = (directory: string, lockFile: string, what: 'tree') => { release(): void };

/**
 * Does work that writes a tree, which no other process writes meanwhile: without this, a run beside a first one would
 * take that for killed, and go on with its files.
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
    // Under the lock: no other process changes the directory from here on.
    const found = await readTreeDirectory(directory, store);
    check(found);
    return await work(found);
  } finally {
    lock.release();
  }
}
