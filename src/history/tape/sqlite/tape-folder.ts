import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { isFileError } from '../../../storage/file-error.ts';

/** Name of the tape's folder in a data directory. */
export const TAPE_FOLDER = 'tape';

/** File that the writer of the tape locks. */
export const LOCK_FILE = 'writer.lock';

/** Suffix of the name of a part that is being created. */
export const UNFINISHED = '.new';

/** File of one part of a day of the tape. */
export interface TapePart {
  /** UTC day, such as `2026-11-28`. */
  readonly day: string;
  /** Number of the part within its day, from 1 on. */
  readonly part: number;
  readonly path: string;
}

const NAME = /^(\d{4}-\d\d-\d\d)(?:\.([2-9]|[1-9]\d{1,5}))?\.sqlite$/;
/** Offset of the byte in the header of an SQLite file that says whether it uses a write-ahead log. */
const JOURNAL_MODE_AT = 18;
const WAL = 2;

/** Lists the parts of all days, ordered by day and part; empty when the folder does not exist. */
export function listParts(folder: string): readonly TapePart[] {
  return listNames(folder)
    .flatMap((name) => {
      const [, day, part] = NAME.exec(name) ?? [];
      return day === undefined ? [] : [{ day, part: Number(part ?? 1), path: path.join(folder, name) }];
    })
    .sort((a, b) => (a.day === b.day ? a.part - b.part : a.day < b.day ? -1 : 1));
}

/** Lists incomplete files, which a killed process left. Only the writer that holds the lock creates such files. */
export function listUnfinished(folder: string): readonly string[] {
  return listNames(folder)
    .filter((name) => name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length)))
    .map((name) => path.join(folder, name));
}

/** Lists names in the folder that are not parts, incomplete parts, files beside a part, or the lock. */
export function listOtherNames(folder: string): readonly string[] {
  const isKnown = (name: string) =>
    NAME.test(name.replace(/-(?:wal|shm|journal)$/, '').replace(/\.new$/, '')) || name === LOCK_FILE;
  return listNames(folder).filter((name) => !isKnown(name));
}

export function getPartPath(folder: string, day: string, part: number): string {
  return path.join(folder, part === 1 ? `${day}.sqlite` : `${day}.${part}.sqlite`);
}

/** Whether a file is complete by itself, without a log or journal beside it. */
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
