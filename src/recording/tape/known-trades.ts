import { MINUTE_MS, type VenueTrade } from '../../domain/index.ts';

/** A print that equals one of so short a time ago was sent twice. */
export const REPEATED_WITHIN_MS = 10 * MINUTE_MS;

/** What tells a trade from the others of its market. */
export type TradeIdentity = Pick<VenueTrade, 'id' | 'price' | 'size' | 'side' | 'venueTime'>;

/** Whether an id names one trade, or a transaction and token that may have several. */
export type IdMeaning = 'trade' | 'transaction';

/** Trades of a transaction and token: those that were ever counted, and those that are remembered. */
interface TransactionTrades {
  counted: number;
  remembered: number;
}

interface Heard {
  readonly atMs: number;
  readonly key: string;
  readonly id: string | null;
}

/** An id of a transaction and token, without the number of the trade within it: `0xab…:no:2` is of `0xab…:no`. */
export function getTransaction(id: string): string {
  return id.replace(/:\d+$/, '');
}

/** Adds to the id of a transaction and token that it has another trade: the second one ends in `:2`. */
export function numberId(id: string, earlier: number): string {
  return earlier === 0 ? id : `${id}:${earlier + 1}`;
}

/** Trades of one market within the last ten minutes: those that come again are not stored again. */
export class KnownTrades {
  readonly #meaning: IdMeaning;
  /** The oldest first. */
  #heard: Heard[] = [];
  readonly #keys = new Map<string, number>();
  readonly #transactions = new Map<string, TransactionTrades>();

  constructor(meaning: IdMeaning) {
    this.#meaning = meaning;
  }

  get size(): number {
    return this.#heard.length;
  }

  /**
   * Takes a trade that came.
   *
   * @param atMs Our clock.
   * @returns The id under which it is stored; undefined: it came before.
   */
  take(trade: TradeIdentity, atMs: number): string | null | undefined {
    this.forgetBefore(atMs - REPEATED_WITHIN_MS);
    const key = this.#toKey(trade);
    // Two trades without an id may be equal; nothing tells them from one that was sent twice.
    if (trade.id !== null && this.#keys.has(key)) return undefined;
    return this.#add(trade, key, atMs);
  }

  /** Remembers a trade that is stored. Its id may have a number already. */
  remember(trade: TradeIdentity, atMs: number): void {
    const id = trade.id === null || this.#meaning === 'trade' ? trade.id : getTransaction(trade.id);
    this.#add({ ...trade, id }, this.#toKey({ ...trade, id }), atMs);
  }

  forgetBefore(ms: number): void {
    const kept = this.#heard.findIndex(({ atMs }) => atMs >= ms);
    const gone = kept < 0 ? this.#heard : this.#heard.slice(0, kept);
    if (gone.length === 0) return;
    this.#heard = kept < 0 ? [] : this.#heard.slice(kept);
    for (const { key, id } of gone) {
      const left = (this.#keys.get(key) ?? 0) - 1;
      if (left > 0) this.#keys.set(key, left);
      else this.#keys.delete(key);
      const trades = id === null ? undefined : this.#transactions.get(id);
      if (id !== null && trades !== undefined && --trades.remembered === 0) this.#transactions.delete(id);
    }
  }

  #add({ id }: TradeIdentity, key: string, atMs: number): string | null {
    this.#heard.push({ atMs, key, id });
    this.#keys.set(key, (this.#keys.get(key) ?? 0) + 1);
    if (id === null || this.#meaning === 'trade') return id;
    const trades = this.#transactions.get(id) ?? { counted: 0, remembered: 0 };
    this.#transactions.set(id, trades);
    trades.remembered++;
    return numberId(id, trades.counted++);
  }

  #toKey({ id, price, size, side, venueTime }: TradeIdentity): string {
    if (id !== null && this.#meaning === 'trade') return id;
    return `${id ?? venueTime} ${side} ${price} ${size}`;
  }
}
