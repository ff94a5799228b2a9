import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, epochMs, SECOND_MS } from '../../domain/index.ts';
import { formatDayKey, nameDayFolder, parseDayFolder } from './days.ts';
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
import { toGuided, writeDuckdbViews, writeReadme } from './guide.ts';
import { findNewestMoment, type TreeManifest, type TreePart } from './manifest.ts';
import { checkMirror, requireRows, toState } from './mirror-check.ts';
import { dropNewerRun } from './newer-tree.ts';
import { toUnfinished } from './part-file.ts';
import { isDayTable } from './tables.ts';
import { type LockDirectory, whileLocked } from './tree-lock.ts';
import type { LostRows } from './tree-losses.ts';
import { mayLieIn, type TreeWindow } from './tree-source.ts';

/** Tree of a service that a mirror copies. */
export interface RemoteTree {
  /** Reads the manifest. Parts that the service has not written yet have `sha256` null, and 0 rows and bytes. */
  readManifest(): Promise<TreeManifest>;
  /**
   * Fetches a part in its current version, and writes it to a file.
   *
   * @param known SHA-256 of the file that the mirror has; null when it has none.
   * @returns SHA-256 of the written bytes; null when the mirror's file is current, so that nothing was written.
   */
  fetch(part: string, file: string, known: string | null): Promise<string | null>;
}

export interface MirrorOptions {
  readonly directory: string;
  /** Window of the mirror, extended to whole days; null for an open end. */
  readonly window: TreeWindow;
  readonly lock: LockDirectory;
  /** Paths of parts that are fetched again although their files have the right size. */
  readonly broken?: ReadonlySet<string>;
  /** Whether a mirror that is newer than the service's history is replaced. Default: it is refused. */
  readonly force?: boolean;
  /** Called before the first file and after each. */
  readonly onProgress?: (fetched: number, total: number) => void;
}

export interface MirroredTree {
  readonly manifest: TreeManifest;
  /** Number of files that this run fetched. */
  readonly fetched: number;
}

/** Maximum number of rounds: tables change while a mirror is made, so the manifest is read again after each round. */
const MAX_ROUNDS = 10;

/** Error: the tree of the service changed faster than the mirror could be made. */
export class RestlessTreeError extends Error {
  override readonly name = 'RestlessTreeError';
}

/** Lists the parts of a remote tree that a mirror lacks. Nothing is written. */
export async function planMirror(
  remote: RemoteTree,
  options: Omit<MirrorOptions, 'lock'>,
): Promise<readonly TreePart[]> {
  const there = choose(await remote.readManifest(), options.window);
  const directory = await readTreeDirectory(options.directory, there.store);
  checkMirror(directory, there, options);
  const here = await readOwn(directory, options);
  return there.parts.filter(({ path: name, sha256 }) => sha256 === null || here.get(name) !== sha256);
}

/**
 * Counts the rows that a mirror would lose if it became equal to the tree of the service. Nothing is written. A file
 * that the service has not written yet is left out, since its rows are unknown.
 */
export async function findMirrorLosses(
  remote: RemoteTree,
  { directory: root, window }: Pick<MirrorOptions, 'directory' | 'window'>,
): Promise<readonly LostRows[]> {
  const there = choose(await remote.readManifest(), window);
  const { manifest } = await readTreeDirectory(root, there.store);
  const rows = new Map<string, number>();
  for (const part of manifest?.parts ?? []) {
    const place = nameLoss(part);
    rows.set(place, (rows.get(place) ?? 0) + part.rows);
  }
  for (const part of there.parts) {
    const place = nameLoss(part);
    const known = part.sha256 === null ? Number.POSITIVE_INFINITY : part.rows;
    rows.set(place, (rows.get(place) ?? 0) - known);
  }
  return [...rows].flatMap(([place, lost]) => (lost > 0 ? [{ place, rows: lost }] : []));
}

/** Names what loses rows: `kalshi 2026-11-22`, `books of kalshi 2026-11-22`, or a table. */
function nameLoss(part: TreePart): string {
  return nameDayFolder(formatDayKey(part) ?? '') ?? part.table;
}

/**
 * Makes a directory equal to the tree of a service, or brings it up to date. Files that are there already are not
 * fetched again, and the next run continues one that was killed.
 *
 * @throws {ForeignDirectoryError | ManifestError | OtherTreeError | NewerTreeError} before anything is written.
 * @throws {NewerTreeError} when only the file of a day shows it, before that file is replaced.
 * @throws {DataDirLockedError} while another process writes into the directory.
 * @throws {RestlessTreeError} when the tree changed in every round.
 */
