import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { isClosed, listParts, TAPE_FOLDER } from '../../history/tape/sqlite/tape-folder.ts';
import { isFileError } from '../../storage/file-error.ts';
import { isSqliteError } from '../../storage/sqlite/sqlite-error.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER, syncFile } from './files.ts';
import type { Manifest } from './manifest.ts';
import { copyDatabase, openAtOneMoment } from './sqlite/databases.ts';

/** An earlier copy of the same installation. */
export interface EarlierCopy {
  readonly directory: string;
  readonly manifest: Manifest;
}

/** A file of the tape that is being copied. */
export interface TapeFile {
  /** Path relative to the data directory. */
  readonly name: string;
  readonly bytes: number;
  /** Hash of the file in an earlier copy with the same content; null when the file must be copied. */
  readonly sha256: string | null;
}

/** Length of the head of an SQLite file. It contains a counter that every transaction increases. */
const HEAD_BYTES = 100;

/**
 * Lists the tape files of a data directory. Closed days in an earlier copy are marked, so that they are not copied
 * again.
 */
export async function listTapeFiles(
  dataDir: string,
  earlier: EarlierCopy | null,
): Promise<readonly TapeFile[]> {
  const files: TapeFile[] = [];
  for (const part of listParts(path.join(dataDir, TAPE_FOLDER))) {
    const name = path.join(TAPE_FOLDER, path.basename(part.path));
    const { head, bytes } = await readHead(part.path);
    const known = earlier?.manifest.files.find((file) => file.name === name && file.bytes === bytes);
    const there =
      known === undefined ? null : await readHead(path.join(earlier!.directory, name)).catch(toNull);
    const isSame = isClosed(part.path) && there !== null && there.bytes === bytes && head.equals(there.head);
    files.push({ name, bytes, sha256: isSame ? (known?.sha256 ?? null) : null });
  }
  return files;
}

/** Copies the tape: files of an earlier copy as hard links, the open day by SQLite, all others byte by byte. */
export async function copyTape(
  files: readonly TapeFile[],
  { dataDir, part, earlier }: { dataDir: string; part: string; earlier: EarlierCopy | null },
): Promise<void> {
  if (files.length > 0) await mkdir(path.join(part, TAPE_FOLDER), { mode: PRIVATE_FOLDER });
  for (const { name, sha256 } of files) {
    const [source, target] = [path.join(dataDir, name), path.join(part, name)];
    if (sha256 !== null && earlier !== null && (await isLinked(path.join(earlier.directory, name), target)))
      continue;
    await copyPart(source, target);
  }
}

async function copyPart(source: string, target: string): Promise<void> {
  const [database] = tryOpen(source);
  try {
    if (database !== undefined && !isClosed(source)) return await copyDatabase(database, target);
    // The database stays open for reading, so that no late trade is added to the file meanwhile.
    await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await chmod(target, PRIVATE_FILE);
    await syncFile(target);
  } finally {
    database?.close();
  }
}

/** Opens a file for reading; empty when it is not a database, so that it is copied byte by byte. */
function tryOpen(file: string): ReturnType<typeof openAtOneMoment> {
  try {
    return openAtOneMoment([file]);
  } catch (error) {
    if (isSqliteError(error)) return [];
    throw error;
  }
}

async function isLinked(existing: string, target: string): Promise<boolean> {
  try {
    await link(existing, target);
    return true;
  } catch (error) {
    // Some file systems have no hard links.
    if (isFileError(error)) return false;
    throw error;
  }
}

async function readHead(file: string): Promise<{ readonly head: Buffer; readonly bytes: number }> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    await handle.read(head, 0, HEAD_BYTES, 0);
    return { head, bytes: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

function toNull(error: unknown): null {
  if (isFileError(error)) return null;
  throw error;
}
