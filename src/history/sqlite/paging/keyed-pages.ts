import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Recorder } from '../../../domain/index.ts';
import { BoundedMap } from '../../../scheduling/bounded-map.ts';
import { prepareRows, type RowStatement } from '../../../storage/sqlite/row-statement.ts';
import type { CorruptBlock } from '../../contract/corrupt-block.ts';
import type { FileDamage } from '../damage.ts';
import { compareKeys, findKeyPosition, type KeyedEntry, mergeEntries } from './key-order.ts';

interface PageRow {
  readonly id: number;
  readonly first_key: string;
  readonly last_ms: number;
}

/** Decoded page. */
interface OpenPage<Entry> {
  readonly id: number;
  readonly firstKey: string;
  readonly entries: readonly Entry[];
  /** Bytes of a damaged page, which then has no entries; null when the page is intact. */
  readonly damaged: Uint8Array | null;
}

/** Table and encoding of a kind of pages. */
export interface PageKind<Entry extends KeyedEntry> {
  /** Table with the columns id, venue, first_key, entries, last_ms and data. */
  readonly table: 'catalogue' | 'market_page';
  /** Name of a page in messages, such as `a page of the catalogue`. */
  readonly name: string;
  /** Maximum number of entries of a page. */
  readonly maxEntries: number;
  /** Maximum total weight of the entries of a page; a heavier entry has a page of its own. */
  readonly maxWeight: number;
  readonly weigh: (entry: Entry) => number;
  /** Returns the latest time of an entry, epoch ms. */
  readonly lastMs: (entry: Entry) => number;
  readonly encode: (entries: readonly Entry[]) => Uint8Array;
  /** Decodes the entries of a page. @throws {Error} when the bytes are damaged. */
  readonly decode: (data: Uint8Array) => Entry[];
}

/** Maximum number of cached decoded pages, up to 300 kB each. */
const MAX_OPEN_PAGES = 16;

/**
 * Entries that rarely change, many to a page, ordered by key. A page is found by its first key, and covers all keys up
 * to the first key of the next page.
 *
 * Writes happen inside the caller's transaction.
 */
export class KeyedPages<Entry extends KeyedEntry> {
  readonly #kind: PageKind<Entry>;
  readonly #damage: FileDamage;
  readonly #pageHolding: RowStatement<PageRow>;
  readonly #pageAfter: RowStatement<PageRow>;
  readonly #pageData: StatementSync;
  readonly #insertPage: StatementSync;
  readonly #deletePage: StatementSync;
  readonly #countPages: StatementSync;
  readonly #open = new BoundedMap<number, OpenPage<Entry>>(MAX_OPEN_PAGES);

