import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { epochMs, type VenueId } from '../../domain/index.ts';
import type { CorruptBlock, SeriesKey } from '../history-store.ts';
import { type CatalogueEntry, decodePage, encodePage, MAX_PAGE_ENTRIES } from './catalogue-page.ts';
import type { Damage } from './damage.ts';
import { compareKeys, findKeyPlace, mergedEntries } from './key-order.ts';
import { computeRowCrc } from './row-crc.ts';
import { NOTHING_SEALED, newSeries, type SealedFacts, type Series } from './series.ts';

export interface SeriesRow {
  readonly id: number;
  readonly venue: VenueId;
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

interface PageRow {
  readonly id: number;
  readonly first_key: string;
  readonly last_ms: number;
}

/** A page of the catalogue in memory. */
export interface OpenPage {
  readonly id: number;
  readonly firstKey: string;
  readonly entries: readonly CatalogueEntry[];
  /** The bytes of a page that cannot be read; it has no entries then. */
  readonly damaged: Uint8Array | null;
}

/** Decoded pages that are kept: up to 300 kB each. */
const MAX_OPEN_PAGES = 16;

/** Most pages of the answer need few rows. */
const FIRST_ROWS = 128;

/** and others many. */
const ROWS_AT_ONCE = 2_048;

/** Rows that one step of moving looks at: it shares a commit with a poll. */
const ROWS_MOVED_AT_ONCE = 512;

/**
 * All series of the file. Those that are written to have a row each; the others are moved, many at a time,
 * into pages of a thousand series, ordered by key, where each takes a few bytes. A row goes before a page:
 * what a page says of a series that has a row again is out of date.
 *
 * Writing happens inside the caller's transaction.
 */
export class Catalogue {
  readonly #damage: Damage;
  readonly #byKey: StatementSync;
  readonly #byId: StatementSync;
  readonly #upsert: StatementSync;
  readonly #delete: StatementSync;
  readonly #rowsAfter: StatementSync;
  readonly #pageHolding: StatementSync;
  readonly #pageAfter: StatementSync;
  readonly #pageData: StatementSync;
  readonly #insertPage: StatementSync;
  readonly #deletePage: StatementSync;
  readonly #count: StatementSync;
  readonly #countPages: StatementSync;
  readonly #lastId: StatementSync;
  readonly #pages = new Map<number, OpenPage>();

