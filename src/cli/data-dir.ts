import { access, constants, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { getHistoryFile, SERVICE_FILE } from '../app/stores/engines.ts';
import { isFileError } from '../storage/file-error.ts';
import { getSimulatedDataDir } from './data-kind.ts';
import { CommandError, EXIT } from './exit-codes.ts';

/**
 * Makes the data directory if need be.
 *
 * @throws {CommandError} which names the directory when it cannot be made or written.
 */
export async function requireDataDir(dataDir: string): Promise<void> {
  try {
    await makeDirectory(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `the data directory ${dataDir} cannot be written (${code}): name another with --data-dir or CROSSTAPE_DATA_DIR`,
      EXIT.wrongUse,
    );
  }
}

/**
 * The directory must hold a history already; nothing is made.
 *
 * @throws {CommandError} which names the directory.
 */
export async function requireHistory(dataDir: string): Promise<void> {
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

/** Whether accounts and money are kept in the directory already. */
export async function hasAccounts(dataDir: string): Promise<boolean> {
  try {
    await access(path.join(dataDir, SERVICE_FILE), constants.R_OK);
    return true;
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return false;
    throw error;
  }
}

/**
 * Makes a directory and the ones above it, from the top down. Node's own recursive way never ends where a file
 * system answers "no such file" for a child of a directory that exists, as /proc does.
 */
async function makeDirectory(directory: string): Promise<void> {
  try {
    if ((await stat(directory)).isDirectory()) return;
  } catch (error) {
    if (!isFileError(error, 'ENOENT')) throw error;
    const parent = path.dirname(directory);
    if (parent !== directory) await makeDirectory(parent);
  }
  await mkdir(directory).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have been faster; a file of that name is no directory.
    if (error.code !== 'EEXIST' || !(await stat(directory)).isDirectory()) throw error;
  });
}
