import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCK_FILE = 'writer.lock';

/** Another process writes to the data directory. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';
}

export interface WriterLock {
  release(): void;
}

/**
 * Takes the data directory for writing, and makes it where it does not exist.
 *
 * The history file itself stays open to readers, so the one writer is decided by a file beside it: an empty
 * SQLite database under an exclusive transaction. The lock is the operating system's and ends with the
 * process, however that ends, so no stale lock can stay behind.
 *
 * @throws {DataDirLockedError} when another process has it.
 */
export function takeWriterLock(dataDir: string): WriterLock {
  mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 });
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
