import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isFileError } from '../file-error.ts';
import { isSqliteError } from './sqlite-error.ts';

/** Facts in the first hundred bytes of a database file. */
export interface FileHead {
  /** Application id of the file; null: the file is not a database. */
  readonly applicationId: number | null;
  readonly version: number;
  /** Number of bytes that are missing from a truncated copy; null: unknown, as the newest state is in the log. */
  readonly missingBytes: number | null;
}

const HEAD_BYTES = 100;
const MAGIC = 'SQLite format 3\0';

/**
 * Reads the head of a database as a writer would find it, and changes neither the file nor a log beside it. A writer
 * that opened a file only to refuse it would write the log into the file.
 *
 * @returns null: there is no file, it is empty, or the log beside it cannot be read without applying it.
 */
export function readFileHead(file: string): FileHead | null {
  if (hasBytes(`${file}-journal`)) return null;
  if (hasBytes(`${file}-wal`)) return readThroughLog(file);
  const { head, bytes } = readStart(file);
  if (bytes === 0) return null;
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    return { applicationId: null, version: 0, missingBytes: 0 };
  }
  const pageBytes = head.readUInt16BE(16);
  // The number of pages is valid when it was written with the last change.
  const pages = head.readUInt32BE(24) === head.readUInt32BE(92) ? head.readUInt32BE(28) : 0;
  return {
    applicationId: head.readUInt32BE(68),
    version: head.readUInt32BE(60),
    missingBytes: Math.max(0, pages * (pageBytes === 1 ? 65_536 : pageBytes) - bytes),
  };
}

function hasBytes(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Reads the head of a database through its log, over a read-only connection. Whether bytes are missing stays unknown.
 */
function readThroughLog(file: string): FileHead | null {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const { application_id: id } = db.prepare('PRAGMA application_id').get() as { application_id: number };
    const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    return { applicationId: id, version, missingBytes: null };
  } catch (error) {
    if (isSqliteError(error)) return null;
    throw error;
  } finally {
    db?.close();
  }
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

/** Describes why a database with this head cannot be opened; null: it is complete. */
export function describeCut(file: string, head: FileHead | null): string | null {
  if (head === null || head.missingBytes === null || head.missingBytes === 0) return null;
  return `${file} was cut short, ${head.missingBytes} bytes of it are missing: copy it again, or restore a backup`;
}

/** Describes why a file is refused whose schema is older than the baseline of 1.1.0. */
export function describeTooOld(file: string): string {
  return `${file}: this file is of a version before 1.1.0: start 1.1.0 on it once, then this version`;
}
