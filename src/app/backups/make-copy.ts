import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { epochMs } from '../../domain/index.ts';
import { isFileError } from '../../storage/file-error.ts';
import { makeDirectory } from '../../storage/make-directory.ts';
import { DataDirLockedError } from '../../storage/service-database.ts';
import { lockDirectory } from '../../storage/sqlite/directory-lock.ts';
import { readDirectoryTag } from '../../storage/sqlite/directory-tag.ts';
import { requireOwnLogs } from '../../storage/sqlite/log-mark.ts';
import { SERVICE_FILE } from '../../storage/sqlite/open.ts';
import { isSqliteError } from '../../storage/sqlite/sqlite-error.ts';
import { VERSION } from '../../version.ts';
import { PART } from './check-copy.ts';
import { copyTape, type EarlierCopy, listTapeFiles } from './copy-tape.ts';
import { BackupRefusedError } from './errors.ts';
import {
  BESIDE,
  COPIED_FOLDERS,
  FOLDERS,
  findFreeName,
  formatStamp,
  hashFile,
  isWithin,
  LOCK_FILES,
  listDatabases,
  listFolder,
  listNames,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  requireRoom,
  SMALL_FILES,
  syncDirectory,
  withWrites,
} from './files.ts';
import { findNewestCopy, removeOldestCopies } from './kept-copies.ts';
import { MANIFEST_FILE, type Manifest, readManifest, writeManifest } from './manifest.ts';
import { copyDatabase, openAtOneMoment } from './sqlite/databases.ts';
import { type DirectoryFacts, isFurther, isOther, readFacts, toFacts } from './sqlite/facts.ts';

export interface BackupOptions {
  readonly dataDir: string;
  /** Whether the service database is on a server. A file of it in the directory is then out of date. */
  readonly isOnServer: boolean;
  /** Receives the name and size of each copied file. */
  readonly onFile: (name: string, bytes: number) => void;
}

/** A new backup, with the folders that were removed for it. */
export interface MadeBackup {
  readonly directory: string;
  readonly manifest: Manifest;
  readonly removed: readonly string[];
}

/** Lock file of a folder in which a backup is being written. The lock ends with its process. */
const PART_LOCK = 'backup.lock';

/**
 * Copies a data directory into a folder, as of one moment, while other processes write to it. An earlier backup of the
 * same installation is replaced once the new one is complete.
 *
 * @throws {BackupRefusedError} when the folder has other content, another installation or newer data.
 * @throws {NoRoomError} when the disk is full.
 */
export async function makeBackup(target: string, options: BackupOptions): Promise<MadeBackup> {
  requireOutside(target, options.dataDir);
  await requireReplaceable(target, options.dataDir);
  return withWrites(target, async () => {
    await makeDirectory(path.resolve(target), PRIVATE_FOLDER);
    const { part, manifest } = await fillPart(target, target, options);
    await replaceCopy(target, part, manifest);
    return { directory: target, manifest, removed: [] };
  });
}

/**
 * Makes a backup in a folder named after the time, and removes the oldest ones of the same installation so that at most
 * `keep` remain.
 *
 * @throws as {@link makeBackup}
 */
export async function makeKeptBackup(
  root: string,
  keep: number,
  options: BackupOptions,
): Promise<MadeBackup> {
  requireOutside(root, options.dataDir);
  const names = await listNames(root);
  if (names.includes(MANIFEST_FILE) || LOCK_FILES.some((lock) => names.includes(lock))) {
    throw new BackupRefusedError(
      `${root} is itself a backup or a data directory: name a folder that holds backups`,
    );
  }
  return withWrites(root, async () => {
    await makeDirectory(path.resolve(root), PRIVATE_FOLDER);
    const { part, manifest } = await fillPart(root, await findNewestCopy(root), options);
    const directory = path.join(root, await findFreeName(root, formatStamp(manifest.madeAtMs)));
    await rename(part, directory);
    await syncDirectory(root);
    return { directory, manifest, removed: await removeOldestCopies(root, keep, manifest.installation) };
  });
}

function requireOutside(target: string, dataDir: string): void {
  if (!isWithin(target, dataDir)) return;
  throw new BackupRefusedError(
    `${target} is in the data directory: the copy must not go into the data directory itself`,
  );
}

/** Rejects a target whose content a backup may not replace. */
async function requireReplaceable(target: string, dataDir: string): Promise<void> {
  const names = await listNames(target);
  if (LOCK_FILES.some((lock) => names.includes(lock))) {
    throw new BackupRefusedError(`${target} is a data directory: a backup would replace its databases`);
  }
  requireOwnLogs(target);
  const manifest = await readManifest(target);
  const databases = await listDatabases(target);
  if (manifest === null && databases.length === 0) return;
  const there: DirectoryFacts = manifest === null ? await readFacts(target) : toFacts(manifest);
  const here = await readFacts(dataDir);
  if (isOther(here, there)) {
    throw new BackupRefusedError(`${target} holds a backup of another installation: name another folder`);
  }
  if (there.kind !== null && here.kind !== null && there.kind !== here.kind) {
    throw new BackupRefusedError(
      `${target} holds a backup of ${there.kind} data, and the data directory has ${here.kind} data: name another folder`,
    );
  }
  if (isFurther(there, here)) {
    throw new BackupRefusedError(`${target} holds a newer copy than ${dataDir} is: name another folder`);
  }
}

/**
 * Copies everything into a new folder in a directory, with a manifest.
 *
 * @param before Earlier copy. Closed days of the tape in it are not copied again.
 */
