import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isFileError } from '../../storage/file-error.ts';
import { makeDirectory } from '../../storage/make-directory.ts';
import { type DirectoryLock, lockDirectory } from '../../storage/sqlite/directory-lock.ts';
import { openReader, SERVICE_FILE } from '../../storage/sqlite/open.ts';
import { type CheckedCopy, checkCopy } from './check-copy.ts';
import { BackupRefusedError } from './errors.ts';
import {
  ADDRESSES_FILE,
  findFreeName,
  formatStamp,
  LOCK_FILES,
  requireRoom,
  resolvePlace,
  withWrites,
} from './files.ts';
import { finishMoves } from './finish-moves.ts';
import type { Manifest } from './manifest.ts';
import { readOldAccounts } from './sqlite/databases.ts';
import { type DirectoryFacts, readFacts, readReadableFacts, toFacts } from './sqlite/facts.ts';
import { type AccountLosses, findAccountLosses } from './sqlite/losses.ts';
import {
  checkStaged,
  copyFiles,
  type RestoreOptions,
  requireKnownFormats,
  requireSameInstallation,
  type StagedCopy,
} from './stage-copy.ts';
import {
  findUnfinishedRestore,
  PART,
  type RestoreState,
  removeRestoreState,
  writeRestoreState,
} from './unfinished-restore.ts';

export type { NamedRows } from './sqlite/losses.ts';
export type { RestoreOptions } from './stage-copy.ts';

/** Report of a restore, including what it lost. */
export interface RestoreReport extends StagedCopy {
  /** Manifest of the copy; null: the copy has none, or an interrupted restore was finished. */
  readonly manifest: Manifest | null;
  /** Folder with the replaced files; null: the directory was empty. */
  readonly aside: string | null;
  readonly before: DirectoryFacts | null;
  readonly after: DirectoryFacts;
  /** Rows lost by the restore; null: there was no service database, or it cannot be read. */
  readonly losses: AccountLosses | null;
  /** Reasons why existing data cannot be read. */
  readonly problems: readonly string[];
}

/** Free space required in addition to the size of the copy, for tables of a newer schema and for logs. */
const SPARE_BYTES = 8 * 1024 * 1024;

/**
 * Replaces the content of a data directory with a copy, and moves the replaced files to a folder beside it. Nothing in
 * the directory changes until the copy is complete, audited and on the disk. After that, files are only renamed. When
 * the process is killed at any point, the same call finishes the restore.
 *
 * @throws {DataDirLockedError} while a service uses the directory.
 * @throws {BackupRefusedError | DamagedBackupError | NoRoomError | ForeignLogError} before anything was changed.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { dataDir } = options;
  const source = resolvePlace(options.source);
  if (source === resolvePlace(dataDir)) {
    throw new BackupRefusedError(`${options.source} is the data directory itself: name a backup`);
  }
  const unfinished = findUnfinishedRestore(dataDir);
  const isMoving = unfinished !== null && unfinished.phase !== 'copying';
  // In this phase all files of the backup are on the disk of the directory already.
  const isCopied = isMoving && unfinished.source === source;
  const copy = isCopied ? null : await checkCopy(source);
  const locks = await lockAll(dataDir);
  try {
    if (isMoving) await finishMoves(dataDir, unfinished);
    if (copy === null) return await reportEnded(dataDir, unfinished as RestoreState);
    return await withWrites(dataDir, () => placeCopy({ ...options, source }, copy));
  } catch (error) {
    locks.undo();
    throw error;
  } finally {
    locks.release();
  }
}

/** Takes both locks of a directory. */
async function lockAll(dataDir: string): Promise<{ release(): void; undo(): void }> {
  const hadDirectory = existsSync(dataDir);
  await withWrites(dataDir, () => makeDirectory(path.resolve(dataDir)));
  const made = LOCK_FILES.filter((file) => !existsSync(path.join(dataDir, file)));
  const held: DirectoryLock[] = [];
  const release = () => {
    for (const lock of held.splice(0)) lock.release();
  };
  try {
    for (const file of LOCK_FILES) held.push(lockDirectory(dataDir, file));
  } catch (error) {
    release();
    throw error;
  }
  return {
    release,
    /** Undoes a refusal: its locks leave no files behind. */
    undo: () => {
      for (const file of made) rmSync(path.join(dataDir, file), { force: true });
      release();
      if (!hadDirectory) removeEmpty(dataDir);
    },
  };
}

function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
}

async function placeCopy(options: RestoreOptions, copy: CheckedCopy): Promise<RestoreReport> {
  const { source, dataDir, isOnServer, onStep } = options;
  const { facts, problems } = await readReadableFacts(dataDir);
  if (copy.manifest !== null) requireSameInstallation(facts, toFacts(copy.manifest), options);
  requireKnownFormats(source, copy);
  await requireRoom(dataDir, copy.bytes + SPARE_BYTES);
  const part = path.join(dataDir, PART);
  const state: RestoreState = {
    source,
    isOnServer,
    phase: 'copying',
    aside: await findFreeName(dataDir, `before-restore-${formatStamp(Date.now())}`),
  };
  let staged: StagedCopy;
  await writeRestoreState(dataDir, state);
  try {
    await rm(part, { recursive: true, force: true });
    await copyFiles(options, copy, part);
    onStep('copied; now everything is checked');
    staged = await checkStaged(part, options, copy, facts);
    await writeRestoreState(dataDir, { ...state, phase: 'putting_aside' });
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    await removeRestoreState(dataDir);
    throw error;
  }
  await finishMoves(dataDir, { ...state, phase: 'putting_aside' });
  return { ...(await compareWithAside(dataDir, state, problems)), ...staged, manifest: copy.manifest };
}

async function reportEnded(dataDir: string, state: RestoreState): Promise<RestoreReport> {
  return {
    ...(await compareWithAside(dataDir, state, [])),
    manifest: null,
    audit: null,
    history: null,
    carried: null,
  };
}

async function compareWithAside(
  dataDir: string,
  { aside: name, isOnServer }: RestoreState,
  problems: readonly string[],
): Promise<Pick<RestoreReport, 'aside' | 'before' | 'after' | 'losses' | 'problems'>> {
  const after = await readFacts(dataDir);
  const aside = path.join(dataDir, name);
  if (!existsSync(aside)) return { aside: null, before: null, after, losses: null, problems };
  const { facts: before, problems: found } = await readReadableFacts(aside);
  const losses =
    isOnServer || !existsSync(path.join(dataDir, SERVICE_FILE)) ? null : compareAccounts(aside, dataDir);
  return { aside, before, after, losses, problems: problems.length > 0 ? problems : found };
}

function compareAccounts(aside: string, dataDir: string): AccountLosses | null {
  const copy = openReader(dataDir);
  try {
    const told = readTold(dataDir);
    return readOldAccounts(aside, (old) => findAccountLosses(old, copy, told));
  } finally {
    copy.close();
  }
}

function readTold(dataDir: string): string {
  const file = path.join(dataDir, ADDRESSES_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
