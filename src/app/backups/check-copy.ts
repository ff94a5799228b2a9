import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isFileError } from '../../storage/file-error.ts';
import { requireOwnLogs } from '../../storage/sqlite/log-mark.ts';
import { BackupRefusedError, DamagedBackupError } from './errors.ts';
import {
  COPIED_FOLDERS,
  hashFile,
  LOCK_FILES,
  listDatabases,
  listFolder,
  listNames,
  SMALL_FILES,
} from './files.ts';
import { MANIFEST_FILE, type Manifest, readManifest } from './manifest.ts';

/** Prefix of the name of a folder in which a backup is being written. */
export const PART = '.part-';

/** A complete copy of a data directory. */
export interface CheckedCopy {
  /** Manifest of the copy; null: the copy was made by version 1.1.0, or by hand. */
  readonly manifest: Manifest | null;
  /** Paths relative to the folder. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/**
 * Reads a copy from its first byte to its last. Writes nothing and opens no database.
 *
 * @throws {BackupRefusedError} when there is no copy, the folder is a data directory in use, or a newer version made
 * it.
 * @throws {DamagedBackupError} when a file is missing, longer, shorter or changed.
 * @throws {ForeignLogError} when a log of SQLite does not belong to the database beside it.
 */
export async function checkCopy(directory: string): Promise<CheckedCopy> {
  const names = await listNames(directory);
  if (names.length === 0) throw new BackupRefusedError(`there is no backup in ${directory}`);
  if (LOCK_FILES.some((lock) => names.includes(lock))) {
    throw new BackupRefusedError(
      `${directory} is a data directory: "crosstape backup DIR --data-dir ${directory}" makes a copy of it`,
    );
  }
  const manifest = await readManifest(directory);
  const part = names.find((name) => name.startsWith(PART));
  if (manifest === null && part !== undefined) {
    throw new DamagedBackupError(
      `${directory} has no ${MANIFEST_FILE}: the backup was not finished; make it again`,
    );
  }
  requireOwnLogs(directory);
  if (manifest === null) return measureCopy(directory);
  let bytes = 0;
  for (const file of manifest.files) {
    await checkFile(path.join(directory, file.name), file);
    bytes += file.bytes;
  }
  return { manifest, files: manifest.files.map(({ name }) => name), bytes };
}

async function checkFile(file: string, { bytes, sha256 }: Manifest['files'][number]): Promise<void> {
  const found = await findSize(file);
  if (found === null) throw new DamagedBackupError(`${file} is missing: the copy is not whole`);
  if (found !== bytes) {
    throw new DamagedBackupError(
      `${file} has ${found} bytes and should have ${bytes}: the copy is not whole`,
    );
  }
  if ((await hashFile(file)) !== sha256) {
    throw new DamagedBackupError(`${file} was changed after it was copied: its SHA-256 differs`);
  }
}

/** Lists the files of a copy without a manifest: every file that a copy can have. */
async function measureCopy(directory: string): Promise<CheckedCopy> {
  const names = await listNames(directory);
  const databases = await listDatabases(directory);
  if (databases.length === 0) throw new BackupRefusedError(`there is no backup in ${directory}`);
  const files = [
    ...databases.flatMap((name) => [name, `${name}-wal`].filter((each) => names.includes(each))),
    ...SMALL_FILES.filter((name) => names.includes(name)),
    ...(await Promise.all(COPIED_FOLDERS.map((folder) => listFolder(directory, folder)))).flat(),
  ];
  const sizes = await Promise.all(files.map((name) => findSize(path.join(directory, name))));
  return { manifest: null, files, bytes: sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) };
}

async function findSize(file: string): Promise<number | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : null;
  } catch (error) {
    if (isFileError(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
