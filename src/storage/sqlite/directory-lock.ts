import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirLockedError } from '../service-database.ts';

export interface DirectoryLock {
  release(): void;
}

/** Kind of the locked thing, as the error names it. */
type LockedThing = 'data directory' | 'tree';

/**
 * Locks a directory for this process, and creates it if necessary.
 *
 * The data remain open to readers, so the only writer is determined by a file beside them: an empty SQLite database
 * under an exclusive transaction. The lock is one of the operating system and ends with the process, however that ends,
 * so it is never stale.
 *
 * @param lockFile Lock file of the written store. Two stores of a directory may have two writers.
 * @throws {DataDirLockedError} when another process holds it.
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

/** Creates the error of a start on a directory that another process has locked. */
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