export async function mirrorTree(remote: RemoteTree, options: MirrorOptions): Promise<MirroredTree> {
  const there = choose(await readCurrent(remote, options), options.window);
  const check = (directory: TreeDirectory) => checkMirror(directory, there, options);
  return whileLocked(options.directory, { store: there.store, lock: options.lock, check }, (directory) =>
    mirrorInto(directory, remote, { ...options, first: there }),
  );
}

/** Makes or updates a mirror under the lock. @param options.first Manifest with which the run begins. */
async function mirrorInto(
  found: TreeDirectory,
  remote: RemoteTree,
  options: MirrorOptions & { readonly first: TreeManifest },
): Promise<MirroredTree> {
  const { directory: root, window, onProgress } = options;
  let there = options.first;
  const directory = options.force === true ? dropNewerRun(found, toState(there)) : found;
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
        `the tree changed ${MAX_ROUNDS} times while it was read, last at ${missing[0]!.path}: run the command again`,
      );
    }
    onProgress?.(0, missing.length);
    for (const [i, part] of missing.entries()) {
      if (await fetchPart(remote, directory, part, { here, ...options })) fetched++;
      onProgress?.(i + 1, missing.length);
    }
    // The manifest is read again: the service has written parts for this run, and other files may have changed.
    there = choose(await remote.readManifest(), window);
  }
  await putText(path.join(root, 'duckdb.sql'), writeDuckdbViews(toGuided(there)));
  await putText(path.join(root, 'README.md'), writeReadme({ ...there, ...toGuided(there) }));
  await removeParts(root, [...(directory.manifest?.parts ?? []), ...directory.progress], there.parts);
  await finishRun(root, there);
  return { manifest: there, fetched };
}

/** Fetches a part. @returns Whether its file was missing or not current. */
async function fetchPart(
  remote: RemoteTree,
  directory: TreeDirectory,
  part: TreePart,
  {
    here,
    force,
    first,
  }: { readonly here: Map<string, string>; readonly force?: boolean; readonly first: TreeManifest },
): Promise<boolean> {
  const { path: root } = directory;
  const file = path.join(root, part.path);
  await mkdir(path.dirname(file), { recursive: true });
  const known = here.get(part.path) ?? null;
  const unfinished = toUnfinished(file);
  let sha256: string | null;
  try {
    sha256 = await remote.fetch(part.path, unfinished, known);
    if (sha256 !== null && force !== true) await requireRows(directory, part, unfinished, first);
    if (sha256 !== null) await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  if (sha256 === null) return false;
  here.set(part.path, sha256);
  await noteDay(root, [{ ...part, sha256, bytes: (await stat(file)).size }]);
  return true;
}

/** Lists the files of the mirror that have the right size: path and SHA-256. */
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

/** Maximum wait for a manifest as new as the mirror: the processes of one service are about ten seconds apart. */
const MAX_LAG_MS = 30 * SECOND_MS;
const LAG_WAIT_MS = 2 * SECOND_MS;

/**
 * Reads the manifest of a service. When it is a little older than the mirror, another process of the service wrote that
 * one, so the manifest is read again until it is as new.
 */
async function readCurrent(remote: RemoteTree, { directory }: MirrorOptions): Promise<TreeManifest> {
  for (let waited = 0; ; waited += LAG_WAIT_MS) {
    const there = await remote.readManifest();
    const { manifest } = await readTreeDirectory(directory, there.store);
    const lagMs = manifest === null ? 0 : findNewestMoment(manifest) - findNewestMoment(there);
    if (lagMs <= 0 || lagMs > MAX_LAG_MS || waited >= MAX_LAG_MS) return there;
    await wait(LAG_WAIT_MS);
  }
}

/** Selects the whole days of a window from a manifest; small tables stay. */
function choose(manifest: TreeManifest, { fromMs, toMs }: TreeWindow): TreeManifest {
  if (fromMs === null && toMs === null) return manifest;
  const first = fromMs === null ? null : Math.floor(fromMs / DAY_MS);
  const last = toMs === null ? null : Math.floor(toMs / DAY_MS);
  const isChosen = (day: number) => (first === null || day >= first) && (last === null || day <= last);
  const parts = manifest.parts.filter(
    ({ table, path: name }) => !isDayTable(table) || isChosen(parseDayFolder(path.posix.dirname(name))),
  );
  const window = {
    fromMs: first === null ? null : first * DAY_MS,
    toMs:
      last === null
        ? manifest.window.toMs
        : Math.min((last + 1) * DAY_MS - 1, manifest.window.toMs ?? Number.POSITIVE_INFINITY),
  };
  const rows = parts
    .filter(({ table }) => table === 'observations')
    .reduce((sum, part) => sum + part.rows, 0);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return {
    ...manifest,
    window,
    parts,
    damaged: manifest.damaged.filter((damage) => mayLieIn(damage, window)),
    totals: { ...manifest.totals, rows, bytes },
  };
}
