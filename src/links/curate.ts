import { readFile, rename, writeFile } from 'node:fs/promises';
import { isFileError } from '../storage/file-error.ts';
import { type CuratedEntry, parseCuratedEntries } from './curated.ts';
import { formatPairKey } from './link.ts';

/**
 * Writes a person's decision about a pair to the curated file, where it replaces the earlier decision. The file is
 * replaced atomically, so that readers never find a partial one.
 *
 * @throws {Error} when the file exists and is invalid: a person has to repair it first.
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
