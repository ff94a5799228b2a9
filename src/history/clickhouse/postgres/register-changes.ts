import type { EpochMs, MarketFacts, StatedEnd } from '../../../domain/index.ts';
import type { MarketEnd } from '../../contract/forecasts.ts';
import type { ListedMarket, RegisteredMarket } from '../../contract/market-register.ts';
import { findHash, hashRules } from '../../contract/rules-hash.ts';
import type { MarketKey } from '../../contract/series.ts';
import { toSeriesName } from '../../contract/series-name.ts';
import { decodeFacts, encodeFacts, unpackFacts } from '../../register/facts-coding.ts';
import { toFirstStatement } from '../../register/first-statement.ts';
import { packWhole, toRulesBytes } from '../../register/rules-coding.ts';
import { endValues } from './forecast-rows.ts';

/** Changes of markets, rules and stated ends that one statement writes. */
export interface RegisterChanges {
  readonly markets: readonly MarketChange[];
  readonly rules: readonly { readonly hash: Uint8Array; readonly data: Uint8Array }[];
  readonly ends: readonly MarketEnd[];
}

export interface MarketChange extends MarketKey {
  readonly data: Uint8Array;
  readonly seenFrom: number;
  readonly changedAt: number;
}

/**
 * Describes the parts of a statement that store changes, provided that `lead` has a row.
 *
 * @param first Number of the first of its eleven parameters.
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

/** Converts changes of the register to arrays, one for each parameter of the statement. */
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

/** Encodes the facts of a market whose rules text is stored apart, under its hash. */
export function encodeKnown(market: RegisteredMarket) {
  const { rulesHash } = market;
  return encodeFacts(market, rulesHash === null ? null : findHash(rulesHash), market.settlingChangedAt);
}

/** Collects changes of the register for one write: the last change of each market, and each rules text once. */
export class RegisterChangeSet implements RegisterChanges {
  readonly ends: MarketEnd[] = [];
  readonly #markets = new Map<string, MarketChange>();
  readonly #rules = new Map<string, RegisterChanges['rules'][number]>();

  get markets(): readonly MarketChange[] {
    return [...this.#markets.values()];
  }

  get rules(): RegisterChanges['rules'] {
    return [...this.#rules.values()];
  }

  encode(market: ListedMarket, settlingChangedAt: EpochMs | null = null) {
    const rulesHash = market.rules === null ? null : this.addRules(market.rules);
    return encodeFacts(market, rulesHash, settlingChangedAt);
  }

  add({ venue, storeKey }: MarketKey, change: Omit<MarketChange, keyof MarketKey>): MarketChange {
    const { data, seenFrom, changedAt } = change;
    const whole = { venue, storeKey, data, seenFrom, changedAt };
    this.#markets.set(toSeriesName(whole), whole);
    return whole;
  }

  /**
   * Adds the end that a market states, if it differs from the last statement.
   *
   * @param known Stored state of the market. Where no statement is stored, its end counts as the first one.
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

  /** Adds a rules text. @returns Its hash. */
  addRules(text: string): Uint8Array {
    const coded = toRulesBytes(text);
    const hash = hashRules(coded.bytes);
    this.#rules.set(toHex(hash), { hash, data: packWhole(coded) });
    return hash;
  }
}

/** Formats the hash of a rules text in hex. */
export function toHex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
