import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Recorder } from '../../../domain/index.ts';
import { prepareRows, type RowStatement } from '../../../storage/sqlite/row-statement.ts';
import { computeRowCrc } from '../../coding/row-crc.ts';
import type { SeriesKey } from '../../contract/series.ts';
import { describeSealed, type FileDamage } from '../damage.ts';
import { compareKeys } from '../paging/key-order.ts';
import { KeyedPages, type PageKind } from '../paging/keyed-pages.ts';
import { type MovableRows, PageMover } from '../paging/page-mover.ts';
import {
  createSeries,
  NO_ROW,
  NOTHING_SEALED,
  type SealedFacts,
  type SeriesState,
} from '../series/series.ts';
import { type CatalogueEntry, decodePage, encodePage, MAX_PAGE_ENTRIES } from './catalogue-page.ts';

interface SeriesRow {
  readonly id: number;
  readonly venue: Recorder;
  readonly store_key: string;
  readonly asset: string;
  readonly records: number;
  readonly bytes: number;
  readonly first_ms: number | null;
  readonly last_ms: number | null;
  readonly sealed_row: number;
  readonly pack: number;
  readonly crc: number;
}

/** Number of rows that the first query reads: the first page of an answer usually needs no more. */
const FIRST_ROWS = 128;

/** Number of rows that each further query reads. */
const ROWS_AT_ONCE = 2_048;

/** Number of rows that one step of moving reads, since it shares a commit with a poll. */
const ROWS_MOVED_AT_ONCE = 512;

/** Number of rows that one statement writes. */
const ROWS_WRITTEN_AT_ONCE = 64;

const MOVING = { minWaiting: 4_096, countEvery: 64 };

const PAGES: PageKind<CatalogueEntry> = {
  table: 'catalogue',
  name: 'a page of the catalogue',
  maxEntries: MAX_PAGE_ENTRIES,
  maxWeight: Number.POSITIVE_INFINITY,
  weigh: () => 0,
  lastMs: (entry) => entry.lastMs,
  encode: encodePage,
  decode: decodePage,
};

/**
 * All series of the file. Series that are written to have a row each; the others are moved, many at a time, into pages
 * of a thousand series ordered by key, where each takes a few bytes. A row takes precedence over a page, whose entry of
 * the same series is then out of date.
 *
 * Writes happen inside the caller's transaction.
 */
