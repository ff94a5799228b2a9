import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { SERVICE_FILE } from '../../storage/sqlite/open.ts';
import {
  AUDIT_MARK,
  BESIDE,
  COPIED_FOLDERS,
  DERIVED,
  listNames,
  SMALL_FILES,
  syncDirectory,
} from './files.ts';
import { PART, type RestoreState, removeRestoreState, writeRestoreState } from './unfinished-restore.ts';

/** Moves the existing files aside, and the copy into their place. Each step can be repeated. */
export async function finishMoves(dataDir: string, state: RestoreState): Promise<void> {
  const part = path.join(dataDir, PART);
  if (state.phase === 'putting_aside') {
    const aside = path.join(dataDir, state.aside);
    const copied = await listNames(part);
    const old = (await listNames(dataDir)).filter((name) => isReplaced(name, state, copied));
    if (old.length > 0) await mkdir(aside, { recursive: true, mode: 0o700 });
    for (const name of old) await rename(path.join(dataDir, name), path.join(aside, name));
    if (old.length > 0) await syncDirectory(aside);
    await writeRestoreState(dataDir, { ...state, phase: 'placing' });
  }
  for (const name of await listNames(part)) await rename(path.join(part, name), path.join(dataDir, name));
  await syncDirectory(dataDir);
  await rm(part, { recursive: true, force: true });
  for (const name of (await listNames(dataDir)).filter((each) => DERIVED.test(each))) {
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  await removeRestoreState(dataDir);
}

/** Whether a restore replaces a file of a data directory. */
function isReplaced(name: string, { isOnServer }: RestoreState, copied: readonly string[]): boolean {
  if (isOnServer && (name.startsWith(SERVICE_FILE) || name === AUDIT_MARK)) return false;
  // A copy without this file leaves the identity of the directory unchanged.
  if (name === 'installation') return copied.includes(name);
  if (DERIVED.test(name)) return false;
  const isDatabase = name.endsWith('.sqlite') || BESIDE.some((end) => name.endsWith(`.sqlite${end}`));
  return isDatabase || name === AUDIT_MARK || SMALL_FILES.includes(name) || COPIED_FOLDERS.includes(name);
}
