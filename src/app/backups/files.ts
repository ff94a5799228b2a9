import { createHash } from 'node:crypto';
import { createReadStream, realpathSync } from 'node:fs';
import { open, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { TAPE_FOLDER } from '../../history/tape/sqlite/tape-folder.ts';
import { isFileError } from '../../storage/file-error.ts';
import { NoRoomError } from './errors.ts';

/**
 * Mode of files in a copy. They are private like the originals, because they contain hashes of keys, balances and
 * sealed credentials.
 */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** File of the deposit addresses given to owners, one per line. Lines are only added. */
export const ADDRESSES_FILE = 'deposit-addresses.jsonl';

/** Files beside the databases that are replaced as a whole, or only grow by lines. */
export const SMALL_FILES = [
  'installation',
  'data-kind',
  'links.json',
  'alerts.json',
  'snapshot.jsonl',
  'backfill.jsonl',
  ADDRESSES_FILE,
];

/** Folders of small files that a copy includes. */
export const FOLDERS = ['vocabulary'];

/** Folders of a data directory that a copy has. */
export const COPIED_FOLDERS = [...FOLDERS, TAPE_FOLDER];

/** File that states up to where the ledger was audited on this machine. No backup contains it. */
export const AUDIT_MARK = 'ledger-audit.mark';

/** Lock files of a data directory. No copy contains them. */
export const LOCK_FILES = ['writer.lock', 'service.lock'];

/** Suffixes of the files that SQLite keeps beside a database. */
export const BESIDE = ['-wal', '-shm', '-journal'];

/** Files and folders that are created again: exports, and the words of the search. No copy contains them. */
export const DERIVED = /^(export(-\d+)?|search(-\d+)?\.sqlite(-wal|-shm)?)$/;

/** Lists the databases of a directory. @returns Their names; none when the directory does not exist. */
export async function listDatabases(directory: string): Promise<readonly string[]> {
  return (await listNames(directory)).filter((name) => name.endsWith('.sqlite') && !DERIVED.test(name));
}

/** Lists the names in a directory; none when the directory does not exist. */
export async function listNames(directory: string): Promise<readonly string[]> {
  try {
    return (await readdir(directory)).sort();
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Lists the paths of all files in a folder, relative to its parent. */
export async function listFolder(directory: string, folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(path.join(directory, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
      .sort();
  } catch (error) {
    if (isFileError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** Computes the SHA-256 of a file, in hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** Syncs a file to the disk. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs renames in a directory to the disk. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Resolves the symbolic links in the part of a path that exists. */
export function resolvePlace(place: string): string {
  const absolute = path.resolve(place);
  try {
    return realpathSync(absolute);
  } catch (error) {
    const parent = path.dirname(absolute);
    if (!isFileError(error, 'ENOENT') || parent === absolute) throw error;
    return path.join(resolvePlace(parent), path.basename(absolute));
  }
}

/** Whether a path is a directory or below it. */
export function isWithin(place: string, directory: string): boolean {
  const relative = path.relative(resolvePlace(directory), resolvePlace(place));
  return (
    relative === '' ||
    !(relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
  );
}

/** Formats a time as in the names of folders: `20261128T214501Z`. */
export function formatStamp(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Finds a free name in a directory: the wanted one, or one with `-2` and so on. */
export async function findFreeName(directory: string, wanted: string): Promise<string> {
  const taken = new Set(await listNames(directory));
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!taken.has(name)) return name;
  }
}

/** Requires free space on the disk of a directory. @throws {NoRoomError} when it has less than `bytes`. */
export async function requireRoom(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (free < bytes)
    throw createNoRoomError(directory, `${formatMib(bytes)} are needed and ${formatMib(free)} are free`);
}

/** Runs work on files of a directory. @throws {NoRoomError} that names the directory when its disk is full. */
export async function withRoom<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isFullDisk(error)) throw createNoRoomError(directory, 'the disk is full');
    throw error;
  }
}

/** Runs work in a directory that may also be read-only. The error then names the directory. */
export async function withWrites<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await withRoom(directory, work);
  } catch (error) {
    if (!isFileError(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
    throw new Error(`${directory} cannot be written (${error.code}): name another directory`, {
      cause: error,
    });
  }
}

function isFullDisk(error: unknown): boolean {
  if (isFileError(error, 'ENOSPC', 'EDQUOT')) return true;
  // SQLite's own error for a full disk, in addition to the errors of the operating system.
  return error instanceof Error && /database or disk is full/.test(error.message);
}

function createNoRoomError(directory: string, why: string): NoRoomError {
  return new NoRoomError(`no room in ${directory}: ${why}; make room there and run the command again`);
}

function formatMib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
