import { rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { DataDirLockedError } from '../../storage/service-database.ts';
import { type DirectoryLock, lockDirectory } from '../../storage/sqlite/directory-lock.ts';
import { isSqliteError } from '../../storage/sqlite/sqlite-error.ts';
import { listWords, MAX_ENDED_MATCHES, type SearchedMarket } from '../searched-market.ts';
import type { SearchedTable } from '../searcher.ts';
import { KnownWords } from '../spelling.ts';
import { FtsMarketTable } from './fts-market-table.ts';

/**
 * File of ended markets in the data directory. It is derived from the register, so no backup needs it. Further processes
 * have `search-2.sqlite` and so on.
 */
export const SEARCH_FILE = 'search.sqlite';

/** Application id in the head of the file: "CTSE". */
const APPLICATION_ID = 0x43545345;
/** Version of the tables and of the indexed texts. A file of another version is made anew. */
const VERSION = 2;
const BUSY_TIMEOUT_MS = 5_000;

/** Codes of SQLite for a damaged file, and for a file that is no database. */
const CORRUPT = 11;
const NO_DATABASE = 26;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS word (word TEXT PRIMARY KEY, uses INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS walk (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS source (
    id INTEGER PRIMARY KEY CHECK (id = 1), store TEXT NOT NULL, position INTEGER NOT NULL
  );
`;

const WRITE_USES =
  'INSERT INTO word (word, uses) VALUES (?, ?) ON CONFLICT (word) DO UPDATE SET uses = uses + excluded.uses';

/** History from whose register the file is filled. */
export interface RegisterSource {
  /** Id of the history. */
  readonly store: string;
  /** Position of the history, which never falls; 0 when it has none. */
  readonly position: number;
}

interface OpenFile extends SearchedTable {
  readonly db: DatabaseSync;
  readonly table: FtsMarketTable;
  readonly writeUses: StatementSync;
  /** Words of the file, once they were needed. */
  known: KnownWords | null;
}

/**
 * Ended markets in a file. A file that is missing, damaged or of another version is made anew, and filled by the next
 * walk through the register.
 */
export class EndedFile {
  readonly #dataDir: string;
  readonly #onProblem: (message: string) => void;
  #file: string;
  #lock: DirectoryLock | null = null;
  #open: OpenFile | null = null;

  constructor(dataDir: string, onProblem: (message: string) => void = () => undefined) {
    this.#dataDir = dataDir;
    this.#file = path.join(dataDir, SEARCH_FILE);
    this.#onProblem = onProblem;
  }

  /** Opens the tables at the first call; null when the file cannot be opened, for example on a full disk. */
  open(): SearchedTable | null {
    return this.#require();
  }

  /** Stores ended markets, and removes those that are listed again. */
  change(ended: readonly SearchedMarket[], listed: readonly string[]): void {
    if (ended.length + listed.length === 0) return;
    this.guard(
      () => {
        const open = this.#require();
        open?.table.change(() => {
          for (const asset of listed) countWords(open, open.table.remove(asset), -1);
          const isNew = ended.filter((market) => open.table.put({ ...market, isOpen: false, volumeUsd: 0 }));
          addWords(open, isNew);
        });
      },
      () => undefined,
    );
  }

  /**
   * Notes from which history the file is filled. A file that another history has filled, or one that was further, as
   * after the restore of a backup, has markets that the register may lack, and is made anew.
   */
  follow({ store, position }: RegisterSource): void {
    this.guard(
      () => {
        const noted = this.#require()?.db.prepare('SELECT store, position FROM source').get();
        if (noted !== undefined && (noted.store !== store || Number(noted.position) > position)) {
          this.#open?.db.close();
          this.#open = null;
          this.#remove();
        }
        this.#require()
          ?.db.prepare('INSERT OR REPLACE INTO source (id, store, position) VALUES (1, ?, ?)')
          .run(store, position);
      },
      () => undefined,
    );
  }

  /** Time of the last complete walk through the register, epoch ms; null before the first. */
  findWalk(): number | null {
    return this.guard(
      () => {
        const row = this.#require()?.db.prepare('SELECT at FROM walk').get() as { at: number } | undefined;
        return row?.at ?? null;
      },
      () => null,
    );
  }

  noteWalk(at: number): void {
    this.guard(
      () => void this.#require()?.db.prepare('INSERT OR REPLACE INTO walk (id, at) VALUES (1, ?)').run(at),
      () => undefined,
    );
  }

  close(): void {
    this.#open?.db.close();
    this.#open = null;
    this.#lock?.release();
    this.#lock = null;
  }

  /** Runs work on the file. When the file fails, it is closed or made anew, and `otherwise` is the result. */
  guard<Result>(work: () => Result, otherwise: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      this.#give(error);
      return otherwise();
    }
  }

  #require(): OpenFile | null {
    this.#open ??= this.#openFile();
    return this.#open;
  }

  #openFile(): OpenFile | null {
    for (const isLastTry of [false, true]) {
      let db: DatabaseSync | null = null;
      try {
        this.#lockFile();
        db = new DatabaseSync(this.#file, { timeout: BUSY_TIMEOUT_MS });
        if (prepare(db)) return describe(db);
        db.close();
        if (!isLastTry) this.#remove();
      } catch (error) {
        db?.close();
        if (!isSqliteError(error)) throw error;
        if (!isLastTry && isDamage(error)) this.#remove();
        else this.#onProblem(`${this.#file} cannot be opened: ${error.message}`);
      }
    }
    return null;
  }

  /** Locks the first file that no other process or thread has, because each has markets and words of its own. */
  #lockFile(): void {
    for (let n = 1; this.#lock === null; n++) {
      const name = n === 1 ? 'search' : `search-${n}`;
      try {
        this.#lock = lockDirectory(this.#dataDir, `${name}.lock`);
        this.#file = path.join(this.#dataDir, `${name}.sqlite`);
      } catch (error) {
        if (!(error instanceof DataDirLockedError)) throw error;
      }
    }
  }

  #give(error: Error & { readonly errcode: number }): void {
    this.#open?.db.close();
    this.#open = null;
    if (!isDamage(error)) {
      this.#onProblem(`ended markets are not found for now: ${error.message}`);
      return;
    }
    this.#onProblem(`${this.#file} is damaged (${error.message}) and is made anew from the register`);
    this.#remove();
  }

  #remove(): void {
    for (const end of ['', '-wal', '-shm']) rmSync(this.#file + end, { force: true });
  }
}

