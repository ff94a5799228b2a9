import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirLockedError } from '../service-database.ts';

export interface DirectoryLock {
  release(): void;
}

/**
 * Takes a data directory for this process, and makes it where it does not exist.
 *
 * What is kept there stays open to readers, so the one writer is decided by a file beside it: an empty SQLite database
 * under an exclusive transaction. The lock is the operating system's and ends with the process, however that ends, so
 * no stale lock can stay behind.
 *
 * @param lockFile Of the store that is written: two stores of a directory may have two writers.
 * @throws {DataDirLockedError} when another process has it.
 */
export function lockDirectory(dataDir: string, lockFile: string): DirectoryLock {
  mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, lockFile), { timeout: 0 });
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
  } catch (error) {
    db.close();
    throw error instanceof Error && /database is locked|busy/i.test(error.message)
      ? lockedError(dataDir, error)
      : error;
  }
  return { release: () => db.close() };
}

export function lockedError(dataDir: string, cause: unknown): DataDirLockedError {
  return new DataDirLockedError(
    `the data directory ${dataDir} is in use by another process: stop that one, or choose another directory`,
    { cause },
  );
}
