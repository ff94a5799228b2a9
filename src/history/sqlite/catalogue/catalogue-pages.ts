import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { epochMs, type VenueId } from '../../../domain/index.ts';
import type { CorruptBlock } from '../../history-store.ts';
import type { Damage } from '../damage.ts';
import { type CatalogueEntry, decodePage, encodePage, MAX_PAGE_ENTRIES } from './catalogue-page.ts';
import { compareKeys, findKeyPlace, mergedEntries } from './key-order.ts';

interface PageRow {
  readonly id: number;
  readonly first_key: string;
  readonly last_ms: number;
}

/** A page of the catalogue in memory. */
interface OpenPage {
  readonly id: number;
  readonly firstKey: string;
  readonly entries: readonly CatalogueEntry[];
  /** The bytes of a page that cannot be read; it has no entries then. */
  readonly damaged: Uint8Array | null;
}

/** Decoded pages that are kept: up to 300 kB each. */
const MAX_OPEN_PAGES = 16;

/**
 * The pages of the catalogue: series without a row of their own, a thousand to a page, ordered by key. A page is known
 * by its first key and holds every key up to the next page's.
 */
export class CataloguePages {
  readonly #damage: Damage;
  readonly #pageHolding: StatementSync;
  readonly #pageAfter: StatementSync;
  readonly #pageData: StatementSync;
  readonly #insertPage: StatementSync;
  readonly #deletePage: StatementSync;
  readonly #countPages: StatementSync;
  readonly #open = new Map<number, OpenPage>();

  constructor(db: DatabaseSync, damage: Damage) {
    this.#damage = damage;
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
    this.#countPages = db.prepare('SELECT coalesce(sum(entries), 0) AS n FROM catalogue');
  }

  seriesCount(): number {
    return Number(this.#countPages.get()?.n ?? 0);
  }

  find(venue: VenueId, storeKey: string): CatalogueEntry | null {
    const page = this.#getHolding(venue, storeKey);
    if (page === null) return null;
    const entry = page.entries[findKeyPlace(page.entries, storeKey)];
    return entry?.storeKey === storeKey ? entry : null;
  }

  /** The page to which a key belongs; null while the venue has none. */
  getFor(venue: VenueId, storeKey: string): OpenPage | null {
    const holding = this.#getHolding(venue, storeKey);
    if (holding !== null) return holding;
    const firstKey = this.findKeyAfter(venue, '');
    return firstKey === null ? null : this.#getHolding(venue, firstKey);
  }

  /** The first key of the first page that begins after a key; null: there is none. */
  findKeyAfter(venue: VenueId, firstKey: string): string | null {
    const page = this.#pageAfter.get(venue, firstKey);
    return page === undefined ? null : String(page.first_key);
  }

  /**
   * Entries of a venue after a key, ordered by key.
   *
   * @param since Pages without a record at or after this time are passed over.
   */
  *entries(venue: VenueId, after: string, since: number): Generator<CatalogueEntry> {
    const held = this.#pageHolding.get(venue, after) as unknown as PageRow | undefined;
    let page = held ?? (this.#pageAfter.get(venue, '') as unknown as PageRow | undefined);
    while (page !== undefined) {
      const { id, first_key: firstKey, last_ms: lastMs } = page;
      for (const entry of lastMs >= since ? this.#openPage(id, venue, firstKey).entries : []) {
        if (after === '' || compareKeys(entry.storeKey, after) > 0) yield entry;
      }
      page = this.#pageAfter.get(venue, firstKey) as unknown as PageRow | undefined;
    }
  }

  /** Puts entries into a page, which is made anew, or several of it. */
  add(venue: VenueId, page: OpenPage | null, moved: readonly CatalogueEntry[]): void {
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
      this.#open.delete(page.id);
    }
    for (let from = 0; from < all.length; from += size) {
      const entries = all.slice(from, from + size);
      const lastMs = entries.reduce((latest, entry) => Math.max(latest, entry.lastMs), entries[0]!.lastMs);
      this.#insertPage.run(venue, entries[0]!.storeKey, entries.length, lastMs, encodePage(entries));
    }
  }

  /** Forgets what a rolled back transaction may have left. */
  forget(): void {
    this.#open.clear();
  }

  #getHolding(venue: VenueId, storeKey: string): OpenPage | null {
    const page = this.#pageHolding.get(venue, storeKey) as unknown as PageRow | undefined;
    return page === undefined ? null : this.#openPage(page.id, venue, page.first_key);
  }

  #openPage(id: number, venue: VenueId, firstKey: string): OpenPage {
    const known = this.#open.get(id);
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
    if (this.#open.size >= MAX_OPEN_PAGES) {
      const oldest = this.#open.keys().next();
      if (!oldest.done) this.#open.delete(oldest.value);
    }
    this.#open.set(id, page);
    return page;
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
