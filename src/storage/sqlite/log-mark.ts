import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isFileError } from '../file-error.ts';
import { ForeignLogError } from '../foreign-log-error.ts';
import { isSqliteError } from './sqlite-error.ts';

/**
 * SQLite applies a write-ahead log to any database file with a matching name. Therefore each file states in a row which
 * log belongs to it. The head of a log has two numbers, one of which is random, and both increase by one when the log
 * restarts. Their difference, called its line here, stays the same until the log is deleted. A writer that opens a file
 * stores the line of its log and the line before. See docs/decisions/0029-a-file-names-its-log.md.
 */
const TABLE =
  'CREATE TABLE IF NOT EXISTS log_mark (id INTEGER PRIMARY KEY CHECK (id = 1), mark TEXT NOT NULL) STRICT';

const MARK = /log-mark:([0-9a-f]{8}|pending):([0-9a-f]{8}|none)(:shared)?\./g;

/** Number of commits that store a mark: its table, the mark without the line, the complete mark. */
const MARK_COMMITS = 3;

const WAL_HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;

/** Magic numbers of a log, one for each byte order of its checksums. */
const MAGIC = [0x377f0682, 0x377f0683];

/** Number of bytes to search. A writer stores its mark first, so it is in the first pages of a log. */
const SEARCHED_BYTES = 65_536;

/** Value of bytes 18 and 19 in a file that is used with a log. Copies and files of VACUUM INTO have 1. */
const WITH_LOG = 2;

/** Number of looks at a log. A writer starts a log with several writes, between which it cannot be judged. */
const LOOKS = 5;
const BETWEEN_LOOKS_MS = 40;

/** Largest file without a mark that is read completely before it is opened. */
const MAX_READ_THROUGH_BYTES = 64 * 1024 * 1024;

const LATER = 'it was written for another file, or for a later one of which this is an older copy';

/** Mark that a file has of its log. */
interface Mark {
  /** Line of the log; null: the writer ended before it knew the line. */
  readonly line: string | null;
  /** Line of the log before; null: there was none. */
  readonly before: string | null;
  /** Whether the mark is only in the log and not in the file yet, because readers hold an older snapshot. */
  readonly isShared: boolean;
}

interface Log {
  readonly line: string;
  readonly pageBytes: number;
  readonly file: string;
}

/** Logs that were found to belong to their files, by file, so that a further connection only compares the two. */
const known = new Map<string, string>();

/**
 * Stores in a file which log belongs to it. The caller must be the only writer.
 *
 * @param db Connection in WAL mode, outside of a transaction.
 */
