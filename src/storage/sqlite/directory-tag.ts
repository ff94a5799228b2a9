import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isFileError } from '../file-error.ts';

/** Reads the tag of a directory, or creates it. @param dataDir null: the tag ends with the process. */
export async function readDirectoryTag(dataDir: string | null): Promise<string> {
  const tag = randomUUID();
  if (dataDir === null) return tag;
  const file = path.join(dataDir, 'installation');
  try {
    await writeFile(file, `${tag}\n`, { flag: 'wx' });
    return tag;
  } catch (error) {
    if (!isFileError(error, 'EEXIST')) throw error;
    return (await readFile(file, 'utf8')).trim();
  }
}