const isDamage = ({ errcode }: { readonly errcode: number }) =>
  (errcode & 0xff) === CORRUPT || errcode === NO_DATABASE;

/** Creates the tables of a new file. @returns Whether the file is one of this version. */
function prepare(db: DatabaseSync): boolean {
  const read = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  const isNew = read('schema_version') === 0;
  if (isNew) db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION};`);
  else if (read('application_id') !== APPLICATION_ID || read('user_version') !== VERSION) return false;
  // A power failure loses the newest transactions at most, which the next walk finds. Other damage is found by its first use,
  // since a check of the whole file would take longer the more markets have ended.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192;');
  db.exec(SCHEMA);
  return true;
}

function describe(db: DatabaseSync): OpenFile {
  const open: OpenFile = {
    db,
    table: new FtsMarketTable(db, MAX_ENDED_MATCHES),
    writeUses: db.prepare(WRITE_USES),
    known: null,
    words: () => readWords(open),
  };
  return open;
}

function readWords(open: OpenFile): KnownWords {
  if (open.known !== null) return open.known;
  const known = new KnownWords();
  for (const row of open.db.prepare('SELECT word, uses FROM word WHERE uses > 0').iterate()) {
    const { word, uses } = row as { word: string; uses: number };
    known.add(word, uses);
  }
  open.known = known;
  return known;
}

function addWords(open: OpenFile, markets: readonly SearchedMarket[]): void {
  const uses = new Map<string, number>();
  for (const market of markets)
    for (const word of listWords(market)) uses.set(word, (uses.get(word) ?? 0) + 1);
  for (const [word, count] of uses) writeUses(open, word, count);
}

function countWords(open: OpenFile, market: SearchedMarket | null, by: number): void {
  if (market !== null) for (const word of listWords(market)) writeUses(open, word, by);
}

function writeUses({ writeUses: write, known }: OpenFile, word: string, count: number): void {
  write.run(word, count);
  if (count > 0) known?.add(word, count);
  else known?.remove(word);
}