export function markLog(db: DatabaseSync): void {
  const file = db.location();
  if (file === null) return;
  db.exec(TABLE);
  const last = readStoredMark(db);
  if (last?.line != null && last.line === findLog(file)?.line) return;
  const before = last === null ? 'none' : (last.line ?? last.before ?? 'none');
  const put = db.prepare('INSERT OR REPLACE INTO log_mark (id, mark) VALUES (1, ?)');
  // A log has its numbers after its first write.
  put.run(`log-mark:pending:${before}.`);
  const mark = `log-mark:${findLog(file)?.line ?? 'pending'}:${before}`;
  put.run(`${mark}.`);
  // The mark must be in the file itself before anything else is written.
  const { log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {};
  if (log !== checkpointed) put.run(`${mark}:shared.`);
}

/**
 * Requires that the log beside a database, if any, belongs to it. Changes nothing.
 *
 * @throws {ForeignLogError} that names the log.
 */
export function requireOwnLog(file: string): void {
  for (let look = 1; ; look++) {
    const problem = findForeignLog(file);
    if (problem === null) return;
    if (look === LOOKS) {
      throw new ForeignLogError(
        `${file}-wal does not belong to ${path.basename(file)} beside it (${problem}); nothing was changed. ` +
          `A copy is put back by "crosstape restore". By hand: move ${path.basename(file)}-wal and -shm out of the directory, or put back the file that they are of`,
      );
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_LOOKS_MS);
  }
}

/** Requires that every log in a directory belongs to the file beside it. @throws {ForeignLogError} */
export function requireOwnLogs(directory: string): void {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch (error) {
    if (isFileError(error, 'ENOENT', 'ENOTDIR')) return;
    throw error;
  }
  for (const name of names.filter((each) => each.endsWith('.sqlite-wal'))) {
    requireOwnLog(path.join(directory, name.slice(0, -'-wal'.length)));
  }
}

/** Finds why the log beside a file does not belong to it; null: it does, or there is none. */
function findForeignLog(file: string): string | null {
  const log = findLog(file);
  if (log === null) return null;
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  if (stat === undefined) return 'there is no such file';
  const identity = `${stat.ino} ${stat.size} ${stat.mtimeNs} ${log.file} ${log.line}`;
  if (known.get(file) === identity) return null;
  const problem = compareLog(file, log);
  if (problem === null) known.set(file, identity);
  return problem;
}

function compareLog(file: string, log: Log): string | null {
  const head = readBytes(file, 0, 100);
  if (head.length < 100) return 'the file is empty';
  if (head[18] !== WITH_LOG) return 'the file is a copy, which has no log';
  const pageBytes = head.readUInt16BE(16);
  if ((pageBytes === 1 ? 65_536 : pageBytes) !== log.pageBytes) return 'their pages differ in size';
  const mark = readFileMark(file);
  if (mark !== null && mark.line === log.line) return null;
  const { marks, commits } = readLogHead(file, log);
  if (mark === null) {
    // No version that writes marks has finished opening the file, so the combined content decides.
    const isFirst = marks.length === 0 || marks.some(({ before }) => before === null);
    return isFirst ? findMixture(file) : LATER;
  }
  const lines = mark.line === null ? [null, mark.before] : [mark.line];
  // A writer that ended while it stored its mark has written nothing else.
  const isBegun = marks.some(
    ({ before, isShared }) => lines.includes(before) && (isShared || commits <= MARK_COMMITS),
  );
  return isBegun ? null : LATER;
}

/** Finds the log of a file; null: there is none, or SQLite would ignore it. */
function findLog(file: string): Log | null {
  const head = readBytes(`${file}-wal`, 0, WAL_HEAD_BYTES + 1);
  if (head.length <= WAL_HEAD_BYTES || !MAGIC.includes(head.readUInt32BE(0))) return null;
  const line = (head.readUInt32BE(16) - head.readUInt32BE(12)) >>> 0;
  const { ino } = statSync(`${file}-wal`, { throwIfNoEntry: false, bigint: true }) ?? { ino: 0n };
  return { line: line.toString(16).padStart(8, '0'), pageBytes: head.readUInt32BE(8), file: String(ino) };
}

/** Reads marks and commits from the first pages of a log. Old pages from before its restart do not count. */
function readLogHead(
  file: string,
  { pageBytes }: Log,
): { readonly marks: readonly Mark[]; readonly commits: number } {
  const bytes = readBytes(`${file}-wal`, 0, SEARCHED_BYTES);
  const salt = bytes.subarray(16, 24);
  const marks: Mark[] = [];
  let commits = 0;
  let at = WAL_HEAD_BYTES;
  while (at + FRAME_HEAD_BYTES + pageBytes <= bytes.length) {
    if (!bytes.subarray(at + 8, at + 16).equals(salt)) return { marks, commits };
    if (bytes.readUInt32BE(at + 4) !== 0) commits++;
    const page = at + FRAME_HEAD_BYTES;
    marks.push(...parseMarks(bytes.toString('latin1', page, page + pageBytes)));
    at = page + pageBytes;
  }
  return { marks, commits: bytes.length < SEARCHED_BYTES ? commits : Number.POSITIVE_INFINITY };
}

function parseMarks(text: string): Mark[] {
  return [...text.matchAll(MARK)].map(([, line = '', before = '', shared]) => ({
    line: line === 'pending' ? null : line,
    before: before === 'none' ? null : before,
    isShared: shared !== undefined,
  }));
}

/** Reads the mark in the file itself, without the log; null also when a checkpoint was interrupted. */
function readFileMark(file: string): Mark | null {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  try {
    const db = new DatabaseSync(url, { readOnly: true });
    try {
      return readStoredMark(db);
    } finally {
      db.close();
    }
  } catch (error) {
    if (isSqliteError(error)) return null;
    throw error;
  }
}

function readStoredMark(db: DatabaseSync): Mark | null {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'log_mark'").get() === undefined) return null;
  const row = db.prepare('SELECT mark FROM log_mark WHERE id = 1').get();
  return row === undefined ? null : (parseMarks(String(row.mark))[0] ?? null);
}

/** Finds why a file with its log is not a valid database; null: it is, or it is too large to be read completely. */
function findMixture(file: string): string | null {
  if (statSync(file).size > MAX_READ_THROUGH_BYTES) return null;
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
    try {
      const checked = String(Object.values(db.prepare('PRAGMA integrity_check(1)').get() ?? {})[0]);
      if (checked !== 'ok') return `together they are no database: ${checked}`;
      const dangling = db.prepare('PRAGMA foreign_key_check').get();
      return dangling === undefined ? null : `together, rows of ${dangling.table} refer to nothing`;
    } finally {
      db.close();
    }
  } catch (error) {
    return `together they cannot be read: ${(error as Error).message}`;
  }
}

function readBytes(file: string, from: number, length: number): Buffer {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if (isFileError(error, 'ENOENT', 'ENOTDIR')) return Buffer.alloc(0);
    throw error;
  }
  try {
    const bytes = Buffer.alloc(Math.min(length, Math.max(0, fstatSync(handle).size - from)));
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from));
  } finally {
    closeSync(handle);
  }
}
