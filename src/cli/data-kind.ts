import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasRecords } from '../app/stores/engines.ts';
import { isFileError } from '../storage/file-error.ts';
import { CommandError, EXIT } from './exit-codes.ts';

/** Origin of the records in a data directory: the venues, or the simulator. */
export type DataKind = 'real' | 'simulated';

/** File with one word, the kind of the data. It is written once, before the first record. */
const KIND_FILE = 'data-kind';

const OTHER: Readonly<Record<DataKind, string>> = {
  real: 'it holds simulated data, which must not be mixed with real records: name another directory with --data-dir or CROSSTAPE_DATA_DIR',
  simulated:
    'it holds real records, which must not be mixed with simulated prices: unset CROSSTAPE_DATA_DIR or name another directory with --data-dir',
};

/** Returns the data directory of `serve --simulate` when none is named. */
export function getSimulatedDataDir({ dataDir }: { readonly dataDir: string }): string {
  return path.join(dataDir, 'simulated');
}

/**
 * Marks a data directory with the kind of data that will be written.
 *
 * A directory with records and without a mark is of the kind `unmarked`: real, unless only the simulator could have
 * written it.
 *
 * @throws {CommandError} when it is marked as the other kind.
 */
export async function requireDataKind(
  dataDir: string,
  wanted: DataKind,
  { unmarked = 'real' }: { readonly unmarked?: DataKind } = {},
): Promise<void> {
  const kind = (await readMark(dataDir)) ?? (await mark(dataDir, hasRecords(dataDir) ? unmarked : wanted));
  if (kind === wanted) return;
  throw new CommandError(`the data directory ${dataDir} cannot be used: ${OTHER[wanted]}`, EXIT.wrongUse);
}

/** Finds the kind of a data directory; null: it has no data yet. */
export async function findDataKind(dataDir: string): Promise<DataKind | null> {
  return (await readMark(dataDir)) ?? (hasRecords(dataDir) ? 'real' : null);
}

/** Reads the mark of a data directory; null: it has none. */
export async function readMark(dataDir: string): Promise<DataKind | null> {
  let text: string;
  try {
    text = (await readFile(path.join(dataDir, KIND_FILE), 'utf8')).trim();
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return null;
    throw error;
  }
  if (text === 'real' || text === 'simulated') return text;
  throw new CommandError(
    `${path.join(dataDir, KIND_FILE)} must hold the word real or simulated, not ${JSON.stringify(text.slice(0, 40))}`,
    EXIT.wrongUse,
  );
}

/** Writes the mark and returns the stored one, which another process may have written first. */
async function mark(dataDir: string, kind: DataKind): Promise<DataKind> {
  try {
    await writeFile(path.join(dataDir, KIND_FILE), `${kind}\n`, { flag: 'wx' });
    return kind;
  } catch (error) {
    if (!isFileError(error, 'EEXIST')) throw error;
    return (await readMark(dataDir)) ?? kind;
  }
}
