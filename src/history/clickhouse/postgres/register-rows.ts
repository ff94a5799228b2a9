import {
  cutPage,
  encodeCursor,
  epochMs,
  isLessRead,
  type StatedEnd,
  type VenueId,
} from '../../../domain/index.ts';
import type { SqlRow } from '../../../storage/statements.ts';
import { decodeMarketCursor, encodeMarketCursor } from '../../contract/cursor.ts';
import type {
  ListedMarket,
  MarketPage,
  MarketQuery,
  RegisteredMarket,
  RulesPage,
  RulesQuery,
} from '../../contract/market-register.ts';
import { decodeRulesCursor, findHash } from '../../contract/rules-hash.ts';
import type { MarketKey } from '../../contract/series.ts';
import { toSeriesName } from '../../contract/series-name.ts';
import { decodeFacts, packFacts, unpackFacts } from '../../register/facts-coding.ts';
import { toFirstStatement } from '../../register/first-statement.ts';
import { toRulesText, unpackRules } from '../../register/rules-coding.ts';
import { findSettlingChange } from '../../register/settling-change.ts';
import { findStoredEnds } from './forecast-rows.ts';
import type { Ask } from './history-pool.ts';
import {
  encodeKnown,
  type MarketChange,
  RegisterChangeSet,
  type RegisterChanges,
  toHex,
} from './register-changes.ts';

/** Times of a market in another register; a market of a listing has none. */
type Times = Pick<RegisteredMarket, 'seenFrom' | 'changedAt' | 'settlingChangedAt'>;

/** Market register in PostgreSQL: markets and their rules. */
export class RegisterRows {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async findMarket(key: MarketKey): Promise<RegisteredMarket | null> {
    const [market = null] = await this.findMarketMany([key]);
    return market;
  }

  async findMarketMany(keys: readonly MarketKey[]): Promise<(RegisteredMarket | null)[]> {
    const rows = await this.#readRows(keys);
    const known = new Map(rows.map((row) => [toSeriesName(toKey(row)), row]));
    return keys.map((key) => {
      const row = known.get(toSeriesName(key));
      return row === undefined ? null : toMarket(row);
    });
  }

  /** Lists markets page by page. @throws {CursorError} when the cursor is not one of this list. */
  async listMarkets({ venue, limit, cursor }: MarketQuery): Promise<MarketPage> {
    const after = cursor === undefined ? { venue: venue ?? '', storeKey: '' } : decodeMarketCursor(cursor);
    const rows = await this.#ask(
      `SELECT * FROM history.market
       WHERE (venue, store_key) > ($1::text, $2::text) AND ($3::text IS NULL OR venue = $3)
       ORDER BY venue, store_key LIMIT $4`,
      [after.venue, after.storeKey, venue ?? null, limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows, limit, (last) => encodeMarketCursor(toKey(last)));
    return { markets: shown.map(toMarket), nextCursor };
  }

  /** Finds the statements of the ends of markets. A market without stored statements has one, from its last change. */
  async findEndsMany(keys: readonly MarketKey[]): Promise<StatedEnd[][]> {
    const stated = await findStoredEnds(this.#ask, keys);
    const without = keys.filter((key) => !stated.has(toSeriesName(key)));
    const known = await this.#readKnown(without);
    return keys.map((key) => {
      const name = toSeriesName(key);
      const market = known.get(name);
      if (market === undefined) return stated.get(name) ?? [];
      return toFirstStatement(decodeFacts(key, unpackFacts(market.data)), market.changedAt);
    });
  }

  async findRules(hash: string): Promise<string | null> {
    const key = findHash(hash);
    if (key === null) return null;
    const [row] = await this.#ask('SELECT data FROM history.rules WHERE hash = $1', [key]);
    return row === undefined ? null : toText(row);
  }

  /** Lists rules texts page by page. @throws {CursorError} when the cursor is not one of this list. */
  async readRulesPage({ limit, cursor }: RulesQuery): Promise<RulesPage> {
    const after = cursor === undefined ? new Uint8Array() : decodeRulesCursor(cursor);
    const rows = await this.#ask(
      'SELECT hash, data FROM history.rules WHERE hash > $1 ORDER BY hash LIMIT $2',
      [after, limit + 1],
    );
    const toHash = (row: SqlRow) => toHex(row.hash as Uint8Array);
    const { shown, nextCursor } = cutPage(rows, limit, (last) => encodeCursor('rules', [toHash(last)]));
    return { rules: shown.map((row) => ({ hash: toHash(row), text: toText(row) })), nextCursor };
  }

