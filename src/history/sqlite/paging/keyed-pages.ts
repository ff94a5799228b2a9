import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Recorder } from '../../../domain/index.ts';
import { BoundedMap } from '../../../scheduling/bounded-map.ts';
import { prepareRows, type RowStatement } from '../../../storage/sqlite/row-statement.ts';
import type { CorruptBlock } from '../../contract/corrupt-block.ts';
import type { Damage } from '../damage.ts';
import { compareKeys, findKeyPosition, type KeyedEntry, mergeEntries } from './key-order.ts';

interface PageRow {
  readonly id: number;
  readonly first_key: string;
  readonly last_ms: number;
}

/** A page in memory. */
interface OpenPage<Entry> {
  readonly id: number;
  readonly firstKey: string;
  readonly entries: readonly Entry[];
  /** The bytes of a page that cannot be read; it has no entries then. */
  readonly damaged: Uint8Array | null;
}

/** A table of pages: its entries, and how they are stored. */
export interface PageKind<Entry extends KeyedEntry> {
  /** Columns: id, venue, first_key, entries, last_ms, data. */
  readonly table: 'catalogue' | 'market_page';
  /** Name of a page in messages: `a page of the catalogue`. */
  readonly name: string;
  /** Most entries of a page. */
  readonly maxEntries: number;
  /** Most weight of the entries of a page; a heavier entry has a page of its own. */
  readonly maxWeight: number;
  readonly weigh: (entry: Entry) => number;
  /** The latest time of an entry. */
  readonly lastMs: (entry: Entry) => number;
  readonly encode: (entries: readonly Entry[]) => Uint8Array;
  /** @throws {Error} when the bytes are damaged. */
  readonly decode: (data: Uint8Array) => Entry[];
}

/** Decoded pages that are kept: up to 300 kB each. */
const MAX_OPEN_PAGES = 16;

/**
 * Entries that hardly change, without a row of their own: many to a page, ordered by key. A page is known by its first
 * key and holds every key up to the next page's.
 *
 * Writing happens inside the caller's transaction.
 */
export class KeyedPages<Entry extends KeyedEntry> {
  readonly #kind: PageKind<Entry>;
  readonly #damage: Damage;
  readonly #pageHolding: RowStatement<PageRow>;
  readonly #pageAfter: RowStatement<PageRow>;
  readonly #pageData: StatementSync;
  readonly #insertPage: StatementSync;
  readonly #deletePage: StatementSync;
  readonly #countPages: StatementSync;
  readonly #open = new BoundedMap<number, OpenPage<Entry>>(MAX_OPEN_PAGES);

  constructor(db: DatabaseSync, damage: Damage, kind: PageKind<Entry>) {
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

  /** The page to which a key belongs; null while the venue has none. */
  getFor(venue: Recorder, storeKey: string): OpenPage<Entry> | null {
    const holding = this.#getHolding(venue, storeKey);
    if (holding !== null) return holding;
    const firstKey = this.findKeyAfter(venue, '');
    return firstKey === null ? null : this.#getHolding(venue, firstKey);
  }

  /** The first key of the first page that begins after a key; null: none. */
  findKeyAfter(venue: Recorder, firstKey: string): string | null {
    const page = this.#pageAfter.get(venue, firstKey);
    return page === undefined ? null : String(page.first_key);
  }

  /**
   * Entries of a venue after a key, ordered by key.
   *
   * @param since Pages without an entry at or after this time are passed over.
   */
  *listEntries(venue: Recorder, after: string, since = Number.NEGATIVE_INFINITY): Generator<Entry> {
    const held = this.#pageHolding.get(venue, after);
    let page = held ?? this.#pageAfter.get(venue, '');
    // Who goes on from a key asks for the same page again; of those that are only passed nothing is kept.
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

  /** Puts entries, ordered by key, into the page to which the first of them belongs. */
  add(venue: Recorder, page: OpenPage<Entry> | null, moved: readonly Entry[]): void {
    const kept = page?.entries ?? [];
    const all = mergeEntries(kept, moved);
    // Keys that only ever grow fill one page after the other; any other page is halved.
    const grows = kept.length > 0 && all.length === kept.length + moved.length && all.at(-1) === moved.at(-1);
    const { maxEntries } = this.#kind;
    const count = Math.ceil(all.length / maxEntries);
    const size = grows && all[kept.length] === moved[0] ? maxEntries : Math.ceil(all.length / count);
    this.#replace(venue, page, all, size);
  }

  /** Removes entries; each page that holds some is rewritten once. */
  removeAll(venue: Recorder, storeKeys: readonly string[]): void {
    const removed = new Set(storeKeys);
    for (const storeKey of storeKeys) {
      // Gone with a neighbour's page, or never there.
      if (!removed.has(storeKey)) continue;
      const page = this.#getHolding(venue, storeKey);
      const kept = page?.entries.filter((entry) => !removed.has(entry.storeKey)) ?? [];
      if (page === null || kept.length === page.entries.length) continue;
      for (const entry of page.entries) removed.delete(entry.storeKey);
      this.#replace(venue, page, kept, this.#kind.maxEntries);
    }
  }

  /** Drops cached state of a rolled back transaction. */
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

  /** The open page, or else the stored one. */
  #readPage(id: number, venue: Recorder, firstKey: string): OpenPage<Entry> {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const data = this.#pageData.get(id)?.data as Uint8Array;
    let page: OpenPage<Entry>;
    try {
      page = { id, firstKey, entries: this.#kind.decode(data), damaged: null };
      // The row beside the data says where the page is looked for.
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

  /** The entries of a page are known by the first of them only. */
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

/** Cuts entries into pages within the limits of number and weight. */
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
