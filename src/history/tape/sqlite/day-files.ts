import { toMessage } from '../../../domain/index.ts';
import { isFileError } from '../../../storage/file-error.ts';
import { isSqliteError } from '../../../storage/sqlite/sqlite-error.ts';
import { DamagedBlockError } from '../coding/bytes.ts';
import { DayFile, OtherFileError, removeUnfinished } from './day-file.ts';
import { endRows } from './row-changes.ts';
import { getPartPath, isClosed, listParts, listUnfinished, type TapePart } from './tape-folder.ts';

/** Maximum time by which our clock may be behind the newest commit for the part to continue. */
export const MAX_STEP_BACK_MS = 1_000;
const SQLITE_FULL = 13;
const SQLITE_IOERR = 10;
const PRIMARY_CODE = 0xff;

interface OpenDay {
  readonly part: TapePart;
  readonly file: DayFile;
}

/** Files of the tape for their only writer: the current part, parts that are being closed, and all others. */
export class DayFiles {
  readonly #folder: string;
  readonly #store: string;
  /** Files that cannot be used and are left unchanged: path and message with the reason. */
  readonly #left = new Map<string, string>();
  #current: OpenDay | null = null;
  #closing: OpenDay[] = [];
  /** Days whose books were removed. */
  readonly #emptied = new Set<string>();

  /**
   * Opens no file yet.
   *
   * @param store Id of the store, which every file states.
   */
  constructor(folder: string, store: string) {
    this.#folder = folder;
    this.#store = store;
  }

