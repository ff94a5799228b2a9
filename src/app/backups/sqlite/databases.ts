import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { ForeignLogError } from '../../../storage/foreign-log-error.ts';
import { StorageFormatError } from '../../../storage/service-database.ts';
import { openReader, SERVICE_FILE } from '../../../storage/sqlite/open.ts';
import { isSqliteError } from '../../../storage/sqlite/sqlite-error.ts';
import { PRIVATE_FILE, syncFile } from '../files.ts';

/** Number of pages with which a database is copied in one step. A commit between two steps would restart the copy. */
const ALL_PAGES = 2 ** 31 - 1;

/** Maximum number of attempts to open several databases without a commit in between. */
const MOMENT_TRIES = 1_000;

/** Opens databases for reading at one moment: none of them had a commit while they were opened. */
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
        // SQLite takes the snapshot at the first read.
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

/** Copies a database to a single file without a log, which can be read on a read-only disk. */
export async function copyDatabase(source: DatabaseSync, target: string): Promise<void> {
  // The file is created first with its mode, because SQLite would create it readable for others.
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

/** Writes the log of a database that was copied byte by byte into its file. */
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
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
  try {
    return read(old);
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  } finally {
    old.close();
  }
}

/** Whether an error says that a database cannot be read: it is damaged, of another kind, or has a foreign log. */
const isUnreadable = (error: unknown) =>
  isSqliteError(error) || error instanceof StorageFormatError || error instanceof ForeignLogError;
