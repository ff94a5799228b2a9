// One file: commits, seals and late trades are transactions of one database, and share its open slice.
import { renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isSqliteError } from '../../../storage/sqlite/sqlite-error.ts';
import { DamagedBlockError } from '../coding/bytes.ts';
import { FrameLog } from '../coding/frame-log.ts';
import { decodeJournal, encodePlannedJournal } from '../coding/journal-row.ts';
import { planRuns } from '../coding/planned-runs.ts';
import type { TradeRun } from '../coding/trade-block.ts';
import { joinTradeRuns } from '../coding/trade-runs.ts';
import { addTradeBlock, numberBlocks, splitByChanges, splitByTrades, toBlockRow } from './block-rows.ts';
import type { CachedPartFinder } from './cached-part.ts';
import { DayFileRows } from './day-file-rows.ts';
import { checksumOfRow, TAPE_APPLICATION_ID, TAPE_TABLES, TAPE_VERSION } from './schema.ts';
import { UNFINISHED } from './tape-folder.ts';

/** Error: the file is not a file of the tape, is of another version, or belongs to another store or day. */
export class OtherFileError extends Error {
  override readonly name = 'OtherFileError';
}

/** Head of a day file. */
export interface DayFileHead {
  /** Id of the store: 32 hexadecimal digits. */
  readonly store: string;
  /** UTC day, such as `2026-11-28`. */
  readonly day: string;
  /** Time when the file was begun, epoch ms. */
  readonly begunMs: number;
}

/** Content of one commit: everything that was received in a span of time. */
export interface TapeCommit {
  /** Frames of all markets; `toFileNumber` returns the number of a market in the file. */
  readonly frames: FrameLog;
  readonly toFileNumber: (market: number) => number;
  readonly trades: readonly TradeRun[];
  /** First time of the span, epoch ms; both ends are inclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Changes further rows in the same transaction. */
  readonly write?: (rows: DayFileRows) => void;
}

/** Whether a file is opened for reading only, or for writing. */
export type OpenMode = 'read' | 'write';

const BUSY_MS = 2_000;

/** File of one day of the tape (docs/formats). Only one process may write it. */
export class DayFile {
  readonly #database: DatabaseSync;
  readonly rows: DayFileRows;
  readonly find: CachedPartFinder;
  /** Decoded content of the journal; null until it is read from an opened file. */
  #open: OpenSlice | null = null;

  private constructor(database: DatabaseSync, find: CachedPartFinder = (_, open) => open()) {
    this.#database = database;
    this.rows = new DayFileRows(database);
    this.find = find;
  }

