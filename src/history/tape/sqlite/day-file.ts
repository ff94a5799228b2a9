import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { decodeJournal, encodeJournal, type JournalData } from '../coding/journal-row.ts';
import { OpenRuns } from '../coding/open-runs.ts';
import { encodeTrades, type TradeRun } from '../coding/trade-block.ts';
import { joinTradeRuns } from '../coding/trade-runs.ts';
import { numberBlocks, splitByChanges, splitByTrades, toBlockRow } from './block-rows.ts';
import {
  CHECKED_TABLES,
  type CheckedTable,
  checksumOfRow,
  TAPE_APPLICATION_ID,
  TAPE_TABLES,
  TAPE_VERSION,
  type TapeRow,
} from './schema.ts';

/** File that is no tape, or is of another version. */
export class OtherTapeFile extends Error {
  override readonly name = 'OtherTapeFile';
}

/** Head of a day file. */
export interface DayFileHead {
  /** Id of the store: 32 hexadecimal digits. */
  readonly store: string;
  /** Day of UTC, such as `2026-11-28`. */
  readonly day: string;
  /** Time of the beginning, epoch ms. */
  readonly begunMs: number;
}

/** Row that is added, with its columns but the checksum. */
export interface AddedRow {
  readonly table: CheckedTable;
  readonly row: TapeRow;
}

/** End of a time within which a book, or trades, are known. */
export interface EndedRow {
  readonly table: 'span' | 'heard';
  readonly id: number;
  readonly toMs: number;
  readonly ended: string | null;
}

/** Addition of one transaction: everything that was received from one moment to another. */
export interface TapeCommit extends JournalData {
  /** First time, epoch ms, both ends included. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly added?: readonly AddedRow[];
  readonly ended?: readonly EndedRow[];
}
const BUSY_MS = 2_000;

/** File of one day of the tape, as docs of its format describe it. One process writes it. */
export class DayFile {
  readonly #database: DatabaseSync;
  /** Content of the journal's rows; read from them when a file is opened that has some. */
  #open: { readonly books: OpenRuns; readonly trades: TradeRun[][] } | null = null;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Makes an empty file. */
  static create(path: string, head: DayFileHead): DayFile {
    const database = new DatabaseSync(path);
    database.exec(`
      PRAGMA page_size = 4096;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      BEGIN IMMEDIATE;
      ${TAPE_TABLES}
      PRAGMA application_id = ${TAPE_APPLICATION_ID};
      PRAGMA user_version = ${TAPE_VERSION};
      COMMIT;
    `);
    const file = new DayFile(database);
    file.#inTransaction(() =>
      file.#add({ table: 'file', row: { store: head.store, day: head.day, begun_ms: head.begunMs } }),
    );
    return file;
  }

  /** Opens a file. Throws `OtherTapeFile` when it is no tape of this version. */
  static open(path: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): DayFile {
    const database = new DatabaseSync(path, { readOnly });
    try {
      database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
      const number = (pragma: string) =>
        Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
      const [id, version] = [number('application_id'), number('user_version')];
      if (id !== TAPE_APPLICATION_ID) throw new OtherTapeFile(`${path} is no file of the tape`);
      if (version !== TAPE_VERSION) throw new OtherTapeFile(`${path} is of version ${version} of the tape`);
      if (!readOnly) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      return new DayFile(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Database of the file, for reading. */
  get database(): DatabaseSync {
    return this.#database;
  }

  /** Stores a commit. When this returns, it survives a crash. */
  commit(commit: TapeCommit): void {
    const open = this.#readOpen();
    const data = encodeJournal(commit, commit.fromMs);
    this.#inTransaction(() => {
      for (const row of commit.added ?? []) this.#add(row);
      for (const row of commit.ended ?? []) this.#end(row);
      this.#run(
        'INSERT INTO journal (from_ms, to_ms, data) VALUES (?, ?, ?)',
        commit.fromMs,
        commit.toMs,
        data,
      );
    });
    open.books.add(commit.books);
    if (commit.trades.length > 0) open.trades.push([...commit.trades]);
  }