async function fillPart(
  directory: string,
  before: string | null,
  { dataDir, isOnServer, onFile }: BackupOptions,
): Promise<{ readonly part: string; readonly manifest: Manifest }> {
  await removeLeftParts(directory);
  const part = path.join(directory, await findFreeName(directory, `${PART}${formatStamp(Date.now())}`));
  const installation = await readDirectoryTag(dataDir);
  const databases = (await listDatabases(dataDir)).filter((name) => !(isOnServer && name === SERVICE_FILE));
  const read = databases.flatMap((name) => [name, `${name}-wal`]);
  const earlier = await findEarlier(before);
  const tape = await listTapeFiles(dataDir, earlier);
  const tapeBytes = tape.reduce((sum, { bytes, sha256 }) => sum + (sha256 === null ? bytes : 0), 0);
  await requireRoom(directory, tapeBytes + (await sumSizes(read.map((name) => path.join(dataDir, name)))));
  await mkdir(part, { mode: PRIVATE_FOLDER });
  const lock = lockDirectory(part, PART_LOCK);
  try {
    const sources = openAtOneMoment(databases.map((name) => path.join(dataDir, name)));
    const madeAtMs = epochMs(Date.now());
    try {
      const small = await readSmallFiles(dataDir);
      for (const [i, name] of databases.entries()) {
        await copyDatabase(sources[i]!, path.join(part, name));
      }
      for (const [name, content] of small) await writePrivately(path.join(part, name), content);
    } finally {
      for (const source of sources) source.close();
    }
    await copyTape(tape, { dataDir, part, earlier });
    const hashes = new Map(tape.map(({ name, sha256 }) => [name, sha256]));
    const { kind, history, ledger } = await readFacts(part);
    const facts =
      history === null
        ? null
        : { storeId: history.storeId, position: history.position, lastRecordMs: history.lastRecordMs };
    const files: Manifest['files'] = [];
    for (const name of await listCopied(part)) {
      const file = path.join(part, name);
      const { size } = await stat(file);
      files.push({ name, bytes: size, sha256: hashes.get(name) ?? (await hashFile(file)) });
      onFile(name, size);
    }
    const manifest: Manifest = {
      formatVersion: 1,
      version: VERSION,
      madeAtMs,
      installation,
      kind: kind === 'simulated' ? 'simulated' : 'real',
      files,
      history: facts,
      ledger,
    };
    await writeManifest(part, manifest);
    await syncDirectory(part);
    lock.release();
    await rm(path.join(part, PART_LOCK));
    return { part, manifest };
  } catch (error) {
    lock.release();
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** Finds an earlier copy; null when its manifest cannot be read. */
async function findEarlier(directory: string | null): Promise<EarlierCopy | null> {
  const manifest = directory === null ? null : await readManifest(directory).catch(() => null);
  return directory === null || manifest === null ? null : { directory, manifest };
}

async function listCopied(part: string): Promise<readonly string[]> {
  const names = await listNames(part);
  return [
    ...names.filter((name) => name !== PART_LOCK && !COPIED_FOLDERS.includes(name)),
    ...(await Promise.all(COPIED_FOLDERS.map((folder) => listFolder(part, folder)))).flat(),
  ];
}

async function readSmallFiles(dataDir: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = [
    ...SMALL_FILES,
    ...(await Promise.all(FOLDERS.map((folder) => listFolder(dataDir, folder)))).flat(),
  ];
  const read = new Map<string, Buffer>();
  for (const name of names) {
    try {
      read.set(name, await readFile(path.join(dataDir, name)));
    } catch (error) {
      if (!isFileError(error, 'ENOENT')) throw error;
    }
  }
  return read;
}

async function writePrivately(file: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  await writeFile(file, content, { flag: 'wx', mode: PRIVATE_FILE, flush: true });
}

/**
 * Moves a complete copy to the place of an earlier one. A kill during the move leaves a folder that is marked as
 * unfinished.
 */
async function replaceCopy(target: string, part: string, manifest: Manifest): Promise<void> {
  const earlier = await readManifest(target);
  await rm(path.join(target, MANIFEST_FILE), { force: true });
  await syncDirectory(target);
  const names = new Set(manifest.files.map(({ name }) => name));
  const left = [
    ...(earlier?.files.map(({ name }) => name) ?? (await listDatabases(target))).filter(
      (name) => !names.has(name),
    ),
    // An earlier version may have left files beside the databases of its copy.
    ...(await listDatabases(target)).flatMap((name) => BESIDE.map((end) => name + end)),
  ];
  for (const name of left) await rm(path.join(target, name), { force: true });
  for (const name of [...names, MANIFEST_FILE]) {
    await mkdir(path.dirname(path.join(target, name)), { recursive: true, mode: PRIVATE_FOLDER });
    await rename(path.join(part, name), path.join(target, name));
  }
  await rm(part, { recursive: true });
  await syncDirectory(target);
}

/** Removes unfinished folders of earlier runs, except those that another process is writing. */
async function removeLeftParts(directory: string): Promise<void> {
  for (const name of (await listNames(directory)).filter((each) => each.startsWith(PART))) {
    const part = path.join(directory, name);
    try {
      lockDirectory(part, PART_LOCK).release();
    } catch (error) {
      if (!isInUse(error)) throw error;
      continue;
    }
    await rm(part, { recursive: true, force: true });
  }
}

/** Whether a folder cannot be locked: another process writes it, or removes it now, or it is a file of someone else. */
function isInUse(error: unknown): boolean {
  return error instanceof DataDirLockedError || isSqliteError(error) || isFileError(error, 'EEXIST');
}

async function sumSizes(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => null))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}
