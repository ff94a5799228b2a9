import {
  cutPage,
  encodeCursor,
  epochMs,
  findStatedEnd,
  isLessRead,
  isPerpKind,
  type LinkSpan,
  type MarketFacts,
  type StatedEnd,
  type VenueId,
} from '../../domain/index.ts';
import type { SqlRow } from '../../storage/statements.ts';
import {
  BEFORE_ALL_SPANS,
  decodeMarketCursor,
  decodeSpanCursor,
  encodeMarketCursor,
} from '../contract/cursor.ts';
import type { MarketEnd } from '../contract/forecasts.ts';
import type { SeriesKey } from '../contract/history-store.ts';
import type {
  LinkSpanPage,
  LinkSpanQuery,
  ListedMarket,
  MarketPage,
  MarketQuery,
  RegisteredMarket,
  RulesPage,
  RulesQuery,
} from '../contract/market-register.ts';
import { toSeriesName } from '../contract/series-name.ts';
import { decodeFacts, encodeFacts, packFacts, unpackFacts } from '../sqlite/register/facts-coding.ts';
import { packWhole, toRulesBytes, toRulesText, unpackRules } from '../sqlite/register/rules-coding.ts';
import { decodeRulesCursor, findHash, hashRules } from '../sqlite/register/rules-hash.ts';
import { endValues, findStoredEnds } from './forecast-rows.ts';
import type { Ask } from './history-pool.ts';

/** Markets and rules that are to be written in one statement. */
export interface RegisterChanges {
  readonly markets: readonly MarketChange[];
  readonly rules: readonly { readonly hash: Uint8Array; readonly data: Uint8Array }[];
  readonly ends: readonly MarketEnd[];
}

interface MarketChange extends SeriesKey {
  readonly data: Uint8Array;
  readonly seenFrom: number;
  readonly changedAt: number;
}

/** Times of a market's own; absent: those of a listing. */
type Times = Pick<RegisteredMarket, 'seenFrom' | 'changedAt'>;

/**
 * Parts of a statement that store changes while a row of `lead` is there.
 *
 * @param first The number of the first of their eleven values.
 */
export function describeChanges(first: number): string {
  const value = (offset: number, type: string) => `$${first + offset}::${type}[]`;
  return `market_rows AS (
    INSERT INTO history.market (venue, store_key, data, seen_from, changed_at)
    SELECT changed.* FROM lead CROSS JOIN unnest(${value(0, 'text')}, ${value(1, 'text')}, ${value(2, 'bytea')},
      ${value(3, 'bigint')}, ${value(4, 'bigint')}) AS changed
    ON CONFLICT (venue, store_key) DO UPDATE SET data = EXCLUDED.data, seen_from = EXCLUDED.seen_from,
      changed_at = EXCLUDED.changed_at),
  rules_rows AS (
    INSERT INTO history.rules (hash, data)
    SELECT new.* FROM lead CROSS JOIN unnest(${value(5, 'bytea')}, ${value(6, 'bytea')}) AS new
    ON CONFLICT DO NOTHING),
  end_rows AS (
    INSERT INTO history.market_end (venue, store_key, from_ms, end_ms)
    SELECT stated.* FROM lead CROSS JOIN unnest(${value(7, 'text')}, ${value(8, 'text')}, ${value(9, 'bigint')},
      ${value(10, 'bigint')}) AS stated
    ON CONFLICT DO NOTHING)`;
}

export function changeValues({ markets, rules, ends }: RegisterChanges) {
  return [
    markets.map(({ venue }) => venue),
    markets.map(({ storeKey }) => storeKey),
    markets.map(({ data }) => Buffer.from(data)),
    markets.map(({ seenFrom }) => seenFrom),
    markets.map(({ changedAt }) => changedAt),
    rules.map(({ hash }) => Buffer.from(hash)),
    rules.map(({ data }) => Buffer.from(data)),
    ...endValues(ends),
  ];
}

