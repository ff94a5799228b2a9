import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type EpochMs, epochMs } from '../../domain/index.ts';
import { isFileError } from '../../storage/file-error.ts';
import {
  findParts,
  formatManifest,
  MANIFEST_FILE,
  parseManifest,
  type TreeManifest,
  type TreePart,
} from './manifest.ts';
import { isUnfinished, toUnfinished } from './part-file.ts';

/** Says whose tree a directory is, from the first moment of the first run. */
export const MARKER_FILE = '.crosstape-export';
/** One line of JSON for each day that the present run has made: its parts. It is there as long as a run is not finished. */
const PROGRESS_FILE = '.crosstape-progress';

/** An empty file that the writer of the tree locks. It stays after a run; its presence alone means nothing. */
export const LOCK_FILE = '.crosstape-lock';

/** File that notes from which state each table was made; it holds for tables whose files are those of the manifest. */
const TABLES_FILE = '.crosstape-tables';

const PART_OF_DAY = /^(?:observations|books|bookSpans|trades)\/venue=[^/]+\/date=[^/]+\/part-\d+\.[a-z.]+$/;

/** The history that a directory is the tree of, and the moment at which its last run began. */
interface Marker {
  readonly store: string;
  readonly startedAt: EpochMs;
  readonly position: number;
}

/** The directory is not one that this store may write a tree into. */
export class ForeignDirectoryError extends Error {
  override readonly name = 'ForeignDirectoryError';
}

/** A directory that a tree is written into. */
export interface TreeDirectory {
  readonly path: string;
  readonly manifest: TreeManifest | null;
  /** SHA-256 of the manifest's text, by which a history knows an imported tree; null: there is no manifest. */
  readonly manifestSha256: string | null;
  /** Parts that an unfinished run has made. */
  readonly progress: readonly TreePart[];
  /** When the run began that is not finished; null: the last one was finished, or there was none. */
  readonly unfinishedSince: EpochMs | null;
  /** The store's position then; null as above. */
  readonly unfinishedPosition: number | null;
}

/**
 * Reads the state of a directory. A missing one is empty.
 *
 * @throws {ForeignDirectoryError} when it holds anything but a tree of this store.
 * @throws {ManifestError} when its manifest is of a newer version, or damaged.
 */
export async function readTreeDirectory(directory: string, store: string): Promise<TreeDirectory> {
  // A kill before the marker was written leaves these alone: the directory is still empty.
  const isBeforeMarker = (name: string) =>
    name === LOCK_FILE || name === path.basename(toUnfinished(MARKER_FILE));
  const names = (await listNames(directory)).filter((name) => !isBeforeMarker(name));
  const marker = await readMarker(directory);
  const text = await readIfThere(path.join(directory, MANIFEST_FILE));
  if (text === null && marker === null && names.length > 0) {
    throw new ForeignDirectoryError(
      `${directory} holds files that are no tree of a history (${names.slice(0, 3).join(', ')}): name an empty directory`,
    );
  }
  const manifest = text === null ? null : parseManifest(text, path.join(directory, MANIFEST_FILE));
  const owner = manifest?.store ?? marker?.store ?? store;
  if (owner !== store || (marker !== null && marker.store !== store)) {
    throw new ForeignDirectoryError(
      `${directory} is the tree of another history (${owner}; this one is ${store}): name another directory`,
    );
  }
  const progress = await readIfThere(path.join(directory, PROGRESS_FILE));
  const isCutShort = marker !== null && (manifest === null || progress !== null);
  return {
    path: directory,
    manifest,
    manifestSha256: text === null ? null : createHash('sha256').update(text).digest('hex'),
    progress: isCutShort ? parseProgress(progress ?? '') : [],
    unfinishedSince: isCutShort ? marker.startedAt : null,
    unfinishedPosition: isCutShort ? marker.position : null,
  };
}

/** Begins a run, or continues an unfinished one. */
export async function beginRun(
  { path: directory, manifest, progress, unfinishedSince }: TreeDirectory,
  { store, startedAt, position }: Marker,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  if (unfinishedSince !== null) {
    const known = [...(manifest?.parts ?? []), ...progress].map(({ path: name }) => name);
    await removeUnfinished(directory, new Set(known));
    return;
  }
  // The marker is written first: a kill after it leaves an unfinished run.
  await replaceFile(path.join(directory, MARKER_FILE), `${JSON.stringify({ store, startedAt, position })}\n`);
  await writeFile(path.join(directory, PROGRESS_FILE), '');
}

/**
 * Removes files of a killed run: half-written ones, and complete parts that its progress file does not list, because the
 * repeated day may have fewer parts.
 */
