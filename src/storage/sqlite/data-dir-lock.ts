import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirLockedError } from '../service-database.ts';

/**
 * Keeps the service database of a data directory for this process. The lock is the operating system's, held
 * through SQLite on a file of its own, so that readers may open the database meanwhile; it ends with the process.
 *
 * @throws {DataDirLockedError} when another process holds it.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, 'service.lock'), { timeout: 0 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;');
  } catch (error) {
    db.close();
    if (error instanceof Error && /database is locked|busy/i.test(error.message)) {
      throw new DataDirLockedError(
        `the data directory ${dataDir} is in use by another process: stop that one, or choose another directory`,
        { cause: error },
      );
    }
    throw error;
  }
  return { release: () => db.close() };
}
