import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { epochMs, MINUTE_MS, type VenueId } from '../../../domain/index.ts';
import { prepareRows, type RowStatement } from '../../../storage/sqlite/row-statement.ts';
import { computeRowCrc } from '../../coding/row-crc.ts';
import type { CorruptRow } from '../../contract/corrupt-block.ts';
import type { RegisteredMarket } from '../../contract/market-register.ts';
import type { MarketKey } from '../../contract/series.ts';
import { decodeFacts, packFacts, unpackFacts } from '../../register/facts-coding.ts';
import type { FileDamage } from '../damage.ts';
import { compareKeys } from '../paging/key-order.ts';
import { KeyedPages } from '../paging/keyed-pages.ts';
import { PageMover } from '../paging/page-mover.ts';
import { MARKET_PAGES, type MarketEntry } from './market-page.ts';

interface MarketRow {
  readonly venue: VenueId;
  readonly store_key: string;
  readonly data: Uint8Array;
  readonly seen_from: number;
  readonly changed_at: number;
  readonly crc: number;
}

/** A market in its stored form, with its venue. */
export interface CodedMarket extends MarketEntry, MarketKey {}

/** Market of a row, or of a page. */
interface ListedRow {
  readonly storeKey: string;
  /** Stored market; null when its row is damaged. */
  readonly market: CodedMarket | null;
}

/** Time for which a changed market keeps its own row, ms: the next polls often complete its facts. */
const REST_MS = 10 * MINUTE_MS;
const MOVING = { minWaiting: 1_024, countEvery: 16 };
/** Number of rows that one step of moving reads, since it shares a commit with a poll. */
const ROWS_MOVED_AT_ONCE = 128;
const ROWS_AT_ONCE = 256;

/**
 * Markets of the file. Recently written markets have a row of their own; others are moved into pages, many at a time,
 * whether they are still listed or not. A row takes precedence over a page.
 *
 * Writes happen inside the caller's transaction.
 */