async function removeUnfinished(directory: string, known: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(directory, { recursive: true })) {
    const isUnknown = PART_OF_DAY.test(name) && !known.has(name);
    if (isUnknown || isUnfinished(name)) await rm(path.join(directory, name), { force: true });
  }
}

/** Notes the parts of a day, which are whole and on the disk. */
export async function noteDay(directory: string, parts: readonly TreePart[]): Promise<void> {
  await appendFile(path.join(directory, PROGRESS_FILE), `${JSON.stringify(parts)}\n`, { flush: true });
}

/** Writes the manifest, which ends the run. */
export async function finishRun(directory: string, manifest: TreeManifest): Promise<void> {
  await replaceFile(path.join(directory, MANIFEST_FILE), formatManifest(manifest));
  await rm(path.join(directory, PROGRESS_FILE), { force: true });
}

/** Writes a text file as a whole, unless it says the same already. */
export async function putText(file: string, text: string): Promise<void> {
  if ((await readIfThere(file)) !== text) await replaceFile(file, text);
}

/** A table's file, and the state from which it was made. */
export interface MadeTable {
  readonly version: string;
  readonly sha256: string | null;
}

/** Reads what the tables were made from. Empty: nothing is known, and all tables are made. */
export async function readMadeTables(directory: string): Promise<ReadonlyMap<string, MadeTable>> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(path.join(directory, TABLES_FILE), 'utf8'))));
  } catch (error) {
    if (isFileError(error, 'ENOENT') || error instanceof SyntaxError) return new Map();
    throw error;
  }
}

/** Stores which small tables of a tree are complete. */
export async function putMadeTables(directory: string, made: ReadonlyMap<string, MadeTable>): Promise<void> {
  await putText(path.join(directory, TABLES_FILE), `${JSON.stringify(Object.fromEntries(made))}\n`);
}

/** Removes files of parts that the tree no longer has: a day that was undone, or that has fewer parts. */
export async function removeParts(
  directory: string,
  before: readonly TreePart[],
  now: readonly TreePart[],
): Promise<void> {
  const names = new Set(now.map(({ path: name }) => name));
  for (const { path: name } of before) {
    if (names.has(name)) continue;
    await rm(path.join(directory, name), { force: true });
    await removeEmptyFolders(directory, path.dirname(name));
  }
}

/** Folders of a day and a venue that hold nothing any more. */
async function removeEmptyFolders(directory: string, folder: string): Promise<void> {
  try {
    for (let name = folder; name !== '.'; name = path.dirname(name)) await rmdir(path.join(directory, name));
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
}

/** Whether a file has the size that its part states. */
export async function hasSize(directory: string, { path: name, bytes }: TreePart): Promise<boolean> {
  try {
    return (await stat(path.join(directory, name))).size === bytes;
  } catch (error) {
    if (isFileError(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/** Files of a run, and those for readers, which no manifest names. */
const BESIDE = new Set([MANIFEST_FILE, 'duckdb.sql', 'README.md']);

/** Files of a directory that its manifest does not name, without hidden ones: readers of the folder would take them for parts. */
export async function findUnknownFiles(
  directory: string,
  { parts }: Pick<TreeManifest, 'parts'>,
): Promise<string[]> {
  const known = new Set(parts.map(({ path: name }) => name));
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    )
    .filter((name) => !known.has(name) && !BESIDE.has(name) && !path.basename(name).startsWith('.'))
    .sort();
}

/** The sha256 of a file in lower-case hex; null when it cannot be read. */
export async function hashFile(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk);
  } catch (error) {
    if (isFileError(error)) return null;
    throw error;
  }
  return hash.digest('hex');
}

async function replaceFile(file: string, text: string): Promise<void> {
  const unfinished = toUnfinished(file);
  await writeFile(unfinished, text, { flush: true });
  await rename(unfinished, file);
}

async function listNames(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return [];
    if (isFileError(error, 'ENOTDIR'))
      throw new ForeignDirectoryError(`${directory} is a file: name a directory`);
    throw error;
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isFileError(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

async function readMarker(directory: string): Promise<Marker | null> {
  const text = await readIfThere(path.join(directory, MARKER_FILE));
  if (text === null) return null;
  try {
    const { store, startedAt, position } = JSON.parse(text) as Record<keyof Marker, unknown>;
    if (typeof store === 'string' && typeof startedAt === 'number' && typeof position === 'number') {
      return { store, startedAt: epochMs(startedAt), position };
    }
  } catch {
    // Refused below.
  }
  throw new ForeignDirectoryError(`${path.join(directory, MARKER_FILE)} is damaged: name another directory`);
}

/** A kill may cut the last line off. */
function parseProgress(text: string): TreePart[] {
  return text.split('\n').flatMap((line) => {
    try {
      return findParts(JSON.parse(line)) ?? [];
    } catch {
      return [];
    }
  });
}
