import { statSync } from 'node:fs';
import { isFileError } from '../../../../storage/file-error.ts';
import { isSqliteError } from '../../../../storage/sqlite/sqlite-error.ts';
import { DamagedBlockError } from '../../coding/bytes.ts';
import { DayFile, OtherFileError } from '../day-file.ts';
import { isClosed, listParts, type TapePart } from '../tape-folder.ts';
import { BlockCache } from './block-cache.ts';

/** Maximum number of closed files that stay open for reading. */
const MAX_OPEN = 32;

/** Result of reading a file. `absent`: there is no file of the tape; `damaged`: SQLite cannot read it. */
export type FileRead<Result> =
  | { readonly is: 'read'; readonly result: Result }
  | { readonly is: 'absent' | 'damaged' };

/** A file that is open for many reads. */
export interface FileView {
  readonly part: TapePart;
  read<Result>(work: (file: DayFile) => Result): FileRead<Result>;
  close(): void;
}

interface OpenFile {
  readonly file: DayFile;
  readonly stamp: string;
}

/** State of one query over several files. */
interface Question {
  parts: readonly TapePart[] | null;
  /** Paths of closed files that were checked. */
  readonly closed: Set<string>;
  /** Files that are being written, by path, each within its transaction. */
  readonly running: Map<string, DayFile>;
}

/**
 * Reads files of the tape. One query reads a file that is being written within one transaction, and closes it
 * afterwards: an open reader would keep its writer from closing the day. Closed files stay open for later queries, and
 * each read has its own transaction, so that late trades need not wait for a long query.
 */
export class TapeFiles {
  readonly #folder: string;
  /** Open closed files, the most recently read at the end. */
  readonly #open = new Map<string, OpenFile>();
  readonly #blocks = new BlockCache();
  #question: Question | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs a query: the folder is listed once, and each file opened once. */
  answer<Result>(work: () => Result): Result {
    if (this.#question !== null) return work();
    const question: Question = { parts: null, closed: new Set(), running: new Map() };
    this.#question = question;
    try {
      return work();
    } finally {
      this.#question = null;
      for (const file of question.running.values()) {
        end(file);
        file.close();
      }
    }
  }

  list(): readonly TapePart[] {
    const question = this.#question;
    if (question === null) return listParts(this.#folder);
    question.parts ??= listParts(this.#folder);
    return question.parts;
  }

  /** Reads a file within a transaction. One that is missing, is not of the tape or is of another version is absent. */
  read<Result>(part: TapePart, work: (file: DayFile) => Result): FileRead<Result> {
    return this.answer(() => readOrSay(() => this.#read(part, work)));
  }

  /**
   * Opens a file for many reads that see the same commits. A file that is being written is read within one transaction,
   * until the view is closed. A closed file has a transaction for each read, since a long one would delay late trades:
   * the caller must check whether it was changed in between.
   */
  view(part: TapePart): FileView {
    let held: DayFile | null = null;
    const opened = readOrSay(() => {
      if (isClosed(part.path)) return;
      held = DayFile.open(part.path, 'read');
      // The first read of a transaction determines which commits it sees.
      held.database.exec('BEGIN; SELECT count(*) FROM file');
    });
    const file = held as DayFile | null;
    return {
      part,
      read: (work) => {
        if (opened.is !== 'read') return { is: opened.is };
        return file === null ? this.read(part, work) : readOrSay(() => work(file));
      },
      close: () => file?.close(),
    };
  }

  close(): void {
    for (const { file } of this.#open.values()) file.close();
    this.#open.clear();
    this.#blocks.clear();
  }

  #read<Result>(part: TapePart, work: (file: DayFile) => Result): Result {
    const running = this.#question?.running.get(part.path);
    if (running !== undefined) return work(running);
    const file = this.#find(part);
    if (!this.#open.has(part.path)) return work(file);
    file.database.exec('BEGIN');
    try {
      return work(file);
    } finally {
      end(file);
    }
  }

  #find(part: TapePart): DayFile {
    const known = this.#open.get(part.path);
    if (known !== undefined && this.#question?.closed.has(part.path) === true) return known.file;
    const { ino: inode, size, mtimeMs } = this.#stat(part);
    // SQLite does not expect that others than itself change what it has open.
    const stamp = `${inode} ${size} ${mtimeMs}`;
    const isRunning = !isClosed(part.path);
    this.#open.delete(part.path);
    if (known !== undefined) {
      if (!isRunning && known.stamp === stamp) return this.#keep(part, known);
      known.file.close();
    }
    const file = DayFile.open(part.path, 'read', (name, open) =>
      this.#blocks.find(`${part.path} ${inode} ${name}`, open),
    );
    if (!isRunning) return this.#keep(part, { file, stamp });
    this.#question?.running.set(part.path, file);
    file.database.exec('BEGIN');
    return file;
  }

  #keep(part: TapePart, open: OpenFile): DayFile {
    this.#open.set(part.path, open);
    this.#question?.closed.add(part.path);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) {
      this.#open.get(oldest)?.file.close();
      this.#open.delete(oldest);
    }
    return open.file;
  }

  #stat(part: TapePart) {
    try {
      return statSync(part.path);
    } catch (error) {
      this.#open.get(part.path)?.file.close();
      this.#open.delete(part.path);
      throw error;
    }
  }
}

/** Runs a read of a file, and returns its result or why the file cannot be read. */
function readOrSay<Result>(work: () => Result): FileRead<Result> {
  try {
    return { is: 'read', result: work() };
  } catch (error) {
    if (error instanceof OtherFileError || isFileError(error)) return { is: 'absent' };
    if (error instanceof DamagedBlockError || isDamage(error)) return { is: 'damaged' };
    if (isSqliteError(error) && primaryCode(error) === SQLITE_CANTOPEN) return { is: 'absent' };
    throw error;
  }
}

function end({ database }: DayFile): void {
  if (database.isTransaction) database.exec('ROLLBACK');
}

const SQLITE_CORRUPT = 11;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
const SQLITE_IOERR = 10;
const PRIMARY_CODE = 0xff;

function primaryCode(error: { readonly errcode: number }): number {
  return error.errcode & PRIMARY_CODE;
}

/** Whether an error means that SQLite cannot read a file, since its pages are damaged or it ends early. */
function isDamage(error: unknown): boolean {
  return isSqliteError(error) && [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR].includes(primaryCode(error));
}
