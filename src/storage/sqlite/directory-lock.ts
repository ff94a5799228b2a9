import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirLockedError } from '../service-database.ts';

export interface DirectoryLock {
  release(): void;
}

/** The thing that a lock keeps for one process, as its error names it. */
type LockedThing = 'data directory' | 'tree';

/**
 * Takes a directory for this process, and makes it where it does not exist.
 *
 * What is kept there stays open to readers, so the one writer is decided by a file beside it: an empty SQLite database
 * under an exclusive transaction. The lock is the operating system's and ends with the process, however that ends, so
 * no stale lock can stay behind.
 *
 * @param lockFile Of the store that is written: two stores of a directory may have two writers.
 * @throws {DataDirLockedError} when another process has it.
 */
export function lockDirectory(
  directory: string,
  lockFile: string,
  what: LockedThing = 'data directory',
): DirectoryLock {
  mkdirSync(directory, { recursive: true });
  const db = new DatabaseSync(join(directory, lockFile), { timeout: 0 });
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
  } catch (error) {
    db.close();
    throw error instanceof Error && /database is locked|busy/i.test(error.message)
      ? createLockedError(directory, error, what)
      : error;
  }
  return { release: () => db.close() };
}

/** Makes the failure of a start on a directory that another process has locked. */
export function createLockedError(
  directory: string,
  cause: unknown,
  what: LockedThing = 'data directory',
): DataDirLockedError {
  return new DataDirLockedError(
    `the ${what} ${directory} is in use by another process: stop that one, or choose another directory`,
    { cause },
  );
}
