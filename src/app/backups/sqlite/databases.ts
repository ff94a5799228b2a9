import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { openReader, SERVICE_FILE } from '../../../storage/sqlite/open.ts';
import { isSqliteError } from '../../../storage/sqlite/sqlite-error.ts';
import { PRIVATE_FILE, syncFile } from '../files.ts';

/** A database at the moment that a backup shows. */
export type OpenSource = DatabaseSync;

/**
 * Number of pages that copies a database in one step: a commit that interrupts a step would restart the copy again and
 * again.
 */
const ALL_PAGES = 2 ** 31 - 1;

/** Tries until no commit came between the moments of two databases. */
const MOMENT_TRIES = 1_000;

/** Opens databases for reading, each at the same moment: nothing was committed to any of them in between. */
export function openAtOneMoment(files: readonly string[]): DatabaseSync[] {
  const opened: DatabaseSync[] = [];
  const probes: DatabaseSync[] = [];
  const openAll = (into: DatabaseSync[]) => {
    for (const file of files) into.push(new DatabaseSync(file, { readOnly: true, timeout: 10_000 }));
  };
  const readVersions = () =>
    probes.map((db) => Number(db.prepare('PRAGMA data_version').get()?.data_version));
  try {
    openAll(opened);
    openAll(probes);
    for (let i = 0; ; i++) {
      const before = readVersions();
      for (const db of opened) {
        db.exec('BEGIN');
        // A snapshot begins with the first read.
        db.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
      }
      const after = readVersions();
      if (i === MOMENT_TRIES || after.every((version, at) => version === before[at])) return opened;
      for (const db of opened) db.exec('ROLLBACK');
    }
  } catch (error) {
    for (const db of opened) db.close();
    throw error;
  } finally {
    for (const db of probes) db.close();
  }
}

/** A copy needs no log beside it: it is one file, which can be read on a disk that takes no writes. */
export async function copyDatabase(source: DatabaseSync, target: string): Promise<void> {
  // The file is made before SQLite makes it, which would make it readable by others.
  await writeFile(target, '', { flag: 'wx', mode: PRIVATE_FILE });
  await backup(source, target, { rate: ALL_PAGES });
  const copy = new DatabaseSync(target);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
  await syncFile(target);
}

/** Brings the log of a database that was copied as it lay into its file. */
export function foldLog(file: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

/** Reads a service database that may be damaged. @returns null when there is none, or it cannot be read. */
export function readOldAccounts<Result>(
  directory: string,
  read: (old: DatabaseSync) => Result,
): Result | null {
  if (!existsSync(path.join(directory, SERVICE_FILE))) return null;
  let old: DatabaseSync;
  try {
    old = openReader(directory);
  } catch {
    return null;
  }
  try {
    return read(old);
  } catch (error) {
    if (isSqliteError(error)) return null;
    throw error;
  } finally {
    old.close();
  }
}