  /**
   * Creates an empty file. It gets its name when it is complete, so that a killed process never leaves an incomplete
   * file that looks like one of the tape. A failure leaves nothing behind.
   */
  static create(path: string, head: DayFileHead): DayFile {
    const made = path + UNFINISHED;
    removeUnfinished(made);
    try {
      fill(made, head);
      renameSync(made, path);
    } catch (error) {
      removeUnfinished(made);
      throw error;
    }
    const file = DayFile.open(path);
    try {
      // The first commit syncs the directory for the log, and so also the new name of the file.
      file.beginLog();
      return file;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Opens a file, which has no log until `beginLog`. @throws {OtherFileError} when it is not a file of this version. */
  static open(path: string, mode: OpenMode = 'write', find?: CachedPartFinder): DayFile {
    try {
      return DayFile.#openOnce(path, mode, find);
    } catch (error) {
      if (mode !== 'read' || !isHalfDone(error)) throw error;
      rollBack(path);
      return DayFile.#openOnce(path, mode, find);
    }
  }

  static #openOnce(path: string, mode: OpenMode, find?: CachedPartFinder): DayFile {
    const database = new DatabaseSync(path, { readOnly: mode === 'read', timeout: BUSY_MS });
    try {
      const number = (pragma: string) =>
        Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
      const [id, version] = [number('application_id'), number('user_version')];
      if (id !== TAPE_APPLICATION_ID) throw new OtherFileError(`${path} is no file of the tape`);
      if (version !== TAPE_VERSION) throw new OtherFileError(`${path} is of version ${version} of the tape`);
      if (mode === 'write') database.exec('PRAGMA synchronous = FULL');
      return new DayFile(database, find);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Database of the file, for reads. */
  get database(): DatabaseSync {
    return this.#database;
  }

  /** Head of the file. @throws {DamagedBlockError} when its row is damaged. */
  get head(): DayFileHead {
    const row = this.rows.get('SELECT * FROM file');
    if (row === undefined || row.crc !== checksumOfRow('file', row))
      throw new DamagedBlockError('the row of table file is damaged');
    return { store: String(row.store), day: String(row.day), begunMs: Number(row.begun_ms) };
  }

  /** Makes commits go into a write-ahead log beside the file, until it is closed. */
  beginLog(): void {
    this.#database.exec('PRAGMA journal_mode = WAL');
  }

  /** Checks that the file can be written, and throws SQLite's error otherwise. */
  requireWritable(): void {
    this.#database.exec('BEGIN IMMEDIATE; ROLLBACK');
  }

  /** Newest time up to which everything is in the file, epoch ms; null without journal rows and slices. */
  get newestMs(): number | null {
    const rows = this.rows.all(
      `SELECT * FROM (SELECT to_ms FROM journal ORDER BY id DESC LIMIT 1)
       UNION ALL SELECT * FROM (SELECT to_ms FROM slice ORDER BY id DESC LIMIT 1)`,
    );
    return rows.length === 0 ? null : Math.max(...rows.map(({ to_ms }) => Number(to_ms)));
  }

  /** Sums the bytes of the blocks of books and of the journal. */
  sumBytes(): { readonly blocks: number; readonly journal: number } {
    const sum = (table: string) =>
      Number(this.rows.get(`SELECT sum(length(data)) AS n FROM ${table}`)?.n ?? 0);
    return { blocks: sum('block'), journal: sum('journal') };
  }

  /** Lists why the last spans ended: of books by market, of trades by venue or market. */
  listEnded(): { readonly key: string; readonly ended: string }[] {
    const rows = this.rows.all(`
      SELECT 'span ' || m.venue || char(10) || m.store_key AS key, s.ended FROM span s JOIN market m ON m.id = s.market
      WHERE s.id IN (SELECT max(id) FROM span GROUP BY market)
      UNION ALL
      SELECT 'heard ' || h.venue || ' ' || coalesce(m.venue || char(10) || m.store_key, ''), h.ended
      FROM heard h LEFT JOIN market m ON m.id = h.market
      WHERE h.id IN (SELECT max(id) FROM heard WHERE opened <> 'backfill' GROUP BY venue, market)`);
    return rows.map(({ key, ended }) => ({ key: String(key), ended: String(ended ?? 'restart') }));
  }

  /** Stores a commit, which survives a crash once this returns. @returns Bytes of its row. */
  commit(commit: TapeCommit): number {
    const open = this.#readOpen();
    const { frames, toFileNumber, trades, fromMs } = commit;
    const data = encodePlannedJournal({ books: planRuns(frames, toFileNumber), trades }, fromMs);
    this.change((rows) => {
      commit.write?.(rows);
      rows.run(
        'INSERT INTO journal (from_ms, to_ms, data) VALUES (?, ?, ?)',
        commit.fromMs,
        commit.toMs,
        data,
      );
    });
    open.fromMs ??= fromMs;
    open.books.append(frames, toFileNumber);
    addTradeRuns(open, trades);
    return data.length;
  }

  /** Changes rows in one transaction. */
  change(work: (rows: DayFileRows) => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work(this.rows);
      this.rows.writeMarkets();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
    this.rows.confirmMarkets();
  }

  /** Returns start and numbers of changes and trades of the slice that is not sealed yet; null when the journal is empty. */
  readOpenSlice(): { readonly fromMs: number; readonly changes: number; readonly trades: number } | null {
    const { fromMs, books, tradeCount } = this.#readOpen();
    return fromMs === null ? null : { fromMs, changes: books.changes, trades: tradeCount };
  }

  /**
   * Seals the rows of the journal into blocks, in one transaction.
   *
   * @param upToMs End of the slice, epoch ms. Default: the end of the last row.
   * @returns Number of the slice, its changes and bytes; null when the journal is empty.
   */
  seal(upToMs?: number): SealedSlice | null {
    const sql = 'SELECT min(from_ms) AS from_ms, max(to_ms) AS to_ms, max(id) AS id FROM journal';
    const row = this.rows.get(sql);
    if (row === undefined || row.id === null || row.id === undefined) return null;
    const fromMs = Number(row.from_ms);
    const last = row.id;
    const { books, trades } = this.#readOpen();
    const blocks = numberBlocks(splitByChanges(planRuns(books, (number) => number))).map(({ runs, n }) =>
      toBlockRow(runs, { n, baseMs: fromMs }),
    );
    let slice = 0;
    this.change((rows) => {
      // The rows of the journal are deleted first, so that the blocks reuse their pages.
      rows.run('DELETE FROM journal WHERE id <= ?', last);
      slice = rows.add('slice', {
        from_ms: fromMs,
        to_ms: upToMs ?? Number(row.to_ms),
        blocks: blocks.length,
      });
      for (const block of blocks) {
        rows.run(
          'INSERT INTO block (slice, first, n, last, from_ms, changes, data) VALUES (?, ?, ?, ?, ?, ?, ?)',
          slice,
          block.from,
          block.n,
          block.to,
          block.fromMs,
          block.changes,
          block.data,
        );
      }
      for (const runs of splitByTrades(joinTradeRuns(trades))) addTradeBlock(rows, runs);
    });
    this.#open = null;
    const bytes = blocks.reduce((sum, { data }) => sum + data.length, 0);
    return { slice, changes: books.changes, bytes };
  }

  /** Stores late or back-filled trades, and changes rows that belong to them. */
  addTrades(runs: readonly TradeRun[], write?: (rows: DayFileRows) => void): void {
    this.change((rows) => {
      write?.(rows);
      for (const block of splitByTrades(joinTradeRuns([runs]))) addTradeBlock(rows, block);
    });
  }

  /**
   * Closes the file of a day for good, without a log beside it.
   *
   * @returns False when a reader has the file open or the disk failed: then the file stays open here too.
   */
  closeDay(): boolean {
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      const mode = this.rows.get('PRAGMA journal_mode = DELETE')?.journal_mode;
      if (mode !== 'delete') return false;
    } catch (error) {
      if (isSqliteError(error)) return false;
      throw error;
    }
    this.close();
    return true;
  }

  close(): void {
    this.#database.close();
  }

  /** Removes the books of a closed day. Its spans and trades stay. */
  removeBooks(): void {
    this.change((rows) => {
      for (const table of ['block', 'slice', 'journal']) rows.run(`DELETE FROM ${table}`);
    });
    this.#database.exec('VACUUM');
  }

  /** Reads and caches the content of the journal. */
  #readOpen(): OpenSlice {
    if (this.#open !== null) return this.#open;
    const open: OpenSlice = { fromMs: null, books: new FrameLog(), trades: [], tradeCount: 0 };
    const rows = this.#database.prepare('SELECT from_ms, data FROM journal ORDER BY id');
    for (const row of rows.iterate() as unknown as Iterable<{ from_ms: number; data: Uint8Array }>) {
      const { books, trades } = decodeJournal(row.data, row.from_ms);
      open.fromMs ??= row.from_ms;
      open.books.appendRuns(books);
      addTradeRuns(open, trades);
    }
    this.#open = open;
    return open;
  }
}

/** Writes the tables and the head of an empty file, without a log beside it. */
function fill(path: string, { store, day, begunMs }: DayFileHead): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(`
      PRAGMA page_size = 4096;
      PRAGMA journal_mode = DELETE;
      PRAGMA synchronous = FULL;
      BEGIN IMMEDIATE;
      ${TAPE_TABLES}
      PRAGMA application_id = ${TAPE_APPLICATION_ID};
      PRAGMA user_version = ${TAPE_VERSION};
    `);
    new DayFileRows(database).add('file', { store, day, begun_ms: begunMs });
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

/** Removes an incomplete file. The file itself is removed last, since SQLite's file beside it is found by its name. */
export function removeUnfinished(path: string): void {
  for (const end of ['-journal', '']) rmSync(path + end, { force: true });
}

/** Decoded content of the journal, which becomes the next slice. */
interface OpenSlice {
  fromMs: number | null;
  readonly books: FrameLog;
  readonly trades: TradeRun[][];
  tradeCount: number;
}

/** Adds the trades of a row of the journal. */
function addTradeRuns(open: OpenSlice, runs: readonly TradeRun[]): void {
  if (runs.length > 0) open.trades.push([...runs]);
  for (const { trades } of runs) open.tradeCount += trades.length;
}

/** Slice that was sealed. */
export interface SealedSlice {
  readonly slice: number;
  readonly changes: number;
  readonly bytes: number;
}

/** SQLite's extended result code: a transaction must be rolled back, which a read-only connection cannot do. */
const SQLITE_READONLY_ROLLBACK = 776;

function isHalfDone(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_READONLY_ROLLBACK;
}

/** Rolls back what a process left that was killed while it closed or amended a day. A live process holds a lock. */
function rollBack(path: string): void {
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    database.prepare('PRAGMA user_version').get();
  } finally {
    database.close();
  }
}
