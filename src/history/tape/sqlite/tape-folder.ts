import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { isFileError } from '../../../storage/file-error.ts';

/** Folder of the tape in a data directory. */
export const TAPE_FOLDER = 'tape';

/** File that the writer of the tape locks. */
export const LOCK_FILE = 'writer.lock';

/** End of the name of a part that is being made. */
export const UNFINISHED = '.new';

/** A part of a day of the tape. */
export interface TapePart {
  /** Day of UTC, such as `2026-11-28`. */
  readonly day: string;
  /** 1, 2, … */
  readonly part: number;
  readonly path: string;
}

const NAME = /^(\d{4}-\d\d-\d\d)(?:\.([2-9]|[1-9]\d{1,5}))?\.sqlite$/;
/** Byte of the head of an SQLite file that says whether a log stands beside it. */
const JOURNAL_MODE_AT = 18;
const WAL = 2;

/** Parts of all days, by day and part; none when the folder does not exist. */
export function listParts(folder: string): readonly TapePart[] {
  return listNames(folder)
    .flatMap((name) => {
      const [, day, part] = NAME.exec(name) ?? [];
      return day === undefined ? [] : [{ day, part: Number(part ?? 1), path: path.join(folder, name) }];
    })
    .sort((a, b) => (a.day === b.day ? a.part - b.part : a.day < b.day ? -1 : 1));
}

/** Files that a process did not make to their end: nobody but the writer of the folder makes any. */
export function listUnfinished(folder: string): readonly string[] {
  return listNames(folder)
    .filter((name) => name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length)))
    .map((name) => path.join(folder, name));
}

/** Names in the folder that are neither a part, nor one that is being made, nor beside one, nor the lock. */
export function listOtherNames(folder: string): readonly string[] {
  const isKnown = (name: string) =>
    NAME.test(name.replace(/-(?:wal|shm|journal)$/, '').replace(/\.new$/, '')) || name === LOCK_FILE;
  return listNames(folder).filter((name) => !isKnown(name));
}

export function getPartPath(folder: string, day: string, part: number): string {
  return path.join(folder, part === 1 ? `${day}.sqlite` : `${day}.${part}.sqlite`);
}

/** Whether all of a file is in itself: no log or journal stands beside it. */
export function isClosed(file: string): boolean {
  if (['-wal', '-journal'].some((end) => existsSync(file + end))) return false;
  const head = Buffer.alloc(JOURNAL_MODE_AT + 1);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, head, 0, head.length, 0);
  } finally {
    closeSync(handle);
  }
  return head[JOURNAL_MODE_AT] !== WAL;
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return [];
    throw error;
  }
}
