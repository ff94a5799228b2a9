import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS, epochMs } from '../../domain/index.ts';
import { parseDayFolder } from './days.ts';
import {
  beginRun,
  finishRun,
  hasSize,
  noteDay,
  putText,
  readTreeDirectory,
  removeParts,
  type TreeDirectory,
} from './directory.ts';
import { writeDuckdbViews, writeReadme } from './guide.ts';
import type { TreeDamage, TreeManifest, TreePart } from './manifest.ts';
import { toUnfinished } from './part-file.ts';
import { requireSameTree } from './same-tree.ts';
import { type LockDirectory, whileLocked } from './tree-lock.ts';
import type { TreeWindow } from './tree-source.ts';

/** The tree that a service has. */
export interface RemoteTree {
  /** Parts that the service has not made have no sha256, no rows and no bytes. */
  readManifest(): Promise<TreeManifest>;
  /**
   * Writes a file, as the service has it now.
   *
   * @param known The sha256 of the file that is there already.
   * @returns The sha256 of the written bytes; null: the service has the known file.
   */
  fetch(part: string, file: string, known: string | null): Promise<string | null>;
}

export interface MirrorOptions {
  readonly directory: string;
  /** Days that overlap are taken whole; null: all. */
  readonly window: TreeWindow;
  readonly lock: LockDirectory;
  /** Paths of parts that are fetched again although they have the right size. */
  readonly broken?: ReadonlySet<string>;
  /** Called before the first file and after each. */
  readonly onProgress?: (fetched: number, total: number) => void;
}

export interface MirroredTree {
  readonly manifest: TreeManifest;
  /** Files that this run fetched. */
  readonly fetched: number;
}

/** Tables change while a mirror is made: the manifest is read again so often. */
const MAX_ROUNDS = 10;

/** The tree of the service changed faster than it could be read. */
export class RestlessTreeError extends Error {
  override readonly name = 'RestlessTreeError';
}

/** Parts of a remote tree that a mirror lacks, with nothing written. */
export async function planMirror(
  remote: RemoteTree,
  options: Omit<MirrorOptions, 'lock'>,
): Promise<readonly TreePart[]> {
  const there = choose(await remote.readManifest(), options.window);
  const directory = await readTreeDirectory(options.directory, there.store);
  requireSameMirror(directory, there, options);
  const here = await readOwn(directory, options);
  return there.parts.filter(({ path: name, sha256 }) => sha256 === null || here.get(name) !== sha256);
}

/**
 * Makes a directory the same as the tree of a service, or brings it up to date. Files that are there already are not
 * fetched again, and a run that is killed is continued by the next one.
 *
 * @throws {ForeignDirectoryError | ManifestError | OtherTreeError} before anything is written.
 * @throws {DataDirLockedError} while another process writes into the directory.
 * @throws {RestlessTreeError}
 */
export async function mirrorTree(remote: RemoteTree, options: MirrorOptions): Promise<MirroredTree> {
  const there = choose(await remote.readManifest(), options.window);
  const check = (directory: TreeDirectory) => requireSameMirror(directory, there, options);
  return whileLocked(options.directory, { store: there.store, lock: options.lock, check }, (directory) =>
    mirrorInto(directory, remote, { ...options, first: there }),
  );
}