export class MarketTable {
  readonly #damage: FileDamage;
  readonly #find: RowStatement<MarketRow>;
  readonly #after: RowStatement<MarketRow>;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #count: StatementSync;
  readonly #pages: KeyedPages<MarketEntry>;
  readonly #mover: PageMover;
  /** Number of rows of the table; null until it is counted. */
  #rowCount: number | null = null;
  /** Time of the last change up to which rows may move into pages. */
  #restedBy = Number.NEGATIVE_INFINITY;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#damage = damage;
    this.#find = prepareRows(db, 'SELECT * FROM market WHERE venue = ? AND store_key = ?');
    this.#after = prepareRows(
      db,
      'SELECT * FROM market WHERE venue = ? AND store_key > ? ORDER BY store_key LIMIT ?',
    );
    this.#put = db.prepare(
      'INSERT OR REPLACE INTO market (venue, store_key, data, seen_from, changed_at, crc) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#delete = db.prepare('DELETE FROM market WHERE venue = ? AND store_key = ?');
    this.#count = db.prepare('SELECT count(*) AS n FROM market');
    this.#pages = new KeyedPages(db, damage, MARKET_PAGES);
    const rows = {
      waitingCount: () => this.#countRows(),
      pagedCount: () => this.#pages.entryCount(),
      moveToPage: (venue: VenueId, after: string) => this.#moveToPage(venue, after),
    };
    this.#mover = new PageMover(rows, MOVING);
  }

  /** Finds a market; null when it is unknown, or its row is damaged. */
  find({ venue, storeKey }: MarketKey): CodedMarket | null {
    const row = this.#find.get(venue, storeKey);
    if (row !== undefined) return this.#check(row);
    const entry = this.#pages.find(venue, storeKey);
    return entry === null ? null : { venue, ...entry };
  }

  /** Lists the markets of a venue after a key, ordered by key. */
  *listAfter(venue: VenueId, after: string): Generator<ListedRow> {
    const rows = this.#eachRow(venue, after);
    let row = rows.next();
    for (const entry of this.#pages.listEntries(venue, after)) {
      while (!row.done && compareKeys(row.value.storeKey, entry.storeKey) < 0) {
        yield row.value;
        row = rows.next();
      }
      if (!row.done && row.value.storeKey === entry.storeKey) continue;
      yield { storeKey: entry.storeKey, market: { venue, ...entry } };
    }
    for (; !row.done; row = rows.next()) yield row.value;
  }

  put(market: CodedMarket): void {
    const { venue, storeKey, seenFrom, changedAt } = market;
    const isNew = this.#find.get(venue, storeKey) === undefined;
    const data = packFacts(market);
    this.#put.run(venue, storeKey, data, seenFrom, changedAt, computeCrc(market, data));
    if (isNew && this.#rowCount !== null) this.#rowCount++;
  }

  removeAll(venue: VenueId, storeKeys: readonly string[]): void {
    for (const storeKey of storeKeys) {
      const { changes } = this.#delete.run(venue, storeKey);
      if (this.#rowCount !== null) this.#rowCount -= Number(changes);
    }
    this.#pages.removeAll(venue, storeKeys);
  }

  /** Moves a few unchanged markets into pages, when enough of them wait. */
  moveSome(now: number): void {
    this.#restedBy = now - REST_MS;
    this.#mover.step();
  }

  /** Moves all markets into pages. */
  moveAll(): void {
    this.#restedBy = Number.POSITIVE_INFINITY;
    this.#mover.finish();
  }

  /** Drops cached state after a transaction was rolled back. */
  forget(): void {
    this.#pages.forget();
    this.#rowCount = null;
  }

  /** Keeps the bytes of a damaged row before it is overwritten. */
  keepIfDamaged({ venue, storeKey }: MarketKey): void {
    const row = this.#find.get(venue, storeKey);
    if (row === undefined || this.#check(row) !== null) return;
    this.#damage.keep(toPlace(row), toDamage(row), row.data);
  }

  #countRows(): number {
    this.#rowCount ??= Number(this.#count.get()?.n ?? 0);
    return this.#rowCount;
  }

  *#eachRow(venue: VenueId, after: string): Generator<ListedRow> {
    for (let from = after; ; ) {
      const rows = this.#readRows(venue, from, ROWS_AT_ONCE);
      yield* rows;
      if (rows.length < ROWS_AT_ONCE) return;
      from = rows.at(-1)!.storeKey;
    }
  }

  #readRows(venue: VenueId, after: string, limit: number): ListedRow[] {
    const rows = this.#after.all(venue, after, limit);
    return rows.map((row) => ({ storeKey: row.store_key, market: this.#check(row) }));
  }

  /** Moves the first unchanged market after a key into its page, with others of that page. Damaged rows stay. */
  #moveToPage(venue: VenueId, after: string): string | null {
    const rows = this.#readRows(venue, after, ROWS_MOVED_AT_ONCE);
    if (rows.length === 0) return null;
    const rested = rows.flatMap(({ market }) =>
      market !== null && market.changedAt <= this.#restedBy ? [market] : [],
    );
    const [first] = rested;
    if (first === undefined) return rows.at(-1)!.storeKey;
    const page = this.#pages.getFor(venue, first.storeKey);
    const nextKey = page === null ? null : this.#pages.findKeyAfter(venue, page.firstKey);
    const moved = rested.filter(({ storeKey }) => nextKey === null || compareKeys(storeKey, nextKey) < 0);
    this.#pages.add(venue, page, moved);
    for (const { storeKey } of moved) this.#delete.run(venue, storeKey);
    if (this.#rowCount !== null) this.#rowCount -= moved.length;
    return moved.at(-1)!.storeKey;
  }

  /** Reads a row. Damage is noted, and the row left out. */
  #check(row: MarketRow): CodedMarket | null {
    const { venue, store_key: storeKey, data, seen_from: seenFrom, changed_at: changedAt } = row;
    const key = { venue, storeKey, seenFrom, changedAt };
    try {
      if (computeCrc(key, data) !== row.crc) throw new RangeError('the checksum of a market does not match');
      return { ...key, ...unpackFacts(data) };
    } catch {
      // Damaged bytes can fail in any way.
      this.#damage.note(toPlace(row), toDamage(row));
      return null;
    }
  }
}

/** Decodes a stored market. @throws {Error} when this version did not write its facts. */
export function toMarket(coded: CodedMarket): RegisteredMarket {
  const { seenFrom, changedAt } = coded;
  return { ...decodeFacts(coded, coded), seenFrom: epochMs(seenFrom), changedAt: epochMs(changedAt) };
}

type KeyedTimes = MarketKey & Pick<CodedMarket, 'seenFrom' | 'changedAt'>;

function computeCrc({ venue, storeKey, seenFrom, changedAt }: KeyedTimes, data: Uint8Array): number {
  return crc32(data, computeRowCrc([venue, storeKey, seenFrom, changedAt]));
}

function toPlace({ venue, store_key }: MarketRow): string {
  return `market ${venue} ${store_key}`;
}

function toDamage({ venue, store_key, seen_from, changed_at }: MarketRow): CorruptRow {
  return {
    kind: 'row',
    venue,
    storeKey: store_key,
    records: 0,
    fromMs: epochMs(seen_from),
    toMs: epochMs(changed_at),
    reason: 'the row of a market is damaged: what it asks is not known',
  };
}
