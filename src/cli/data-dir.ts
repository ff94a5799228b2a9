import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { requireNoRestore } from '../app/backups/unfinished-restore.ts';
import { getHistoryFile, requireOwnLogs, SERVICE_FILE } from '../app/stores/engines.ts';
import { isFileError } from '../storage/file-error.ts';
import { makeDirectory } from '../storage/make-directory.ts';
import { getSimulatedDataDir } from './data-kind.ts';
import { CommandError, EXIT } from './exit-codes.ts';

/**
 * Creates the data directory if it does not exist.
 *
 * @throws {CommandError} that names the directory when it cannot be created or written.
 * @throws {BackupRefusedError} when a restore into it was not finished.
 * @throws {ForeignLogError} when a log of SQLite does not belong to the database beside it.
 */
export async function requireDataDir(dataDir: string): Promise<void> {
  requireUsable(dataDir);
  try {
    await makeDirectory(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC')
      throw new CommandError(`no room in ${dataDir}: make room there, or name another directory`);
    throw new CommandError(
      `the data directory ${dataDir} cannot be written (${code}): name another with --data-dir or CROSSTAPE_DATA_DIR`,
      EXIT.wrongUse,
    );
  }
}

/**
 * Requires that the directory has a history. Creates nothing.
 *
 * @throws {CommandError} that names the directory; also as {@link requireDataDir}.
 */
export async function requireHistory(dataDir: string): Promise<void> {
  requireUsable(dataDir);
  try {
    await access(getHistoryFile(dataDir), constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const demo = getSimulatedDataDir({ dataDir });
    const way = (await canRead(getHistoryFile(demo)))
      ? `that of the demo is read with --data-dir ${demo}`
      : 'name another with --data-dir or CROSSTAPE_DATA_DIR';
    throw new CommandError(
      `there is no history that can be read in ${dataDir} (${code}): ${way}`,
      EXIT.wrongUse,
    );
  }
}

async function canRead(file: string): Promise<boolean> {
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** Whether the directory has accounts and money. @throws as {@link requireDataDir} */
export async function hasAccounts(dataDir: string): Promise<boolean> {
  requireUsable(dataDir);
  try {
    await access(path.join(dataDir, SERVICE_FILE), constants.R_OK);
    return true;
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Rejects a directory whose files do not belong together, before any is opened. */
function requireUsable(dataDir: string): void {
  requireNoRestore(dataDir);
  requireOwnLogs(dataDir);
}