  /**
   * Turns the rows of the journal into blocks, in one transaction.
   *
   * @param upToMs End of the slice, epoch ms; the end of the last row where it is absent.
   * @returns Number of changes that were sealed; 0 when the journal is empty.
   */
  seal(upToMs?: number): number {
    const sql = 'SELECT min(from_ms) AS from_ms, max(to_ms) AS to_ms, max(id) AS id FROM journal';
    const {
      from_ms: fromMs,
      to_ms: toMs,
      id,
    } = this.#database.prepare(sql).get() as Record<string, number | null>;
    if (typeof fromMs !== 'number' || typeof toMs !== 'number' || typeof id !== 'number') return 0;
    const { books, trades } = this.#readOpen();
    const blocks = numberBlocks(splitByChanges(books.toRuns()));
    this.#inTransaction(() => {
      const row = { from_ms: fromMs, to_ms: upToMs ?? toMs, blocks: blocks.length };
      const slice = this.#add({ table: 'slice', row });
      const insert = this.#database.prepare(
        'INSERT INTO block (slice, first, n, last, from_ms, changes, data) VALUES (?, ?, ?, ?, ?, ?, ?)',
      );
      for (const { runs, n } of blocks) {
        const block = toBlockRow(runs, { n, baseMs: fromMs });
        insert.run(slice, block.from, n, block.to, block.fromMs, block.changes, block.data);
      }
      for (const runs of splitByTrades(joinTradeRuns(trades))) this.#addTrades(runs);
      this.#run('DELETE FROM journal WHERE id <= ?', id);
    });
    this.#open = null;
    return books.changes;
  }

  /** Stores trades that came late or were read afterwards, and rows that belong to them. */
  addTrades(runs: readonly TradeRun[], added: readonly AddedRow[] = []): void {
    this.#inTransaction(() => {
      for (const row of added) this.#add(row);
      for (const block of splitByTrades(joinTradeRuns([runs]))) this.#addTrades(block);
    });
  }

  /** Closes a day for good: all of it is in the one file afterwards. */
  closeDay(): void {
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
    this.close();
  }

  close(): void {
    this.#database.close();
  }

  /** Reads what waits for the next slice. */
  #readOpen(): { readonly books: OpenRuns; readonly trades: TradeRun[][] } {
    if (this.#open !== null) return this.#open;
    const open = { books: new OpenRuns(), trades: [] as TradeRun[][] };
    const rows = this.#database.prepare('SELECT from_ms, data FROM journal ORDER BY id');
    for (const row of rows.iterate() as unknown as Iterable<{ from_ms: number; data: Uint8Array }>) {
      const { books, trades } = decodeJournal(row.data, row.from_ms);
      open.books.add(books);
      if (trades.length > 0) open.trades.push([...trades]);
    }
    this.#open = open;
    return open;
  }

  /** Adds a row with its checksum, and returns its number. */
  #add({ table, row }: AddedRow): number {
    const columns = [...CHECKED_TABLES[table], 'crc'];
    const hasId = (CHECKED_TABLES[table] as readonly string[])[0] === 'id';
    const whole: TapeRow = hasId && row.id === undefined ? { ...row, id: this.#nextId(table) } : row;
    const values = [
      ...CHECKED_TABLES[table].map((column) => whole[column] ?? null),
      checksumOfRow(table, whole),
    ];
    const marks = columns.map(() => '?').join(', ');
    this.#run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`, ...values);
    return hasId ? Number(whole.id) : 0;
  }

  #end({ table, id, toMs, ended }: EndedRow): void {
    const row = this.#database.prepare(`SELECT * FROM ${table} WHERE id = ?`).get(id) as TapeRow | undefined;
    if (row === undefined) return;
    const changed = { ...row, to_ms: toMs, ended };
    const crc = checksumOfRow(table, changed);
    this.#run(`UPDATE ${table} SET to_ms = ?, ended = ?, crc = ? WHERE id = ?`, toMs, ended, crc, id);
  }

  #addTrades(runs: readonly TradeRun[]): void {
    const times = runs.flatMap(({ trades }) => trades.map(({ t }) => t));
    const fromMs = times.reduce((a, b) => Math.min(a, b));
    const toMs = times.reduce((a, b) => Math.max(a, b));
    const insert =
      'INSERT INTO trade_block (from_ms, to_ms, first, last, trades, data) VALUES (?, ?, ?, ?, ?, ?)';
    const [first, last] = [runs[0]!.market, runs.at(-1)!.market];
    this.#run(insert, fromMs, toMs, first, last, times.length, encodeTrades(runs, fromMs));
  }

  #nextId(table: string): number {
    const row = this.#database.prepare(`SELECT max(id) AS id FROM ${table}`).get() as { id: number | null };
    return (row.id ?? 0) + 1;
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#database.prepare(sql).run(...values);
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
