import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { existsSync } from 'node:fs';
import { getHistoryFile, hasRecords, HISTORY_LOCK_FILE, lockDirectory, readBatches } from '../../app/stores/engines.ts';
import { isFileError } from '../../storage/file-error.ts';

/**
 * Runs work that may create a data directory. When the work fails or is a trial and nothing was stored, a directory
 * that did not exist or was empty is restored to that state.
 */
export async function leaveNothingUnlessStored<Result>(
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const directory = path.resolve(dataDir);
  const before = await findFirstMissing(directory);
  const wasEmpty = before !== null || (await isEmpty(directory));
  try {
    return await work();
  } finally {
    if (wasEmpty && existsSync(directory) && !holdsAnything(directory)) await removeUnlessServed(directory, before);
  }
}

/** Files that are created when a history is opened. */
const MADE = /^(history\.sqlite(-wal|-shm|-journal)?|data-kind|writer\.lock)$/;

/** Finds the highest folder of a path that does not exist; null: all exist. */
async function findFirstMissing(directory: string): Promise<string | null> {
  let missing: string | null = null;
  for (let at = directory; !(await exists(at)); at = path.dirname(at)) missing = at;
  return missing;
}

/** Whether the directory contains anything. An import that stored something has a batch, even without records. */
function holdsAnything(directory: string): boolean {
  if (!existsSync(getHistoryFile(directory))) return false;
  return hasRecords(directory) || readBatches(directory).length > 0;
}

/** Removes the created files, unless a service was started meanwhile and uses the directory. */
async function removeUnlessServed(directory: string, firstMissing: string | null): Promise<void> {
  let lock: { release(): void };
  try {
    lock = lockDirectory(directory, HISTORY_LOCK_FILE);
  } catch {
    // In use, or not to be locked: what was created stays, and the failure of the work is the one to report.
    return;
  }
  try {
    await removeMade(directory, firstMissing);
  } finally {
    lock.release();
  }
}

async function removeMade(directory: string, firstMissing: string | null): Promise<void> {
  try {
    for (const name of await readdir(directory)) if (MADE.test(name)) await rm(path.join(directory, name));
    if (firstMissing === null) return;
    for (let at = directory; at.length >= firstMissing.length; at = path.dirname(at)) await rmdir(at);
  } catch (error) {
    // A folder that cannot be removed is ignored, because the refusal is more important.
    if (!isFileError(error)) throw error;
  }
}

async function exists(directory: string): Promise<boolean> {
  return readdir(directory).then(
    () => true,
    (error: unknown) => !isFileError(error, 'ENOENT'),
  );
}

async function isEmpty(directory: string): Promise<boolean> {
  return readdir(directory).then(
    (names) => names.length === 0,
    () => false,
  );
}
