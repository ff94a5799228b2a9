import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';

/** All pages in one step: a step that a commit interrupts would restart the copy again and again. */
const ALL_PAGES = 2 ** 31 - 1;

/** Copies are private like the originals: they hold hashes of keys, balances, sealed credentials. */
export const PRIVATE_FILE = 0o600;

/**
 * Copies a database as it is at one moment, while others write to it. A file at the target is replaced
 * once the copy is whole and on the disk. The copy is readable by its user alone.
 *
 * @returns The pages of the copy.
 */
export async function backupDatabase(source: string, target: string): Promise<number> {
  const part = `${target}.part`;
  rmSync(part, { force: true });
  // Made before SQLite does, which would make it readable by others.
  closeSync(openSync(part, 'wx', PRIVATE_FILE));
  const db = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
  let pages: number;
  try {
    pages = await backup(db, part, { rate: ALL_PAGES });
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    db.close();
  }
  const handle = openSync(part, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, target);
  return pages;
}
