import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isFileError } from '../file-error.ts';
import { ForeignLogError } from '../foreign-log-error.ts';

/**
 * SQLite plays a write-ahead log into any database file of that name. So each file says in a row of its own which
 * log is its own. A log has two numbers in its head, of which one is random and both rise by one when it starts over:
 * their difference, here its line, stays the same until it is deleted. A writer that opens a file stores the line of its
 * log, and the line before. See docs/decisions/0029-a-file-names-its-log.md.
 */
const TABLE =
  'CREATE TABLE IF NOT EXISTS log_mark (id INTEGER PRIMARY KEY CHECK (id = 1), mark TEXT NOT NULL) STRICT';

const MARK = /log-mark:([0-9a-f]{8}|pending):([0-9a-f]{8}|none)(:shared)?\./g;

/** Writes that store a mark: its table, the mark without the line, the mark. */
const MARK_COMMITS = 3;

const WAL_HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;

/** Magic numbers of a log, one for each byte order of its checksums. */
const MAGIC = [0x377f0682, 0x377f0683];

/** A writer stores its mark first of all: it is among the first pages of a log. */
const SEARCHED_BYTES = 65_536;

/** Bytes 18 and 19 of a file that is used with a log. Copies and files made by VACUUM INTO have 1. */
const WITH_LOG = 2;

/** A log is begun by several writes, between which it says too little. */
const LOOKS = 5;
const BETWEEN_LOOKS_MS = 40;

/** A larger file without a mark is not read through before it is opened. */
const MAX_READ_THROUGH_BYTES = 64 * 1024 * 1024;

const LATER = 'it was written for another file, or for a later one of which this is an older copy';

/** Statement of a file about its log; null: never opened by a version that writes marks. */
interface Mark {
  /** Mark of the log; null: the writer ended before it knew. */
  readonly line: string | null;
  /** The line before; null: none. */
  readonly before: string | null;
  /** Whether the mark is still in the log and not in the file, because readers held an older state open. */
  readonly isShared: boolean;
}

interface Log {
  readonly line: string;
  readonly pageBytes: number;
  readonly file: string;
}

/** Logs that were found to belong to their files, by file, so that each connection costs a look at the two. */
const known = new Map<string, string>();

/**
 * Stores in a file which log is its own. The caller is the only writer.
 *
 * @param db In WAL mode, outside a transaction.
 */
export function markLog(db: DatabaseSync): void {
  const file = db.location();
  if (file === null) return;
  db.exec(TABLE);
  const last = readStoredMark(db);
  if (last?.line != null && last.line === findLog(file)?.line) return;
  const before = last === null ? 'none' : (last.line ?? last.before ?? 'none');
  const put = db.prepare('INSERT OR REPLACE INTO log_mark (id, mark) VALUES (1, ?)');
  // The log has its numbers from its first write on.
  put.run(`log-mark:pending:${before}.`);
  const mark = `log-mark:${findLog(file)?.line ?? 'pending'}:${before}`;
  put.run(`${mark}.`);
  // Nothing else is written before the mark is in the file itself.
  const { log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {};
  if (log !== checkpointed) put.run(`${mark}:shared.`);
}

/**
 * The log beside a database, if any, must be its own. Nothing is changed.
 *
 * @throws {ForeignLogError} which names the log.
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

/** Every log of a directory must have its file beside it, and belong to it. @throws {ForeignLogError} */
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

/** Why the log beside a file is not its own; null: it is, or there is none. */
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
    // No version that writes marks has finished opening the file. What the two hold together decides.
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

/** The log of a file; null: none, or SQLite would not use it. */
function findLog(file: string): Log | null {
  const head = readBytes(`${file}-wal`, 0, WAL_HEAD_BYTES + 1);
  if (head.length <= WAL_HEAD_BYTES || !MAGIC.includes(head.readUInt32BE(0))) return null;
  const line = (head.readUInt32BE(16) - head.readUInt32BE(12)) >>> 0;
  const { ino } = statSync(`${file}-wal`, { throwIfNoEntry: false, bigint: true }) ?? { ino: 0n };
  return { line: line.toString(16).padStart(8, '0'), pageBytes: head.readUInt32BE(8), file: String(ino) };
}

/** Marks and commits among the first pages of a log. Pages of before it started over, behind its end, do not count. */
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

/** Reads the mark in the file itself, without the log; null also where a checkpoint left the file half written. */
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
  } catch {
    return null;
  }
}

function readStoredMark(db: DatabaseSync): Mark | null {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'log_mark'").get() === undefined) return null;
  const row = db.prepare('SELECT mark FROM log_mark WHERE id = 1').get();
  return row === undefined ? null : (parseMarks(String(row.mark))[0] ?? null);
}

/** Whether a file with its log is no whole database; null: it is one, or too large to be read through. */
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
