import { existsSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Validator } from '../../validator.ts';
import { BackupRefusedError } from './errors.ts';
import { syncDirectory } from './files.ts';

/** File that is in a data directory from the first write of a restore to its last. */
export const RESTORE_FILE = 'restore.json';

/**
 * The copy grows here, below the data directory: what takes the place of the old was whole on the same disk before.
 */
export const PART = 'restore.part';

const State = Type.Object({
  /** Absolute path of the copy. */
  source: Type.String({ minLength: 1, maxLength: 4_096 }),
  /** Name of the folder that receives the replaced files. */
  /** Whether accounts and ledger are on a server: their files stay where they are. */
  isOnServer: Type.Boolean(),
  aside: Type.String({ pattern: '^before-restore-[0-9TZ-]{1,40}$' }),
  /**
   * `copying`: nothing of what was there has changed. `putting_aside`: it goes into its folder. `placing`: the copy takes
   * its place.
   */
  phase: Type.Enum(['copying', 'putting_aside', 'placing']),
});

const validator = new Validator(State);

/** How far a restore has come. */
export type RestoreState = Static<typeof State>;

/** @returns null: no restore is unfinished. */
export function findUnfinishedRestore(dataDir: string): RestoreState | null {
  const file = path.join(dataDir, RESTORE_FILE);
  if (!existsSync(file)) return null;
  let content: unknown = null;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Refused below.
  }
  if (validator.accepts(content)) return content;
  throw new BackupRefusedError(
    `${file} is damaged: a restore was not finished, and how far it came is not known. What was there is in ${dataDir} or in its folders before-restore-...`,
  );
}

/**
 * Everything but a restore leaves a directory alone in which one was not finished.
 *
 * @throws {BackupRefusedError} with the command that ends it.
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

/** Stores how far a restore has come. */
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

/** Removes the state of a restore, whole or half-written, and syncs the directory. */
export async function removeRestoreState(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, `${RESTORE_FILE}.part`), { force: true });
  await rm(path.join(dataDir, RESTORE_FILE), { force: true });
  await syncDirectory(dataDir);
}
