import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqliteError } from '../../../storage/sqlite/sqlite-error.ts';
import { UpgradeError } from '../../../storage/upgrade-error.ts';
import { HISTORY_FILE, HistoryFormatError, readFormat } from '../database.ts';
import { Format1File } from './format-1/file.ts';
import { FormatUpgrade, type UpgradeProgress } from './format-upgrade.ts';

/** The new file is beside the old one until all of it is written and checked. */
export const UPGRADE_FILE = 'history.upgrade.sqlite';

/**
 * Brings the file of a data directory to the present format, when it is of an older one.
 *
 * The old file stays as it is. A new one is written beside it, and every record is read back from there and
 * compared by checksum before its transaction is committed; then the new file takes the place of the old one
 * by a rename. An upgrade that a kill or a full disk stops leaves the old file and a part of the new one:
 * the next call continues where that ends.
 *
 * The caller holds the writer's lock.
 *
 * @throws {UpgradeError} when a record does not come back as it was, or there is no room. The old file is kept.
 */
export async function upgradeHistory(
  dataDir: string,
  onProgress: (progress: UpgradeProgress) => void = () => {},
): Promise<void> {
  const file = join(dataDir, HISTORY_FILE);
  const target = join(dataDir, UPGRADE_FILE);
  if (!existsSync(file) || readFormat(file) !== 1) {
    // A rename ends the upgrade; files that remain belong to one that is gone.
    removeDatabase(target);
    return;
  }
  const old = new Format1File(file);
  try {
    const upgrade = openUpgrade(target, old.readFingerprint());
    try {
      await upgrade.run(old, onProgress);
    } catch (error) {
      throw new UpgradeError('the history', '"format 1 to 2"', error);
    } finally {
      upgrade.close();
    }
  } finally {
    old.close();
  }
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  renameSync(target, file);
  syncDirectory(dataDir);
}

/**
 * Continues with a new file that was begun of the same old one, or starts over. A file that was finished and did not
 * take its place says no more which old file it is of: it is made again.
 */
function openUpgrade(target: string, fingerprint: string): FormatUpgrade {
  if (existsSync(target)) {
    const begun = findBegun(target, fingerprint);
    if (begun !== null) return begun;
    removeDatabase(target);
  }
  return new FormatUpgrade(target, fingerprint);
}

/** The upgrade of the same old file that was begun; null: there is none, or not even its tables were written. */
function findBegun(target: string, fingerprint: string): FormatUpgrade | null {
  try {
    if (isFinished(target)) return null;
    const begun = new FormatUpgrade(target, fingerprint);
    if (begun.matches(fingerprint)) return begun;
    begun.close();
    return null;
  } catch (error) {
    if (error instanceof HistoryFormatError || isSqliteError(error)) return null;
    throw error;
  }
}

function isFinished(target: string): boolean {
  const db = new DatabaseSync(target);
  try {
    return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'upgrade'").get() === undefined;
  } finally {
    db.close();
  }
}

function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
}

/** A rename lasts once its directory is on the disk. */
function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