  get left(): readonly string[] {
    return [...this.#left.values()];
  }

  /** Current file; null before the first commit of a part. */
  get current(): DayFile | null {
    return this.#current?.file ?? null;
  }

  /**
   * Ends, seals and closes what an earlier run left open, and continues today's newest part.
   *
   * @returns Newest commit of the continued part; null when there is none.
   */
  recover(today: string, nowMs: number): number | null {
    for (const file of listUnfinished(this.#folder)) removeUnfinished(file);
    const parts = listParts(this.#folder);
    const earlier = parts.filter(({ day }) => day < today).at(-1)?.day;
    const newest = parts.findLast(({ day }) => day === today);
    for (const part of parts) {
      if (part !== newest && (part.day === earlier || !isClosed(part.path))) this.#recoverPart(part);
    }
    if (newest === undefined) return null;
    const file = this.#tryOpen(newest, nowMs);
    if (file === null) return null;
    const { newestMs } = file;
    file.change((rows) => endRows(rows, newestMs));
    this.#current = { part: newest, file };
    return newestMs;
  }

  /** Returns the current file of a day, which is created when no part can be continued. */
  open(day: string, { isNewPart, nowMs }: { readonly isNewPart: boolean; readonly nowMs: number }): DayFile {
    if (this.#current !== null) return this.#current.file;
    const newest = listParts(this.#folder).findLast((part) => part.day === day);
    const known = newest === undefined || isNewPart ? null : this.#tryOpen(newest, nowMs);
    if (newest !== undefined && known !== null) {
      this.#current = { part: newest, file: known };
      return known;
    }
    const part = (newest?.part ?? 0) + 1;
    this.#current = this.#create(day, part, nowMs);
    return this.#current.file;
  }

  /** Ends the current part: from now on only late trades are added. */
  finish(): void {
    if (this.#current !== null) this.#closing.push(this.#current);
    this.#current = null;
    this.closeFinished();
  }

  /** Closes ended parts. A file that a reader has open is tried again with the next call. */
  closeFinished(): void {
    this.#closing = this.#closing.filter(({ file }) => !file.closeDay());
  }

  /**
   * Changes the file of any day, and closes it again if it was closed.
   *
   * @param options.begunMs When given, a file is created if no part took the change.
   * @param work Called with each part of the day, the newest first, until it returns true.
   */
  amend(day: string, options: { readonly begunMs: number | null }, work: (file: DayFile) => boolean): void {
    const open = [...this.#closing, ...(this.#current === null ? [] : [this.#current])];
    const parts = listParts(this.#folder).filter((part) => part.day === day);
    for (const part of parts.toReversed()) {
      const isOpen = open.find((one) => one.part.path === part.path);
      if (isOpen !== undefined) {
        if (work(isOpen.file)) return;
        continue;
      }
      const file = this.#tryAmend(part);
      if (file === null) continue;
      const isDone = this.#close(part, file, () => work(file));
      if (isDone) return;
    }
    if (options.begunMs === null) return;
    const { part, file } = this.#create(day, (parts.at(-1)?.part ?? 0) + 1, options.begunMs);
    this.#close(part, file, () => work(file));
  }

  /** Removes the books of the oldest day before another day. @returns That day; null when none has books. */
  removeBooks(before: string): string | null {
    const days = new Set(listParts(this.#folder).map(({ day }) => day));
    for (const day of days) {
      if (day >= before || this.#emptied.has(day) || this.#closing.some(({ part }) => part.day === day))
        continue;
      let removed = false;
      this.amend(day, { begunMs: null }, (file) => {
        if (file.newestMs !== null) {
          file.removeBooks();
          removed = true;
        }
        return false;
      });
      this.#emptied.add(day);
      if (removed) return day;
    }
    return null;
  }

  /** Reads each part of today and of the newest earlier day, oldest first. */
  readNewest(today: string, read: (file: DayFile, day: string) => void): void {
    const parts = listParts(this.#folder);
    const earlier = parts.filter(({ day }) => day < today).at(-1)?.day;
    for (const part of parts) {
      if (part.day !== today && part.day !== earlier) continue;
      const isCurrent = this.#current?.part.path === part.path;
      const file = isCurrent ? this.#current!.file : this.#tryAmend(part);
      if (file === null) continue;
      read(file, part.day);
      if (!isCurrent) file.close();
    }
  }

  /** Closes all files; the current one keeps its journal. */
  close(): void {
    this.finish();
    for (const { file } of this.#closing) file.close();
    this.#closing = [];
  }

  #recoverPart(part: TapePart): void {
    const file = this.#tryAmend(part);
    if (file === null) return;
    try {
      const { newestMs } = file;
      file.change((rows) => endRows(rows, newestMs));
      file.seal();
      if (!file.closeDay()) this.#closing.push({ part, file });
    } catch (error) {
      file.close();
      this.#leave(part, error);
    }
  }

  #create(day: string, part: number, nowMs: number): OpenDay {
    const path = getPartPath(this.#folder, day, part);
    return {
      part: { day, part, path },
      file: DayFile.create(path, { store: this.#store, day, begunMs: nowMs }),
    };
  }

  /** Opens a part to continue it; null when it cannot be continued, and is left unchanged. */
  #tryOpen(part: TapePart, nowMs: number): DayFile | null {
    return this.#tryTo(part, () => {
      const file = this.#openOwn(part);
      try {
        file.readOpenSlice();
        if ((file.newestMs ?? 0) > nowMs + MAX_STEP_BACK_MS)
          throw new OtherFileError(`${part.path} goes on behind our clock`);
        file.beginLog();
        return file;
      } catch (error) {
        file.close();
        throw error;
      }
    });
  }

  #tryAmend(part: TapePart): DayFile | null {
    return this.#tryTo(part, () => this.#openOwn(part));
  }

  #openOwn(part: TapePart): DayFile {
    const file = DayFile.open(part.path);
    try {
      const { store, day } = file.head;
      if (store !== this.#store) throw new OtherFileError(`${part.path} is of another store`);
      if (day !== part.day) throw new OtherFileError(`${part.path} is of another day`);
      file.requireWritable();
      return file;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  #tryTo(part: TapePart, open: () => DayFile): DayFile | null {
    try {
      return open();
    } catch (error) {
      // A full or failing disk is no fault of the file: the caller tries again later.
      if (isOfDisk(error) || !isOfFile(error)) throw error;
      this.#leave(part, error);
      return null;
    }
  }

  #leave(part: TapePart, error: unknown): void {
    this.#left.set(part.path, `${part.path} is left as it is: ${toMessage(error)}`);
  }

  /** Runs work on a file and closes it. */
  #close(part: TapePart, file: DayFile, work: () => boolean): boolean {
    try {
      const isDone = work();
      if (!file.closeDay()) this.#closing.push({ part, file });
      return isDone;
    } catch (error) {
      file.close();
      throw error;
    }
  }
}

function isOfDisk(error: unknown): boolean {
  return isSqliteError(error) && [SQLITE_FULL, SQLITE_IOERR].includes(error.errcode & PRIMARY_CODE);
}

/** Whether an error means that a file is not of the tape, is damaged, or cannot be opened. */
function isOfFile(error: unknown): boolean {
  return (
    error instanceof OtherFileError ||
    error instanceof DamagedBlockError ||
    isSqliteError(error) ||
    isFileError(error)
  );
}