export class Catalogue {
  readonly #damage: FileDamage;
  readonly #byKey: RowStatement<SeriesRow>;
  readonly #byId: RowStatement<SeriesRow>;
  readonly #byKeys: RowStatement<SeriesRow>;
  readonly #upsert: StatementSync;
  readonly #upsertMany: StatementSync;
  readonly #delete: StatementSync;
  readonly #rowsAfter: RowStatement<SeriesRow>;
  readonly #count: StatementSync;
  readonly #lastId: StatementSync;
  readonly #pages: KeyedPages<CatalogueEntry>;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#damage = damage;
    this.#pages = new KeyedPages(db, damage, PAGES);
    this.#byKey = prepareRows(db, 'SELECT * FROM series WHERE venue = ? AND store_key = ?');
    this.#byId = prepareRows(db, 'SELECT * FROM series WHERE id = ?');
    // The order is stated, because each key costs a search in the index and nothing else.
    this.#byKeys = prepareRows(
      db,
      `SELECT series.* FROM json_each(?) AS named
       CROSS JOIN series ON series.venue = ? AND series.store_key = named.value`,
    );
    this.#upsert = db.prepare(toUpsert(1));
    this.#upsertMany = db.prepare(toUpsert(ROWS_WRITTEN_AT_ONCE));
    this.#delete = db.prepare('DELETE FROM series WHERE id = ?');
    this.#rowsAfter = prepareRows(
      db,
      'SELECT * FROM series WHERE venue = ? AND store_key > ? ORDER BY store_key LIMIT ?',
    );
    this.#count = db.prepare('SELECT count(*) AS n FROM series');
    this.#lastId = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'series'");
  }

  /** Counts the series that have a row. */
  rowCount(): number {
    return Number(this.#count.get()?.n ?? 0);
  }

  /** Counts the series in pages, including those that have a row again. */
  pagedCount(): number {
    return this.#pages.entryCount();
  }

  /** Reads the highest number that any series was given. */
  readLastId(): number {
    return Number(this.#lastId.get()?.seq ?? 0);
  }

  find({ venue, storeKey }: SeriesKey): SeriesState | null {
    const row = this.#byKey.get(venue, storeKey);
    if (row !== undefined) return this.#check(row);
    const entry = this.#pages.find(venue, storeKey);
    return entry === null ? null : toSeries(venue, entry);
  }

  /** Finds several series of a venue. Those that are not stored are left out. */
  findMany(venue: Recorder, storeKeys: Iterable<string>): SeriesState[] {
    const left = new Set(storeKeys);
    const found = this.#byKeys.all(JSON.stringify([...left]), venue).map((row) => this.#check(row));
    for (const { storeKey } of found) left.delete(storeKey);
    for (const entry of this.#pages.findMany(venue, [...left].sort(compareKeys))) {
      found.push(toSeries(venue, entry));
    }
    return found;
  }

  /** Finds a series with a row by its number. A series without a row has no unsealed records. */
  findById(id: number): SeriesState | null {
    const row = this.#byId.get(id);
    return row === undefined ? null : this.#check(row);
  }

  /** Writes the rows of new or changed series. */
  write(all: ReadonlyMap<SeriesState, SealedFacts>): void {
    let left = all.size;
    let values: (string | number | null)[] = [];
    for (const [series, sealed] of all) {
      pushRow(values, series, sealed);
      left--;
      const rows = values.length / ROW_VALUES;
      // A statement writes a fixed number of rows: those that are too few for it are written alone.
      if (rows === ROWS_WRITTEN_AT_ONCE) this.#upsertMany.run(...values);
      else if (rows === 1 && left < ROWS_WRITTEN_AT_ONCE - 1) this.#upsert.run(...values);
      else continue;
      values = [];
    }
  }

  /** Reads the rows of a venue after a key, ordered by key. */
  #readRows(venue: Recorder, after: string, limit: number): SeriesState[] {
    const rows = this.#rowsAfter.all(venue, after, limit);
    return rows.map((row) => this.#check(row));
  }

  /**
   * Lists all series of a venue after a key, ordered by key, without their tails.
   *
   * @param since Pages whose records are all before this time are skipped.
   */
  *listAll(venue: Recorder, after = '', since = Number.NEGATIVE_INFINITY): Generator<SeriesState> {
    const rows = this.#eachRow(venue, after);
    let row = rows.next();
    for (const entry of this.#pages.listEntries(venue, after, since)) {
      while (!row.done && compareKeys(row.value.storeKey, entry.storeKey) < 0) {
        yield row.value;
        row = rows.next();
      }
      // The entry is out of date when the series has a row.
      if (!row.done && row.value.storeKey === entry.storeKey) continue;
      yield toSeries(venue, entry);
    }
    for (; !row.done; row = rows.next()) yield row.value;
  }

  *#eachRow(venue: Recorder, after: string): Generator<SeriesState> {
    let limit = FIRST_ROWS;
    for (let from = after; ; limit = ROWS_AT_ONCE) {
      const rows = this.#readRows(venue, from, limit);
      yield* rows;
      if (rows.length < limit) return;
      from = rows.at(-1)!.storeKey;
    }
  }

  /**
   * Creates the mover of series that need no row into pages.
   *
   * @param busyCount Returns the number of series that must keep their rows.
   * @param isBusy Whether a series must keep its row.
   */
  createMover(busyCount: () => number, isBusy: (id: number) => boolean): PageMover {
    const rows: MovableRows = {
      waitingCount: () => this.rowCount() - busyCount(),
      pagedCount: () => this.pagedCount(),
      moveToPage: (venue, after) => this.#moveToPage(venue, after, isBusy),
    };
    return new PageMover(rows, MOVING);
  }

  /**
   * Moves the first series after a key that needs no row into its page, and others of the same page with it.
   *
   * @returns Key from which to continue; null when no row is left.
   */
  #moveToPage(venue: Recorder, after: string, isBusy: (id: number) => boolean): string | null {
    const rows = this.#readRows(venue, after, ROWS_MOVED_AT_ONCE);
    if (rows.length === 0) return null;
    const idle = rows.filter(({ id, sealed }) => !isBusy(id) && sealed.records > 0);
    const [first] = idle;
    if (first === undefined) return rows.at(-1)!.storeKey;
    const page = this.#pages.getFor(venue, first.storeKey);
    const nextKey = page === null ? null : this.#pages.findKeyAfter(venue, page.firstKey);
    const moved = idle
      .filter(({ storeKey }) => nextKey === null || compareKeys(storeKey, nextKey) < 0)
      .map(toCatalogueEntry);
    this.#pages.add(venue, page, moved);
    for (const { id } of moved) this.#delete.run(id);
    return moved.at(-1)!.storeKey;
  }

  /** Drops cached pages after a transaction was rolled back. */
  forget(): void {
    this.#pages.forget();
  }

  #check(row: SeriesRow): SeriesState {
    const { id, venue, store_key, asset, records, bytes, first_ms, last_ms, sealed_row, pack } = row;
    const fields = [id, venue, store_key, asset, records, bytes, first_ms, last_ms, sealed_row, pack];
    if (computeRowCrc(fields) !== row.crc) {
      this.#damage.note(`series ${id}`, {
        ...describeSealed(
          { venue, storeKey: store_key },
          { records, firstMs: first_ms ?? Number.NaN, lastMs: last_ms ?? Number.NaN },
        ),
        reason: 'the row of a series is damaged',
      });
    }
    const firstMs = first_ms ?? NOTHING_SEALED.firstMs;
    const lastMs = last_ms ?? NOTHING_SEALED.lastMs;
    return createSeries(
      { id, venue, storeKey: store_key, asset },
      { records, bytes, firstMs, lastMs, row: sealed_row, pack },
    );
  }
}

