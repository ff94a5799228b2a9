import type { DatabaseSync } from 'node:sqlite';
import {
  type EpochMs,
  isLessRead,
  type LinkSpan,
  type StatedEnd,
  VENUES,
  type VenueId,
} from '../../../domain/index.ts';
import { decodeMarketCursor, encodeMarketCursor } from '../../contract/cursor.ts';
import type {
  LinkSpanPage,
  LinkSpanQuery,
  ListedMarket,
  Listing,
  MarketPage,
  MarketQuery,
  RegisteredMarket,
  RulesPage,
  RulesQuery,
} from '../../contract/market-register.ts';
import { findHash } from '../../contract/rules-hash.ts';
import type { MarketKey } from '../../contract/series.ts';
import { decodeFacts, encodeFacts } from '../../register/facts-coding.ts';
import { toFirstStatement } from '../../register/first-statement.ts';
import { findSettlingChange } from '../../register/settling-change.ts';
import type { FileDamage } from '../damage.ts';
import { MarketEndTable } from '../forecasts/market-end-table.ts';
import { LinkSpanTable } from './link-span-table.ts';
import { type CodedMarket, MarketTable, toMarket } from './market-table.ts';
import { RulesTable } from './rules-table.ts';
import { hasRegister } from './tables.ts';

/** Venues in alphabetical order, as keys are ordered too. */
const VENUES_IN_ORDER: readonly VenueId[] = [...VENUES].sort();

interface Tables {
  readonly markets: MarketTable;
  readonly rules: RulesTable;
  readonly links: LinkSpanTable;
}

/**
 * Market register of the file: markets, their rules, and the spans of their links.
 *
 * A file that no writer of this version has opened has no register, which reads as an empty one.
 */