  constructor(db: DatabaseSync, damage: Damage) {
    this.#damage = damage;
    this.#byKey = db.prepare('SELECT * FROM series WHERE venue = ? AND store_key = ?');
    this.#byId = db.prepare('SELECT * FROM series WHERE id = ?');
    this.#upsert = db.prepare(
      `INSERT INTO series (id, venue, store_key, asset, records, bytes, first_ms, last_ms, sealed_row, pack, crc)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET records = excluded.records, bytes = excluded.bytes,
         first_ms = excluded.first_ms, last_ms = excluded.last_ms, sealed_row = excluded.sealed_row,
         pack = excluded.pack, crc = excluded.crc`,
    );
    this.#delete = db.prepare('DELETE FROM series WHERE id = ?');
    this.#rowsAfter = db.prepare(
      'SELECT * FROM series WHERE venue = ? AND store_key > ? ORDER BY store_key LIMIT ?',
    );
    this.#pageHolding = db.prepare(
      `SELECT id, first_key, last_ms FROM catalogue WHERE venue = ? AND first_key <= ?
       ORDER BY first_key DESC LIMIT 1`,
    );
    this.#pageAfter = db.prepare(
      `SELECT id, first_key, last_ms FROM catalogue WHERE venue = ? AND first_key > ?
       ORDER BY first_key LIMIT 1`,
    );
    this.#pageData = db.prepare('SELECT data FROM catalogue WHERE id = ?');
    this.#insertPage = db.prepare(
      'INSERT INTO catalogue (venue, first_key, entries, last_ms, data) VALUES (?, ?, ?, ?, ?)',
    );
    this.#deletePage = db.prepare('DELETE FROM catalogue WHERE id = ?');
    this.#count = db.prepare('SELECT count(*) AS n FROM series');
    this.#countPages = db.prepare('SELECT coalesce(sum(entries), 0) AS n FROM catalogue');
    this.#lastId = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'series'");
  }

  /** Series with a row. */
  rowCount(): number {
    return Number(this.#count.get()?.n ?? 0);
  }

  /** Series in pages, those that have a row again included. */
  pagedCount(): number {
    return Number(this.#countPages.get()?.n ?? 0);
  }

  /** No series was ever given a greater number. */
  lastId(): number {
    return Number(this.#lastId.get()?.seq ?? 0);
  }

  find({ venue, storeKey }: SeriesKey): Series | null {
    const row = this.#byKey.get(venue, storeKey) as unknown as SeriesRow | undefined;
    if (row !== undefined) return this.#checked(row);
    const page = this.#pageHolding.get(venue, storeKey) as unknown as PageRow | undefined;
    if (page === undefined) return null;
    const { entries } = this.#openPage(page.id, venue, page.first_key);
    const entry = entries[findKeyPlace(entries, storeKey)];
    return entry?.storeKey === storeKey ? toSeries(venue, entry) : null;
  }

  /** Only of series with a row: records of the others are all sealed. */
  byId(id: number): Series | null {
    const row = this.#byId.get(id) as unknown as SeriesRow | undefined;
    return row === undefined ? null : this.#checked(row);
  }

  /** Writes the row of a series, new or changed. */
  write(series: Series, sealed: SealedFacts): void {
    const { id, venue, storeKey, asset } = series;
    const { records, bytes, row, pack } = sealed;
    const firstMs = records > 0 ? sealed.firstMs : null;
    const lastMs = records > 0 ? sealed.lastMs : null;
    const crc = computeRowCrc([id, venue, storeKey, asset, records, bytes, firstMs, lastMs, row, pack]);
    this.#upsert.run(id, venue, storeKey, asset, records, bytes, firstMs, lastMs, row, pack, crc);
  }

  /** Rows of a venue after a key, in the order of keys. */
  rows(venue: VenueId, after: string, limit: number): Series[] {
    const rows = this.#rowsAfter.all(venue, after, limit) as unknown as SeriesRow[];
    return rows.map((row) => this.#checked(row));
  }

  /** The page that holds a key, or would; null before the first one. */
  pageAt(venue: VenueId, storeKey: string): OpenPage | null {
    const page = this.#pageHolding.get(venue, storeKey) as unknown as PageRow | undefined;
    return page === undefined ? null : this.#openPage(page.id, venue, page.first_key);
  }

  /** The first key of the first page that begins after a key. */
  pageAfter(venue: VenueId, firstKey: string): { firstKey: string } | null {
    const page = this.#pageAfter.get(venue, firstKey);
    return page === undefined ? null : { firstKey: String(page.first_key) };
  }

  /**
   * All series of a venue after a key, ordered by key, without their tails.
   *
   * @param since Pages without a record at or after this time are passed over.
   */
  *all(venue: VenueId, after = '', since = Number.NEGATIVE_INFINITY): Generator<Series> {
    const rows = this.#eachRow(venue, after);
    let row = rows.next();
    for (const series of this.#eachPaged(venue, after, since)) {
      while (!row.done && compareKeys(row.value.storeKey, series.storeKey) < 0) {
        yield row.value;
        row = rows.next();
      }
      // A row goes before a page.
      if (!row.done && row.value.storeKey === series.storeKey) continue;
      yield series;
    }
    for (; !row.done; row = rows.next()) yield row.value;
  }

  *#eachRow(venue: VenueId, after: string): Generator<Series> {
    let limit = FIRST_ROWS;
    for (let from = after; ; limit = ROWS_AT_ONCE) {
      const rows = this.rows(venue, from, limit);
      yield* rows;
      if (rows.length < limit) return;
      from = rows.at(-1)!.storeKey;
    }
  }

  *#eachPaged(venue: VenueId, after: string, since: number): Generator<Series> {
    const held = this.#pageHolding.get(venue, after) as unknown as PageRow | undefined;
    let page = held ?? (this.#pageAfter.get(venue, '') as unknown as PageRow | undefined);
    while (page !== undefined) {
      const { id, first_key: firstKey, last_ms: lastMs } = page;
      for (const entry of lastMs >= since ? this.#openPage(id, venue, firstKey).entries : []) {
        if (after === '' || compareKeys(entry.storeKey, after) > 0) yield toSeries(venue, entry);
      }
      page = this.#pageAfter.get(venue, firstKey) as unknown as PageRow | undefined;
    }
  }

  /**
   * Moves the first series behind a key that nobody needs in a row, and its neighbours of the same page.
   *
   * @param isBusy Series that keep their rows.
   * @returns The key to continue from; null when there is none left.
   */
  moveToPage(venue: VenueId, after: string, isBusy: (id: number) => boolean): string | null {
    const rows = this.rows(venue, after, ROWS_MOVED_AT_ONCE);
    if (rows.length === 0) return null;
    const idle = rows.filter(({ id, sealed }) => !isBusy(id) && sealed.records > 0);
    const [first] = idle;
    if (first === undefined) return rows.at(-1)!.storeKey;
    const page = this.pageAt(venue, first.storeKey) ?? this.#firstPage(venue);
    const next = page === null ? null : this.pageAfter(venue, page.firstKey);
    const moved = idle
      .filter(({ storeKey }) => next === null || compareKeys(storeKey, next.firstKey) < 0)
      .map(toCatalogueEntry);
    this.#replacePage(venue, page, moved);
    for (const { id } of moved) this.#delete.run(id);
    return moved.at(-1)!.storeKey;
  }

  /** Forgets what a rolled back transaction may have left. */
  forget(): void {
    this.#pages.clear();
  }

  #firstPage(venue: VenueId): OpenPage | null {
    const first = this.pageAfter(venue, '');
    return first === null ? null : this.pageAt(venue, first.firstKey);
  }

  #replacePage(venue: VenueId, page: OpenPage | null, moved: readonly CatalogueEntry[]): void {
    const kept = page?.entries ?? [];
    const all = mergedEntries(kept, moved);
    // Keys that only ever grow fill one page after the other; any other page is halved.
    const grows = kept.length > 0 && all.length === kept.length + moved.length && all.at(-1) === moved.at(-1);
    const count = Math.ceil(all.length / MAX_PAGE_ENTRIES);
    const size = grows && all[kept.length] === moved[0] ? MAX_PAGE_ENTRIES : Math.ceil(all.length / count);
    if (page !== null) {
      if (page.damaged !== null) {
        this.#damage.keep(`catalogue ${page.id}`, pageDamage(venue, page.firstKey, 'damaged'), page.damaged);
      }
      this.#deletePage.run(page.id);
      this.#pages.delete(page.id);
    }
    for (let from = 0; from < all.length; from += size) {
      const entries = all.slice(from, from + size);
      const lastMs = entries.reduce((latest, entry) => Math.max(latest, entry.lastMs), entries[0]!.lastMs);
      this.#insertPage.run(venue, entries[0]!.storeKey, entries.length, lastMs, encodePage(entries));
    }
  }

  #openPage(id: number, venue: VenueId, firstKey: string): OpenPage {
    const known = this.#pages.get(id);
    if (known !== undefined) return known;
    const data = this.#pageData.get(id)?.data as Uint8Array;
    let page: OpenPage;
    try {
      page = { id, firstKey, entries: decodePage(data), damaged: null };
      // The row beside the data says where the page is looked for.
      if (page.entries[0]?.storeKey !== firstKey) {
        this.#damage.note(`catalogue ${id}`, pageDamage(venue, firstKey, 'it begins with another key'));
      }
    } catch (error) {
      page = { id, firstKey, entries: [], damaged: data };
      this.#damage.note(`catalogue ${id}`, pageDamage(venue, firstKey, String(error)));
    }
    if (this.#pages.size >= MAX_OPEN_PAGES) {
      const oldest = this.#pages.keys().next();
      if (!oldest.done) this.#pages.delete(oldest.value);
    }
    this.#pages.set(id, page);
    return page;
  }

  #checked(row: SeriesRow): Series {
    const { id, venue, store_key, asset, records, bytes, first_ms, last_ms, sealed_row, pack } = row;
    const fields = [id, venue, store_key, asset, records, bytes, first_ms, last_ms, sealed_row, pack];
    if (computeRowCrc(fields) !== row.crc) {
      this.#damage.note(`series ${id}`, {
        venue,
        storeKey: store_key,
        records,
        fromMs: epochMs(first_ms ?? 0),
        toMs: epochMs(last_ms ?? 0),
        reason: 'the row of a series is damaged',
      });
    }
    const firstMs = first_ms ?? NOTHING_SEALED.firstMs;
    const lastMs = last_ms ?? NOTHING_SEALED.lastMs;
    return newSeries(id, venue, store_key, asset, { records, bytes, firstMs, lastMs, row: sealed_row, pack });
  }
}

/** The series of a page are known by the first of them only. */
function pageDamage(venue: VenueId, firstKey: string, reason: string): CorruptBlock {
  return {
    venue,
    storeKey: firstKey,
    records: 0,
    fromMs: epochMs(0),
    toMs: epochMs(0),
    reason: `a page of the catalogue, from this key on: ${reason}`,
  };
}

function toSeries(venue: VenueId, entry: CatalogueEntry): Series {
  const { id, storeKey, asset, records, bytes, firstMs, lastMs, pack } = entry;
  // All that the journal may still hold of it is sealed.
  const row = Number.MAX_SAFE_INTEGER;
  return newSeries(id, venue, storeKey, asset, { records, bytes, firstMs, lastMs, row, pack });
}

function toCatalogueEntry({ id, storeKey, asset, sealed }: Series): CatalogueEntry {
  const { records, bytes, firstMs, lastMs, pack } = sealed;
  return { id, storeKey, asset, records, bytes, firstMs, lastMs, pack };
}