/** @param options.first The manifest that the run begins with. */
async function mirrorInto(
  directory: TreeDirectory,
  remote: RemoteTree,
  options: MirrorOptions & { readonly first: TreeManifest },
): Promise<MirroredTree> {
  const { directory: root, window, onProgress } = options;
  let there = options.first;
  await beginRun(directory, {
    store: there.store,
    startedAt: epochMs(there.asOfMs),
    position: there.position,
  });
  const here = await readOwn(directory, options);
  let fetched = 0;
  for (let round = 0; ; round++) {
    const missing = there.parts.filter(
      ({ path: name, sha256 }) => sha256 === null || here.get(name) !== sha256,
    );
    if (missing.length === 0) break;
    if (round === MAX_ROUNDS) {
      throw new RestlessTreeError(
        `the tree changed while it was read, ${MAX_ROUNDS} times: ${missing[0]!.path}`,
      );
    }
    onProgress?.(0, missing.length);
    for (const [i, part] of missing.entries()) {
      if (await fetchPart(remote, root, part, here)) fetched++;
      onProgress?.(i + 1, missing.length);
    }
    // The manifest now has the parts that were made for this run, and other changes.
    there = choose(await remote.readManifest(), window);
  }
  await putText(path.join(root, 'duckdb.sql'), writeDuckdbViews(there.selection));
  await putText(path.join(root, 'README.md'), writeReadme(there));
  await removeParts(root, [...(directory.manifest?.parts ?? []), ...directory.progress], there.parts);
  await finishRun(root, there);
  return { manifest: there, fetched };
}

/** @returns Whether the file was not there already. */
async function fetchPart(
  remote: RemoteTree,
  root: string,
  part: TreePart,
  here: Map<string, string>,
): Promise<boolean> {
  const file = path.join(root, part.path);
  await mkdir(path.dirname(file), { recursive: true });
  const known = here.get(part.path) ?? null;
  const unfinished = toUnfinished(file);
  let sha256: string | null;
  try {
    sha256 = await remote.fetch(part.path, unfinished, known);
    if (sha256 !== null) await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  if (sha256 === null) return false;
  here.set(part.path, sha256);
  await noteDay(root, [{ ...part, sha256, bytes: (await stat(file)).size }]);
  return true;
}

/** The sha256 of each file that an earlier run has made and that is there. */
async function readOwn(
  { path: root, manifest, progress }: TreeDirectory,
  { broken = new Set() }: Pick<MirrorOptions, 'broken'>,
): Promise<Map<string, string>> {
  const own = new Map<string, string>();
  for (const part of [...(manifest?.parts ?? []), ...progress]) {
    own.delete(part.path);
    if (part.sha256 === null || broken.has(part.path) || !(await hasSize(root, part))) continue;
    own.set(part.path, part.sha256);
  }
  return own;
}

/** The end of a window moves from day to day, unless it was named. */
function requireSameMirror(
  { path: root, manifest }: TreeDirectory,
  { selection, simulated, window: { fromMs, toMs } }: TreeManifest,
  { window }: Pick<MirrorOptions, 'window'>,
): void {
  const ends = window.toMs === null ? { fromMs } : { fromMs, toMs };
  requireSameTree(manifest, { directory: root, selection, simulated, window: ends as Partial<TreeWindow> });
}

/** The days of a window, whole; the tables of one file stay. */
function choose(manifest: TreeManifest, { fromMs, toMs }: TreeWindow): TreeManifest {
  if (fromMs === null && toMs === null) return manifest;
  const first = fromMs === null ? null : Math.floor(fromMs / DAY_MS);
  const last = toMs === null ? null : Math.floor(toMs / DAY_MS);
  const isChosen = (day: number) => (first === null || day >= first) && (last === null || day <= last);
  const parts = manifest.parts.filter(
    ({ table, path: name }) => table !== 'observations' || isChosen(parseDayFolder(path.posix.dirname(name))),
  );
  const window = {
    fromMs: first === null ? null : first * DAY_MS,
    toMs:
      last === null
        ? manifest.window.toMs
        : Math.min((last + 1) * DAY_MS - 1, manifest.window.toMs ?? Number.POSITIVE_INFINITY),
  };
  const isIn = (damage: TreeDamage) =>
    damage.toMs >= (window.fromMs ?? Number.NEGATIVE_INFINITY) &&
    damage.fromMs <= (window.toMs ?? Number.POSITIVE_INFINITY);
  const rows = parts
    .filter(({ table }) => table === 'observations')
    .reduce((sum, part) => sum + part.rows, 0);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return {
    ...manifest,
    window,
    parts,
    damaged: manifest.damaged.filter(isIn),
    totals: { ...manifest.totals, rows, bytes },
  };
}
