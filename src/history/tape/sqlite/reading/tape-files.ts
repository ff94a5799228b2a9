import { statSync } from 'node:fs';
import { isFileError } from '../../../../storage/file-error.ts';
import { isSqliteError } from '../../../../storage/sqlite/sqlite-error.ts';
import { DamagedBlock } from '../../coding/bytes.ts';
import { DayFile, OtherTapeFile } from '../day-file.ts';
import { isClosed, listParts, type TapePart } from '../tape-folder.ts';

/** Number of closed files that stay open. */
const MAX_OPEN = 32;

/** Result of reading a file that is there and is a tape. `damaged`: SQLite cannot read it. */
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
  readonly inode: number;
}

/**
 * Files of the tape for reading. A file is read within one transaction. Closed ones stay open for later calls; the running
 * one does not, since an open reader would keep its writer from closing the day.
 */
export class TapeFiles {
  readonly #folder: string;
  /** Closed files, the one that was read last at the end. */
  readonly #open = new Map<string, OpenFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  list(): readonly TapePart[] {
    return listParts(this.#folder);
  }

  /** Reads a file within one transaction. One that is gone, is no tape or is of another version is absent. */
  read<Result>(part: TapePart, work: (file: DayFile) => Result): FileRead<Result> {
    let opened: DayFile | null = null;
    try {
      return readOrSay(() => {
        const { file, doesStay } = this.#find(part);
        if (!doesStay) opened = file;
        file.database.exec('BEGIN');
        try {
          return work(file);
        } finally {
          if (file.database.isTransaction) file.database.exec('ROLLBACK');
        }
      });
    } finally {
      (opened as DayFile | null)?.close();
    }
  }

  /**
   * Opens a file for many reads that see the same commits. A running file is read within one transaction until it is closed. A
   * closed one has a short transaction each time, since a long one would hold up late trades: what was changed in between is
   * the caller's to find out.
   */
  view(part: TapePart): FileView {
    let held: DayFile | null = null;
    const opened = readOrSay(() => {
      if (isClosed(part.path)) return;
      held = DayFile.open(part.path, 'read');
      // The first read of a transaction fixes what it sees.
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
  }

  #find(part: TapePart): { readonly file: DayFile; readonly doesStay: boolean } {
    const { ino: inode } = this.#stat(part);
    const doesStay = isClosed(part.path);
    const known = this.#open.get(part.path);
    this.#open.delete(part.path);
    if (known !== undefined) {
      if (doesStay && known.inode === inode) {
        this.#open.set(part.path, known);
        return { file: known.file, doesStay };
      }
      known.file.close();
    }
    const file = DayFile.open(part.path, 'read');
    if (!doesStay) return { file, doesStay };
    this.#open.set(part.path, { file, inode });
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) {
      this.#open.get(oldest)?.file.close();
      this.#open.delete(oldest);
    }
    return { file, doesStay };
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

/** Result of a work that reads a file, or what kept it from being read. */
function readOrSay<Result>(work: () => Result): FileRead<Result> {
  try {
    return { is: 'read', result: work() };
  } catch (error) {
    if (error instanceof OtherTapeFile || isFileError(error)) return { is: 'absent' };
    if (error instanceof DamagedBlock || isDamage(error)) return { is: 'damaged' };
    if (isSqliteError(error) && primaryCode(error) === SQLITE_CANTOPEN) return { is: 'absent' };
    throw error;
  }
}

const SQLITE_CORRUPT = 11;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
const SQLITE_IOERR = 10;
const PRIMARY_CODE = 0xff;

function primaryCode(error: { readonly errcode: number }): number {
  return error.errcode & PRIMARY_CODE;
}

/** Whether SQLite cannot read a file: its pages are damaged, or it ends early. */
function isDamage(error: unknown): boolean {
  return isSqliteError(error) && [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR].includes(primaryCode(error));
}
