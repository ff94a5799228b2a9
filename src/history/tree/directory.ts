import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type EpochMs, epochMs, findJson, findJsonObject } from '../../domain/index.ts';
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

/** File that states which history the tree in a directory belongs to, from the start of the first run on. */
const MARKER_FILE = '.crosstape-export';
/**
 * File of an unfinished run: one line of JSON, the parts, for each day that it has written. It is removed when the run
 * is finished.
 */
const PROGRESS_FILE = '.crosstape-progress';

/** Empty file that the writer of the tree locks. It stays after a run: its existence does not mean a lock. */
export const LOCK_FILE = '.crosstape-lock';

/**
 * File that notes from which version of the history each small table was written. A note counts only when the manifest
 * has the same file.
 */
const TABLES_FILE = '.crosstape-tables';

const PART_OF_DAY = /^(?:observations|books|bookSpans|trades)\/venue=[^/]+\/date=[^/]+\/part-\d+\.[a-z.]+$/;

/** History that the tree in a directory belongs to, and when its last run began. */
interface Marker {
  readonly store: string;
  readonly startedAt: EpochMs;
  readonly position: number;
}

/** Error: the tree must not be written into the directory: it has other files, or the tree of another history. */
export class ForeignDirectoryError extends Error {
  override readonly name = 'ForeignDirectoryError';
}

/** State of a directory that a tree is written into. */
export interface TreeDirectory {
  readonly path: string;
  readonly manifest: TreeManifest | null;
  /** SHA-256 of the manifest's text, by which a history recognises an imported tree; null without a manifest. */
  readonly manifestSha256: string | null;
  /** Parts that an unfinished run has written. */
  readonly progress: readonly TreePart[];
  /** Start of the unfinished run; null when no run is unfinished. */
  readonly unfinishedSince: EpochMs | null;
  /** Position of the history at that start; null when no run is unfinished. */
  readonly unfinishedPosition: number | null;
}

/**
 * Reads the state of a directory; a missing directory counts as empty.
 *
 * @throws {ForeignDirectoryError} when it contains anything but a tree of this history.
 * @throws {ManifestError} when its manifest is of a newer version, or damaged.
 */
export async function readTreeDirectory(directory: string, store: string): Promise<TreeDirectory> {
  // A kill before the marker is written leaves only these files, and the directory still counts as empty.
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
  // The marker is written first, so that a kill afterwards leaves a run that can be continued.
  await replaceFile(path.join(directory, MARKER_FILE), `${JSON.stringify({ store, startedAt, position })}\n`);
  await writeFile(path.join(directory, PROGRESS_FILE), '');
}

/**
 * Removes files of a killed run: incomplete ones, and complete parts that its progress file does not list, since the
 * day is written again and may have fewer parts.
 */
async function removeUnfinished(directory: string, known: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(directory, { recursive: true })) {
    const isUnknown = PART_OF_DAY.test(name) && !known.has(name);
    if (isUnknown || isUnfinished(name)) await rm(path.join(directory, name), { force: true });
  }
}

/** Notes the parts of a day, whose files are complete and flushed to disk. */
export async function noteDay(directory: string, parts: readonly TreePart[]): Promise<void> {
  await appendFile(path.join(directory, PROGRESS_FILE), `${JSON.stringify(parts)}\n`, { flush: true });
}

/** Writes the manifest and ends the run. */
export async function finishRun(directory: string, manifest: TreeManifest): Promise<void> {
  await replaceFile(path.join(directory, MANIFEST_FILE), formatManifest(manifest));
  await rm(path.join(directory, PROGRESS_FILE), { force: true });
}

/** Replaces a text file in one step, unless it has this content already. */
export async function putText(file: string, text: string): Promise<void> {
  if ((await readIfThere(file)) !== text) await replaceFile(file, text);
}

/** Hash of a small table's file, and the version of the history from which it was written. */
export interface MadeTable {
  readonly version: string;
  readonly sha256: string | null;
}

/**
 * Reads the versions from which the small tables were written. When nothing is known the map is empty, and every table
 * is written.
 */
export async function readMadeTables(directory: string): Promise<ReadonlyMap<string, MadeTable>> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(path.join(directory, TABLES_FILE), 'utf8'))));
  } catch (error) {
    if (isFileError(error, 'ENOENT') || error instanceof SyntaxError) return new Map();
    throw error;
  }
}

/** Stores the versions from which the small tables were written. */
export async function putMadeTables(directory: string, made: ReadonlyMap<string, MadeTable>): Promise<void> {
  await putText(path.join(directory, TABLES_FILE), `${JSON.stringify(Object.fromEntries(made))}\n`);
}

/** Removes files of parts that the tree no longer has, since their day was undone or has fewer parts. */
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

/** Removes the folder of a day, and its parent folders, as long as they are empty. */
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

/** Files that the manifest does not list: itself, and guides for readers. */
const BESIDE = new Set([MANIFEST_FILE, 'duckdb.sql', 'README.md']);

/**
 * Lists the files of a directory, except hidden ones, that its manifest does not list: readers of the folder would take
 * them for parts.
 */
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

/** Computes the SHA-256 of a file in lower-case hex; null when the file cannot be read. */
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
  const { store, startedAt, position } = findJsonObject(text) ?? {};
  if (typeof store === 'string' && typeof startedAt === 'number' && typeof position === 'number') {
    return { store, startedAt: epochMs(startedAt), position };
  }
  throw new ForeignDirectoryError(`${path.join(directory, MARKER_FILE)} is damaged: name another directory`);
}

/** Parses the progress file, whose last line may be cut off by a kill. */
function parseProgress(text: string): TreePart[] {
  return text.split('\n').flatMap((line) => findParts(findJson(line)) ?? []);
}
