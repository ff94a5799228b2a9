import { access, constants, mkdir } from 'node:fs/promises';
import { historyFile } from '../history/sqlite/index.ts';
import { CommandError, EXIT } from './exit-codes.ts';

/**
 * Makes the data directory if need be.
 *
 * @throws {CommandError} which names the directory when it cannot be made or written.
 */
export async function requireDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
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
    await access(historyFile(dataDir), constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `there is no history that can be read in ${dataDir} (${code}): name another with --data-dir or CROSSTAPE_DATA_DIR`,
      EXIT.wrongUse,
    );
  }
}