/** Values of a row of `series`. */
const ROW_VALUES = 11;

/** Builds the statement that writes some rows of `series`. */
function toUpsert(rows: number): string {
  const row = `(${new Array(ROW_VALUES).fill('?').join(', ')})`;
  return `INSERT INTO series
      (id, venue, store_key, asset, records, bytes, first_ms, last_ms, sealed_row, pack, crc)
    VALUES ${new Array(rows).fill(row).join(', ')}
    ON CONFLICT (id) DO UPDATE SET records = excluded.records, bytes = excluded.bytes,
      first_ms = excluded.first_ms, last_ms = excluded.last_ms, sealed_row = excluded.sealed_row,
      pack = excluded.pack, crc = excluded.crc`;
}

function pushRow(values: (string | number | null)[], series: SeriesState, sealed: SealedFacts): void {
  const { id, venue, storeKey, asset } = series;
  const { records, bytes, row, pack } = sealed;
  const firstMs = records > 0 ? sealed.firstMs : null;
  const lastMs = records > 0 ? sealed.lastMs : null;
  const fields = [id, venue, storeKey, asset, records, bytes, firstMs, lastMs, row, pack];
  values.push(...fields, computeRowCrc(fields));
}

function toSeries(venue: Recorder, entry: CatalogueEntry): SeriesState {
  const { id, storeKey, asset, records, bytes, firstMs, lastMs, pack } = entry;
  return createSeries({ id, venue, storeKey, asset }, { records, bytes, firstMs, lastMs, row: NO_ROW, pack });
}

function toCatalogueEntry({ id, storeKey, asset, sealed }: SeriesState): CatalogueEntry {
  const { records, bytes, firstMs, lastMs, pack } = sealed;
  return { id, storeKey, asset, records, bytes, firstMs, lastMs, pack };
}
