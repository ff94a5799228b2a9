import { readFile, rename, writeFile } from 'node:fs/promises';
import { isFileError } from '../storage/file-error.ts';
import { type CuratedEntry, parseCuratedEntries } from './curated.ts';
import { formatPairKey } from './link.ts';

/**
 * Writes a person's decision about a pair into the curated file, in place of the earlier decision.
 * The file is replaced at once, so that a reader never finds half of it.
 *
 * @throws {Error} when the file is there and broken: a person has to mend it first.
 */
export async function curatePair(path: string, entry: CuratedEntry): Promise<void> {
  const { entries, error } = parseCuratedEntries(await readOrEmpty(path));
  if (error !== null) throw new Error(error);
  const key = formatPairKey(entry.a, entry.b);
  const others = entries.filter(({ a, b }) => formatPairKey(a.toLowerCase(), b.toLowerCase()) !== key);
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify([...others, entry], null, 2)}\n`);
  await rename(temporary, path);
}

async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return '[]';
    throw error;
  }
}
