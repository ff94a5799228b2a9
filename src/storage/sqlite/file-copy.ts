import { existsSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { CopySource, CopyTarget } from '../copy/side.ts';
import { StorageFormatError } from '../service-database.ts';
import { createSqliteSide } from './copy-side.ts';
import { migrate, requireCurrent } from './migrate.ts';
import { closeWriter, openReader, openWriter, SERVICE_FILE } from './open.ts';

/** Prefix of the name of a folder in which a file is being written. */
const PART = 'service-copy-';

/**
 * Reads the file of a data directory in one snapshot.
 *
 * @param work Also receives the connection, for audits.
 */
export async function readFileCopy<Result>(
  dataDir: string,
  work: (source: CopySource, file: DatabaseSync) => Promise<Result>,
): Promise<Result> {
  const file = openReader(dataDir);
  try {
    requireCurrent(file);
    return await work(createSqliteSide(file), file);
  } finally {
    file.close();
  }
}

/** Requires that a data directory has no service database. @throws {StorageFormatError} when it has one. */
export function requireNoFile(dataDir: string): void {
  if (!existsSync(path.join(dataDir, SERVICE_FILE))) return;
  throw new StorageFormatError(`${dataDir} has a service database already: name another directory`);
}

/**
 * Creates the file of a data directory that has none. It appears completely, after `check`, or not at all. No other
 * process may copy into the directory meanwhile.
 *
 * @param check Throws when the file fails its checks. Foreign keys are valid by then.
 */
export async function createFileCopy<Result>(
  dataDir: string,
  fill: (target: CopyTarget) => Promise<Result>,
  check: (copy: CopySource, file: DatabaseSync, filled: Result) => Promise<void>,
): Promise<Result> {
  requireNoFile(dataDir);
  // Removes the folders of copies that were killed.
  for (const left of globSync(`${PART}*`, { cwd: dataDir })) {
    rmSync(path.join(dataDir, left), { recursive: true, force: true });
  }
  const part = mkdtempSync(path.join(dataDir, PART));
  try {
    const file = openWriter(part);
    try {
      migrate(file);
      const side = createSqliteSide(file);
      // Foreign keys are checked when all rows exist.
      file.exec('PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE');
      const filled = await fill(side);
      file.exec('COMMIT; PRAGMA foreign_keys = ON');
      const dangling = file.prepare('PRAGMA foreign_key_check').all().length;
      if (dangling > 0) throw new StorageFormatError(`${dangling} rows refer to missing rows`);
      await check(side, file, filled);
      closeWriter(file);
      renameSync(path.join(part, SERVICE_FILE), path.join(dataDir, SERVICE_FILE));
      return filled;
    } finally {
      if (file.isOpen) file.close();
    }
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