/** The register's rows on a server: markets, their rules, and the spans of their links. */
export class RegisterRows {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async findMarket({ venue, storeKey }: SeriesKey): Promise<RegisteredMarket | null> {
    const [row] = await this.#ask(`SELECT * FROM history.market WHERE venue = $1 AND store_key = $2`, [
      venue,
      storeKey,
    ]);
    return row === undefined ? null : toMarket(row);
  }

  /** @throws {CursorError} on a cursor that no page contained. */
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

  /** What was stated of the ends of markets; one without statements has the one that its last change made. */
  async findEndsMany(keys: readonly SeriesKey[]): Promise<StatedEnd[][]> {
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

  /** @throws {CursorError} on a cursor that no page contained. */
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

  /** The markets of a listing that are new or differ from the stored ones. */
  async review(said: readonly ListedMarket[], at: number): Promise<RegisterChanges> {
    const known = await this.#readKnown(said);
    const ends = await findStoredEnds(this.#ask, said);
    const changes = new Changes();
    for (const market of said) {
      const coded = changes.encode(market);
      const stored = known.get(toSeriesName(market));
      if (stored !== undefined) {
        const { json, ids } = unpackFacts(stored.data);
        const isSame = json === coded.json && Buffer.compare(ids, coded.ids) === 0;
        if (isSame || isLessRead(market, decodeFacts(market, { json, ids }))) continue;
      }
      const change = { seenFrom: stored?.seenFrom ?? at, changedAt: at, data: packFacts(coded) };
      const name = toSeriesName(market);
      ends.set(name, changes.addEnd(market, { known: stored ?? null, stated: ends.get(name) ?? [], at }));
      known.set(toSeriesName(market), changes.add(market, change));
    }
    return changes;
  }

  /** The same of markets with times of their own: the earlier first sight stays, and the facts of the later change. */
  async join(markets: readonly (RegisteredMarket | (ListedMarket & Times))[]): Promise<RegisterChanges> {
    const known = await this.#readKnown(markets);
    const ends = await findStoredEnds(this.#ask, markets);
    const changes = new Changes();
    for (const market of markets) {
      const { seenFrom, changedAt } = market;
      const data = packFacts('rules' in market ? changes.encode(market) : encodeKnown(market));
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

  /** Markets as another register has them, whose rules are stored beside them. */
  encode(markets: readonly RegisteredMarket[]): RegisterChanges {
    const changes = new Changes();
    for (const market of markets) {
      const { seenFrom, changedAt } = market;
      changes.add(market, { data: packFacts(encodeKnown(market)), seenFrom, changedAt });
    }
    return changes;
  }

  encodeRules(texts: readonly string[]): RegisterChanges {
    const changes = new Changes();
    for (const text of texts) changes.addRules(text);
    return changes;
  }

  async findLinkSpans(asset: string, limit: number): Promise<LinkSpan[]> {
    const rows = await this.#ask(
      `SELECT * FROM history.link_span WHERE a = $1 OR b = $1 ORDER BY from_ms DESC, a, b LIMIT $2`,
      [asset, limit],
    );
    return rows.map(toSpan).reverse();
  }

  /** @throws {CursorError} on a cursor that no page contained. */
  async listLinkSpans({ limit, cursor }: LinkSpanQuery): Promise<LinkSpanPage> {
    const after = cursor === undefined ? BEFORE_ALL_SPANS : decodeSpanCursor(cursor);
    const rows = await this.#ask(
      `SELECT * FROM history.link_span WHERE (a, b, from_ms) > ($1::text, $2::text, $3::bigint)
       ORDER BY a, b, from_ms LIMIT $4`,
      [...after, limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows.map(toSpan), limit, ({ a, b, fromMs }) =>
      encodeCursor('link-span', [a, b, fromMs]),
    );
    return { spans: shown, nextCursor };
  }

  async openLinkSpans(): Promise<LinkSpan[]> {
    const rows = await this.#ask(
      `SELECT * FROM history.link_span WHERE to_ms IS NULL ORDER BY a, b, from_ms`,
    );
    return rows.map(toSpan);
  }

  /** Pairs belong to no venue, and so to no lease: a span that is stored twice is the same span. */
  async putLinkSpans(spans: readonly LinkSpan[]): Promise<void> {
    // One statement takes a row once: of two with one key the later one stays.
    const newest = [...new Map(spans.map((span) => [`${span.a}\0${span.b}\0${span.fromMs}`, span])).values()];
    await this.#ask(
      `INSERT INTO history.link_span (a, b, relation, confidence, source, disputed, reasons, from_ms, to_ms)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::double precision[], $5::text[], $6::bigint[],
         $7::text[], $8::bigint[], $9::bigint[])
       ON CONFLICT (a, b, from_ms) DO UPDATE SET relation = EXCLUDED.relation, confidence = EXCLUDED.confidence,
         source = EXCLUDED.source, disputed = EXCLUDED.disputed, reasons = EXCLUDED.reasons, to_ms = EXCLUDED.to_ms`,
      [
        newest.map(({ a }) => a),
        newest.map(({ b }) => b),
        newest.map(({ relation }) => relation),
        newest.map(({ confidence }) => confidence),
        newest.map(({ source }) => source),
        newest.map(({ disputed }) => Number(disputed)),
        newest.map(({ reasons }) => JSON.stringify(reasons)),
        newest.map(({ fromMs }) => fromMs),
        newest.map(({ toMs }) => toMs),
      ],
    );
  }

  async #readKnown(markets: readonly SeriesKey[]): Promise<Map<string, MarketChange>> {
    if (markets.length === 0) return new Map();
    const rows = await this.#ask(
      `SELECT * FROM history.market WHERE (venue, store_key) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [markets.map(({ venue }) => venue), markets.map(({ storeKey }) => storeKey)],
    );
    return new Map(rows.map((row) => [toSeriesName(toKey(row)), toStored(row)]));
  }
}

/** A market whose rules are stored beside it. */
function encodeKnown(market: RegisteredMarket) {
  const { rulesHash } = market;
  return encodeFacts(market, rulesHash === null ? null : findHash(rulesHash));
}

/** The statement that a binary market's facts make; none where they name no end. */
function toFirstStatement(facts: MarketFacts, from: number): StatedEnd[] {
  const end = isPerpKind(facts.kind) ? null : findStatedEnd(facts);
  return end === null ? [] : [{ from, end }];
}

class Changes implements RegisterChanges {
  readonly ends: MarketEnd[] = [];
  readonly #markets = new Map<string, MarketChange>();
  readonly #rules = new Map<string, RegisterChanges['rules'][number]>();

  get markets(): readonly MarketChange[] {
    return [...this.#markets.values()];
  }

  get rules(): RegisterChanges['rules'] {
    return [...this.#rules.values()];
  }

  encode(market: ListedMarket) {
    return encodeFacts(market, market.rules === null ? null : this.addRules(market.rules));
  }

  add({ venue, storeKey }: SeriesKey, change: Omit<MarketChange, keyof SeriesKey>): MarketChange {
    const { data, seenFrom, changedAt } = change;
    const whole = { venue, storeKey, data, seenFrom, changedAt };
    this.#markets.set(toSeriesName(whole), whole);
    return whole;
  }

  /**
   * Adds what a market states of its end, where that is something new.
   *
   * @param known Its state before; its end is the first statement where none is stored.
   * @returns All statements of the market.
   */
  addEnd(
    market: MarketFacts,
    {
      known,
      stated,
      at,
    }: { readonly known: MarketChange | null; readonly stated: readonly StatedEnd[]; readonly at: number },
  ): StatedEnd[] {
    const { venue, storeKey } = market;
    const before =
      stated.length > 0 || known === null
        ? stated
        : toFirstStatement(decodeFacts(market, unpackFacts(known.data)), known.changedAt);
    const all = [...before];
    const [next] = toFirstStatement(market, at);
    if ((next?.end ?? null) !== (before.at(-1)?.end ?? null)) all.push(next ?? { from: at, end: null });
    const isNew = all.slice(stated.length);
    this.ends.push(...isNew.map((end) => ({ venue, storeKey, ...end })));
    return all;
  }

  /** @returns The hash of the text. */
  addRules(text: string): Uint8Array {
    const coded = toRulesBytes(text);
    const hash = hashRules(coded.bytes);
    this.#rules.set(toHex(hash), { hash, data: packWhole(coded) });
    return hash;
  }
}

function toKey(row: SqlRow): SeriesKey {
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
  const refuse = () => {
    throw new RangeError('a text of this engine refers to no other one');
  };
  return toRulesText(unpackRules(row.data as Uint8Array, refuse));
}

function toHex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

function toSpan(row: SqlRow): LinkSpan {
  return {
    a: String(row.a),
    b: String(row.b),
    relation: row.relation as LinkSpan['relation'],
    confidence: Number(row.confidence),
    source: row.source as LinkSpan['source'],
    disputed: row.disputed === 1,
    reasons: JSON.parse(String(row.reasons)) as string[],
    fromMs: epochMs(Number(row.from_ms)),
    toMs: row.to_ms === null ? null : epochMs(Number(row.to_ms)),
  };
}
