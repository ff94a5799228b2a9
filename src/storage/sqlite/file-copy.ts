import { existsSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { CopySource, CopyTarget } from '../copy/side.ts';
import { StorageFormatError } from '../service-database.ts';
import { createSqliteSide } from './copy-side.ts';
import { migrate, requireCurrent } from './migrate.ts';
import { closeWriter, openReader, openWriter, SERVICE_FILE } from './open.ts';

/** Begins the name of a folder in which a file grows. */
const PART = 'service-copy-';

/**
 * Reads the file of a data directory on one state of it.
 *
 * @param work Receives the connection too, for audits.
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

/** @throws {StorageFormatError} when a data directory has a service database. */
export function requireNoFile(dataDir: string): void {
  if (!existsSync(path.join(dataDir, SERVICE_FILE))) return;
  throw new StorageFormatError(`${dataDir} has a service database already: name another directory`);
}

/**
 * Makes the file of a data directory that has none. It appears whole, after `check`, or not at all. No other process
 * copies into the directory meanwhile.
 *
 * @param check Throws when the file fails its checks. References hold by then.
 */
export async function createFileCopy<Result>(
  dataDir: string,
  fill: (target: CopyTarget) => Promise<Result>,
  check: (copy: CopySource, file: DatabaseSync, filled: Result) => Promise<void>,
): Promise<Result> {
  requireNoFile(dataDir);
  // A copy that was killed could not remove its own.
  for (const left of globSync(`${PART}*`, { cwd: dataDir })) {
    rmSync(path.join(dataDir, left), { recursive: true, force: true });
  }
  const part = mkdtempSync(path.join(dataDir, PART));
  try {
    const file = openWriter(part);
    try {
      migrate(file);
      const side = createSqliteSide(file);
      // References are checked once all rows are there.
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
