import { existsSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { findJson } from '../../domain/index.ts';
import { Validator } from '../../validator.ts';
import { BackupRefusedError } from './errors.ts';
import { syncDirectory } from './files.ts';

/** File in a data directory that exists from the first write of a restore to its last. */
const RESTORE_FILE = 'restore.json';

/**
 * Folder in the data directory in which the copy is written. It is on the same disk, so that complete files only have
 * to be renamed.
 */
export const PART = 'restore.part';

const State = Type.Object({
  /** Absolute path of the copy. */
  source: Type.String({ minLength: 1, maxLength: 4_096 }),
  /** Whether accounts and ledger are on a server: their files stay where they are. */
  isOnServer: Type.Boolean(),
  /** Name of the folder that receives the replaced files. */
  aside: Type.String({ pattern: '^before-restore-[0-9TZ-]{1,40}$' }),
  /**
   * Phase of the restore. `copying`: no existing file has changed. `putting_aside`: existing files are being moved to
   * their folder. `placing`: the copy is being moved to their place.
   */
  phase: Type.Enum(['copying', 'putting_aside', 'placing']),
});

const validator = new Validator(State);

/** Progress of a restore. */
export type RestoreState = Static<typeof State>;

/** Finds the unfinished restore of a directory. @returns null when there is none. */
export function findUnfinishedRestore(dataDir: string): RestoreState | null {
  const file = path.join(dataDir, RESTORE_FILE);
  if (!existsSync(file)) return null;
  const content = findJson(readFileSync(file, 'utf8'));
  if (validator.accepts(content)) return content;
  throw new BackupRefusedError(
    `${file} is damaged: a restore was not finished, and how far it came is not known. What was there is in ${dataDir} or in its folders before-restore-...`,
  );
}

/**
 * Rejects the use of a directory with an unfinished restore.
 *
 * @throws {BackupRefusedError} with the command that finishes it.
 */
export function requireNoRestore(dataDir: string): void {
  const state = findUnfinishedRestore(dataDir);
  if (state === null) return;
  const undone =
    state.phase === 'copying'
      ? `. Nothing was replaced yet: without ${path.join(dataDir, RESTORE_FILE)} the directory is as it was before`
      : '';
  throw new BackupRefusedError(
    `a restore into ${dataDir} was not finished: run "crosstape restore ${state.source} --data-dir ${dataDir}" again, which ends it${undone}`,
  );
}

/** Stores the progress of a restore. */
export async function writeRestoreState(dataDir: string, state: RestoreState): Promise<void> {
  const file = path.join(dataDir, RESTORE_FILE);
  const handle = await open(`${file}.part`, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(state)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.part`, file);
  await syncDirectory(dataDir);
}

/** Removes the state of a restore, complete or partial, and syncs the directory. */
export async function removeRestoreState(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, `${RESTORE_FILE}.part`), { force: true });
  await rm(path.join(dataDir, RESTORE_FILE), { force: true });
  await syncDirectory(dataDir);
}