  constructor(db: DatabaseSync, damage: FileDamage, kind: PageKind<Entry>) {
    const { table } = kind;
    this.#kind = kind;
    this.#damage = damage;
    this.#pageHolding = prepareRows(
      db,
      `SELECT id, first_key, last_ms FROM ${table} WHERE venue = ? AND first_key <= ?
       ORDER BY first_key DESC LIMIT 1`,
    );
    this.#pageAfter = prepareRows(
      db,
      `SELECT id, first_key, last_ms FROM ${table} WHERE venue = ? AND first_key > ?
       ORDER BY first_key LIMIT 1`,
    );
    this.#pageData = db.prepare(`SELECT data FROM ${table} WHERE id = ?`);
    this.#insertPage = db.prepare(
      `INSERT INTO ${table} (venue, first_key, entries, last_ms, data) VALUES (?, ?, ?, ?, ?)`,
    );
    this.#deletePage = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
    this.#countPages = db.prepare(`SELECT coalesce(sum(entries), 0) AS n FROM ${table}`);
  }

  entryCount(): number {
    return Number(this.#countPages.get()?.n ?? 0);
  }

  find(venue: Recorder, storeKey: string): Entry | null {
    const page = this.#getHolding(venue, storeKey);
    if (page === null) return null;
    const entry = page.entries[findKeyPosition(page.entries, storeKey)];
    return entry?.storeKey === storeKey ? entry : null;
  }

  /** Finds the entries of several keys, each page once. @param sortedKeys In the order of {@link compareKeys}. */
  findMany(venue: Recorder, sortedKeys: readonly string[]): Entry[] {
    const found: Entry[] = [];
    let page: OpenPage<Entry> | null = null;
    // First key that belongs to another page than the last one did; null: there is no further page.
    let nextKey: string | null = '';
    for (const storeKey of sortedKeys) {
      if (nextKey !== null && compareKeys(storeKey, nextKey) >= 0) {
        page = this.#getHolding(venue, storeKey);
        nextKey = this.findKeyAfter(venue, page?.firstKey ?? '');
      }
      const entry = page?.entries[findKeyPosition(page.entries, storeKey)];
      if (entry?.storeKey === storeKey) found.push(entry);
    }
    return found;
  }

  /** Finds the page into which a key belongs; null when the venue has no page. */
  getFor(venue: Recorder, storeKey: string): OpenPage<Entry> | null {
    const holding = this.#getHolding(venue, storeKey);
    if (holding !== null) return holding;
    const firstKey = this.findKeyAfter(venue, '');
    return firstKey === null ? null : this.#getHolding(venue, firstKey);
  }

  /** Finds the first key of the next page after a key; null when there is none. */
  findKeyAfter(venue: Recorder, firstKey: string): string | null {
    const page = this.#pageAfter.get(venue, firstKey);
    return page === undefined ? null : String(page.first_key);
  }

  /**
   * Lists the entries of a venue after a key, ordered by key.
   *
   * @param since Pages whose entries are all before this time are skipped.
   */
  *listEntries(venue: Recorder, after: string, since = Number.NEGATIVE_INFINITY): Generator<Entry> {
    const held = this.#pageHolding.get(venue, after);
    let page = held ?? this.#pageAfter.get(venue, '');
    // Only the first page is cached: a caller that continues from a key reads it again, and the others are read once.
    for (let isKept = after !== ''; page !== undefined; isKept = false) {
      const { id, first_key: firstKey, last_ms: lastMs } = page;
      if (lastMs >= since) {
        const { entries } = isKept
          ? this.#openPage(id, venue, firstKey)
          : this.#readPage(id, venue, firstKey);
        for (const entry of entries) if (after === '' || compareKeys(entry.storeKey, after) > 0) yield entry;
      }
      page = this.#pageAfter.get(venue, firstKey);
    }
  }

  /** Adds entries, ordered by key, to the page into which the first of them belongs. */
  add(venue: Recorder, page: OpenPage<Entry> | null, moved: readonly Entry[]): void {
    const kept = page?.entries ?? [];
    const all = mergeEntries(kept, moved);
    // When all keys are appended at the end, pages are filled completely; otherwise a full page is divided evenly.
    const grows = kept.length > 0 && all.length === kept.length + moved.length && all.at(-1) === moved.at(-1);
    const { maxEntries } = this.#kind;
    const count = Math.ceil(all.length / maxEntries);
    const size = grows && all[kept.length] === moved[0] ? maxEntries : Math.ceil(all.length / count);
    this.#replace(venue, page, all, size);
  }

  /** Removes entries. Each page with some of them is rewritten once. */
  removeAll(venue: Recorder, storeKeys: readonly string[]): void {
    const removed = new Set(storeKeys);
    for (const storeKey of storeKeys) {
      // The entry was removed with another one of its page, or never existed.
      if (!removed.has(storeKey)) continue;
      const page = this.#getHolding(venue, storeKey);
      const kept = page?.entries.filter((entry) => !removed.has(entry.storeKey)) ?? [];
      if (page === null || kept.length === page.entries.length) continue;
      for (const entry of page.entries) removed.delete(entry.storeKey);
      this.#replace(venue, page, kept, this.#kind.maxEntries);
    }
  }

  /** Drops cached pages after a transaction was rolled back. */
  forget(): void {
    this.#open.clear();
  }

  #replace(venue: Recorder, page: OpenPage<Entry> | null, all: readonly Entry[], size: number): void {
    if (page !== null) {
      if (page.damaged !== null) {
        const found = this.#toDamage(venue, page.firstKey, 'damaged');
        this.#damage.keep(this.#toPlace(page.id), found, page.damaged);
      }
      this.#deletePage.run(page.id);
      this.#open.delete(page.id);
    }
    const { lastMs, encode } = this.#kind;
    for (const entries of cutPages(this.#kind, all, size)) {
      const latest = entries.reduce((ms, entry) => Math.max(ms, lastMs(entry)), lastMs(entries[0]!));
      this.#insertPage.run(venue, entries[0]!.storeKey, entries.length, latest, encode(entries));
    }
  }

  #getHolding(venue: Recorder, storeKey: string): OpenPage<Entry> | null {
    const page = this.#pageHolding.get(venue, storeKey);
    return page === undefined ? null : this.#openPage(page.id, venue, page.first_key);
  }

  #openPage(id: number, venue: Recorder, firstKey: string): OpenPage<Entry> {
    const page = this.#readPage(id, venue, firstKey);
    this.#open.set(id, page);
    return page;
  }

  /** Returns the cached page, or decodes the stored one. */
  #readPage(id: number, venue: Recorder, firstKey: string): OpenPage<Entry> {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const data = this.#pageData.get(id)?.data as Uint8Array;
    let page: OpenPage<Entry>;
    try {
      page = { id, firstKey, entries: this.#kind.decode(data), damaged: null };
      // The page is found by the key of its row, which must be the first key of its data.
      if (page.entries[0]?.storeKey !== firstKey) {
        this.#damage.note(this.#toPlace(id), this.#toDamage(venue, firstKey, 'it begins with another key'));
      }
    } catch (error) {
      page = { id, firstKey, entries: [], damaged: data };
      this.#damage.note(this.#toPlace(id), this.#toDamage(venue, firstKey, String(error)));
    }
    return page;
  }

  #toPlace(id: number): string {
    return `${this.#kind.table} ${id}`;
  }

  /** Describes the damage of a page. Of its entries only the first key is known. */
  #toDamage(venue: Recorder, firstKey: string, reason: string): CorruptBlock {
    return {
      kind: 'page',
      venue,
      storeKey: firstKey,
      records: null,
      fromMs: null,
      toMs: null,
      reason: `${this.#kind.name}, from this key on: ${reason}`,
    };
  }
}

/** Divides entries into pages within the limits of number and weight. */
export function* cutPages<Entry extends KeyedEntry>(
  { weigh, maxWeight }: PageKind<Entry>,
  all: readonly Entry[],
  size: number,
): Generator<readonly Entry[]> {
  let from = 0;
  let weight = 0;
  for (let i = 0; i < all.length; i++) {
    const own = weigh(all[i]!);
    if (i > from && (i - from === size || weight + own > maxWeight)) {
      yield all.slice(from, i);
      from = i;
      weight = 0;
    }
    weight += own;
  }
  if (from < all.length) yield all.slice(from);
}
