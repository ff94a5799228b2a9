import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { isFileError } from '../file-error.ts';

/** What the first hundred bytes of a database file say. */
export interface FileHead {
  /** null: the file is no database. */
  readonly applicationId: number | null;
  readonly version: number;
  /** Bytes that the file should have and does not: a copy that was cut short. */
  readonly missingBytes: number;
}

const HEAD_BYTES = 100;
const MAGIC = 'SQLite format 3\0';

/**
 * Reads the head of a database without opening the database, which may change what lies beside it.
 *
 * @returns null: there is no file, it is empty, or a log beside it may say otherwise.
 */
export function readFileHead(file: string): FileHead | null {
  if (['-wal', '-journal'].some((end) => (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0) > 0)) {
    return null;
  }
  const { head, bytes } = readStart(file);
  if (bytes === 0) return null;
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    return { applicationId: null, version: 0, missingBytes: 0 };
  }
  const pageBytes = head.readUInt16BE(16);
  // The number of pages counts when it was written with the last change.
  const pages = head.readUInt32BE(24) === head.readUInt32BE(92) ? head.readUInt32BE(28) : 0;
  return {
    applicationId: head.readUInt32BE(68),
    version: head.readUInt32BE(60),
    missingBytes: Math.max(0, pages * (pageBytes === 1 ? 65_536 : pageBytes) - bytes),
  };
}

function readStart(file: string): { readonly head: Buffer; readonly bytes: number } {
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const handle = openSync(file, 'r');
    try {
      readSync(handle, head, 0, HEAD_BYTES, 0);
      return { head, bytes: fstatSync(handle).size };
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return { head, bytes: 0 };
    throw error;
  }
}

/** Why a database with this head cannot be opened; null: it is whole. */
export function describeCut(file: string, head: FileHead | null): string | null {
  if (head === null || head.missingBytes === 0) return null;
  return `${file} was cut short, ${head.missingBytes} bytes of it are missing: copy it again, or restore a backup`;
}

/** The refusal of a file that no version before 1.1.0 may have left as it is. */
export function describeTooOld(file: string): string {
  return `${file}: this file is of a version before 1.1.0: start 1.1.0 on it once, then this version`;
}