  /** Computes the changes of a listing: its markets that are new or differ from the stored ones. */
  async review(said: readonly ListedMarket[], at: number): Promise<RegisterChanges> {
    const known = await this.#readKnown(said);
    const ends = await findStoredEnds(this.#ask, said);
    const changes = new RegisterChangeSet();
    for (const market of said) {
      let coded = changes.encode(market);
      const stored = known.get(toSeriesName(market));
      if (stored !== undefined) {
        const { json, ids } = unpackFacts(stored.data);
        const isSame = () => json === coded.json && Buffer.compare(ids, coded.ids) === 0;
        if (isSame()) continue;
        const facts = decodeFacts(market, { json, ids });
        if (isLessRead(market, facts)) continue;
        const changedAt = findSettlingChange(facts, market, at);
        if (changedAt !== null) coded = changes.encode(market, changedAt);
        if (isSame()) continue;
      }
      const change = { seenFrom: stored?.seenFrom ?? at, changedAt: at, data: packFacts(coded) };
      const name = toSeriesName(market);
      ends.set(name, changes.addEnd(market, { known: stored ?? null, stated: ends.get(name) ?? [], at }));
      known.set(toSeriesName(market), changes.add(market, change));
    }
    return changes;
  }

  /** Computes the changes that join markets of another register: the earlier first sight, and the later facts, stay. */
  async join(markets: readonly (RegisteredMarket | (ListedMarket & Times))[]): Promise<RegisterChanges> {
    const known = await this.#readKnown(markets);
    const ends = await findStoredEnds(this.#ask, markets);
    const changes = new RegisterChangeSet();
    for (const market of markets) {
      const { seenFrom, changedAt } = market;
      const coded =
        'rules' in market ? changes.encode(market, market.settlingChangedAt) : encodeKnown(market);
      const data = packFacts(coded);
      const stored = known.get(toSeriesName(market));
      const earliest = Math.min(stored?.seenFrom ?? seenFrom, seenFrom);
      if (stored === undefined && !ends.has(toSeriesName(market))) {
        changes.addEnd(market, { known: null, stated: [], at: seenFrom });
      }
      if (stored === undefined || changedAt > stored.changedAt) {
        known.set(toSeriesName(market), changes.add(market, { data, seenFrom: earliest, changedAt }));
      } else if (earliest < stored.seenFrom) {
        known.set(toSeriesName(market), changes.add(market, { ...stored, seenFrom: earliest }));
      }
    }
    return changes;
  }

  /** Encodes markets unchanged, as another register has them. Their rules are stored apart. */
  encode(markets: readonly RegisteredMarket[]): RegisterChanges {
    const changes = new RegisterChangeSet();
    for (const market of markets) {
      const { seenFrom, changedAt } = market;
      changes.add(market, { data: packFacts(encodeKnown(market)), seenFrom, changedAt });
    }
    return changes;
  }

  encodeRules(texts: readonly string[]): RegisterChanges {
    const changes = new RegisterChangeSet();
    for (const text of texts) changes.addRules(text);
    return changes;
  }

  async #readKnown(markets: readonly MarketKey[]): Promise<Map<string, MarketChange>> {
    const rows = await this.#readRows(markets);
    return new Map(rows.map((row) => [toSeriesName(toKey(row)), toStored(row)]));
  }

  async #readRows(markets: readonly MarketKey[]): Promise<readonly SqlRow[]> {
    if (markets.length === 0) return [];
    return this.#ask(
      `SELECT * FROM history.market WHERE (venue, store_key) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [markets.map(({ venue }) => venue), markets.map(({ storeKey }) => storeKey)],
    );
  }
}

function toKey(row: SqlRow): MarketKey {
  return { venue: row.venue as VenueId, storeKey: String(row.store_key) };
}

function toStored(row: SqlRow): MarketChange {
  return {
    ...toKey(row),
    data: row.data as Uint8Array,
    seenFrom: Number(row.seen_from),
    changedAt: Number(row.changed_at),
  };
}

function toMarket(row: SqlRow): RegisteredMarket {
  const { data, seenFrom, changedAt, ...key } = toStored(row);
  const facts = decodeFacts(key, unpackFacts(data));
  return { ...facts, seenFrom: epochMs(seenFrom), changedAt: epochMs(changedAt) };
}

function toText(row: SqlRow): string {
  const throwReference = () => {
    throw new RangeError('a rules text on PostgreSQL must not refer to another text');
  };
  return toRulesText(unpackRules(row.data as Uint8Array, throwReference));
}