export class Register {
  readonly #db: DatabaseSync;
  readonly #damage: FileDamage;
  readonly ends: MarketEndTable;
  #tables: Tables | null = null;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#db = db;
    this.#damage = damage;
    this.ends = new MarketEndTable(db, damage);
  }

  findMarket(key: MarketKey): RegisteredMarket | null {
    const coded = this.#open()?.markets.find(key) ?? null;
    return coded === null ? null : toMarket(coded);
  }

  /** Lists markets page by page. @throws {CursorError} when the cursor is not one of this list. */
  listMarkets({ venue, limit, cursor }: MarketQuery): MarketPage {
    const start = cursor === undefined ? null : decodeMarketCursor(cursor);
    const tables = this.#open();
    const markets: RegisteredMarket[] = [];
    if (tables === null) return { markets, nextCursor: null };
    let looked = 0;
    for (const one of venue === undefined ? VENUES_IN_ORDER : [venue]) {
      if (start !== null && one < start.venue) continue;
      const after = start?.venue === one ? start.storeKey : '';
      for (const { storeKey, market } of tables.markets.listAfter(one, after)) {
        if (market !== null) markets.push(toMarket(market));
        if (++looked < limit) continue;
        return { markets, nextCursor: encodeMarketCursor({ venue: one, storeKey }) };
      }
    }
    return { markets, nextCursor: null };
  }

  /** Finds the statements of a market's end. A market without stored statements has one, from its last change. */
  findEnds(key: MarketKey): StatedEnd[] {
    const stated = this.ends.find(key);
    if (stated.length > 0) return stated;
    const market = this.findMarket(key);
    return market === null ? [] : toFirstStatement(market, market.changedAt);
  }

  findRules(hash: string): string | null {
    return this.#open()?.rules.read(hash) ?? null;
  }

  /** Lists rules texts page by page. @throws {CursorError} when the cursor is not one of this list. */
  readRulesPage(query: RulesQuery): RulesPage {
    return this.#open()?.rules.page(query) ?? { rules: [], nextCursor: null };
  }

  findLinkSpans(asset: string, limit: number): LinkSpan[] {
    return this.#open()?.links.findAll(asset, limit) ?? [];
  }

  /** Lists link spans page by page. @throws {CursorError} when the cursor is not one of this list. */
  listLinkSpans(query: LinkSpanQuery): LinkSpanPage {
    return this.#open()?.links.page(query) ?? { spans: [], nextCursor: null };
  }

  openLinkSpans(): LinkSpan[] {
    return this.#open()?.links.open() ?? [];
  }

  /** Stores changed markets inside the caller's transaction, and moves a few unchanged ones into pages. */
  note({ changed, at }: Listing): void {
    for (const market of changed) this.#note(market, at);
    this.#require().markets.moveSome(at);
  }

  /** Moves all markets into pages, inside the caller's transaction. */
  moveAll(): void {
    this.#require().markets.moveAll();
  }

  /**
   * Stores a market with times of its own, inside the caller's transaction.
   *
   * @returns Stored states before and after; null when they are equal.
   */
  put(market: JoinedMarket | RegisteredMarket): MarketChange | null {
    const { venue, storeKey, seenFrom, changedAt } = market;
    const rulesHash = 'rules' in market ? this.#putRules(market) : findRulesHash(market);
    const coded = encodeFacts(market, rulesHash, market.settlingChangedAt);
    return this.join({ venue, storeKey, seenFrom, changedAt, ...coded });
  }

  /** Stores an encoded market as {@link put} does. */
  join(other: CodedMarket): MarketChange | null {
    const { markets } = this.#require();
    const was = markets.find(other);
    const is = joinMarkets(was, other);
    if (is === was) return null;
    if (was === null) {
      markets.keepIfDamaged(other);
      if (this.ends.find(other).length === 0) {
        const [first] = toFirstStatement(toMarket(other), other.seenFrom);
        if (first !== undefined) this.ends.put(other, first);
      }
    }
    markets.put(is);
    return { was, is };
  }

  /** Stores a rules text, inside the caller's transaction. */
  putText(text: string): void {
    this.#require().rules.put(text, toFamily({ rules: text }));
  }

  /** Finds a market in its stored form. */
  find(key: MarketKey): CodedMarket | null {
    return this.#require().markets.find(key);
  }

  /** Overwrites the stored states of markets, inside the caller's transaction. */
  restore(states: readonly CodedMarket[]): void {
    for (const state of states) this.#require().markets.put(state);
  }

  /** Removes markets of a venue, inside the caller's transaction. */
  remove(venue: VenueId, storeKeys: readonly string[]): void {
    this.#require().markets.removeAll(venue, storeKeys);
    this.ends.removeAll(venue, storeKeys);
  }

  /** Moves a few imported markets into pages when many wait, inside the caller's transaction. */
  moveSome(): void {
    this.#require().markets.moveSome(Number.POSITIVE_INFINITY);
  }

  /** Stores a link span, inside the caller's transaction. */
  putLinkSpan(span: LinkSpan): void {
    this.#require().links.put(span);
  }

  /** Drops cached state after a transaction was rolled back. */
  forget(): void {
    this.#tables?.rules.forget();
    this.#tables?.markets.forget();
  }

  /** Reads all markets of a venue, and notes damage. */
  verifyMarkets(venue: VenueId): void {
    const tables = this.#open();
    if (tables === null) return;
    for (const { market } of tables.markets.listAfter(venue, '')) if (market !== null) toMarket(market);
  }

  verifyRules(): void {
    this.#open()?.rules.verify();
  }

  verifyEnds(): void {
    this.ends.verify();
  }

  verifyLinks(): void {
    this.#open()?.links.verify();
  }

  #note(market: ListedMarket, at: number): void {
    const { markets } = this.#require();
    const known = markets.find(market);
    let coded = this.#encode(market);
    if (known === null) markets.keepIfDamaged(market);
    else {
      if (isSame(known, coded)) return;
      const facts = decodeFacts(known, known);
      if (isLessRead(market, facts)) return;
      const changedAt = findSettlingChange(facts, market, at);
      if (changedAt !== null) coded = this.#encode(market, changedAt);
      if (isSame(known, coded)) return;
    }
    this.#noteEnd(market, known, at);
    markets.put({ ...coded, seenFrom: known?.seenFrom ?? at, changedAt: at });
  }

  /** Stores the end that a market states, if it differs from the last statement. */
  #noteEnd(market: ListedMarket, known: CodedMarket | null, at: number): void {
    let stated = this.ends.find(market);
    if (stated.length === 0 && known !== null) {
      stated = toFirstStatement(toMarket(known), known.changedAt);
      for (const first of stated) this.ends.put(market, first);
    }
    const last = stated.at(-1)?.end ?? null;
    const [next] = toFirstStatement(market, at);
    if ((next?.end ?? null) !== last) this.ends.put(market, next ?? { from: at, end: null });
  }

  #encode(market: ListedMarket, settlingChangedAt: EpochMs | null = null) {
    const { venue, storeKey } = market;
    return { venue, storeKey, ...encodeFacts(market, this.#putRules(market), settlingChangedAt) };
  }

  #putRules(market: ListedMarket): Uint8Array | null {
    const { rules } = market;
    return rules === null ? null : this.#require().rules.put(rules, toFamily(market));
  }

  #require(): Tables {
    const tables = this.#open();
    if (tables === null) throw new Error('the history file has no register');
    return tables;
  }

  /** Opens the tables when they exist: another process may add them while this one reads. */
  #open(): Tables | null {
    if (this.#tables === null && hasRegister(this.#db)) {
      this.#tables = {
        markets: new MarketTable(this.#db, this.#damage),
        rules: new RulesTable(this.#db, this.#damage),
        links: new LinkSpanTable(this.#db, this.#damage),
      };
    }
    return this.#tables;
  }
}

/** A market of another register, with its times there. */
export type JoinedMarket = ListedMarket &
  Pick<RegisteredMarket, 'seenFrom' | 'changedAt' | 'settlingChangedAt'>;

export interface MarketChange {
  readonly was: CodedMarket | null;
  readonly is: CodedMarket;
}

/** Joins two states of a market: the earlier first sight, and the facts of the later change. */
function joinMarkets(known: CodedMarket | null, other: CodedMarket): CodedMarket {
  if (known === null) return other;
  const seenFrom = Math.min(known.seenFrom, other.seenFrom);
  if (other.changedAt > known.changedAt) return { ...other, seenFrom };
  return seenFrom < known.seenFrom ? { ...known, seenFrom } : known;
}

function findRulesHash({ rulesHash }: RegisteredMarket): Uint8Array | null {
  return rulesHash === null ? null : findHash(rulesHash);
}

function isSame(one: CodedMarket, two: Pick<CodedMarket, 'json' | 'ids'>): boolean {
  return one.json === two.json && Buffer.compare(one.ids, two.ids) === 0;
}

/** Number of letters, without digits, by which texts are grouped into families: recurring questions begin alike. */
const FAMILY_LETTERS = 48;

function toFamily({ rules, venue, terms }: Pick<ListedMarket, 'rules'> & Partial<ListedMarket>): string {
  const start = (rules ?? '').slice(0, FAMILY_LETTERS).replace(/\d+/g, '');
  return `${venue ?? ''} ${terms?.series ?? start}`;
}
