import { MINUTE_MS, type VenueTrade } from '../../domain/index.ts';

/** Time within which an equal print counts as a repetition. */
export const REPEATED_WITHIN_MS = 10 * MINUTE_MS;

/** Members that distinguish a trade from others of its market. */
export type TradeIdentity = Pick<VenueTrade, 'id' | 'price' | 'size' | 'side' | 'venueTime'>;

/** Whether an id identifies one trade, or a transaction and token with possibly several trades. */
export type IdMeaning = 'trade' | 'transaction';

/** Numbers of trades of one transaction and token: all that were counted, and those that are remembered. */
interface TransactionTrades {
  counted: number;
  remembered: number;
}

interface Heard {
  readonly atMs: number;
  readonly key: string;
  readonly id: string | null;
}

/** Removes the number of the trade from the id of a transaction and token: `0xab…:no:2` gives `0xab…:no`. */
export function getTransaction(id: string): string {
  return id.replace(/:\d+$/, '');
}

/** Adds a number to the id of a transaction and token with several trades: that of the second one ends in `:2`. */
export function numberId(id: string, earlier: number): string {
  return earlier === 0 ? id : `${id}:${earlier + 1}`;
}

/** Remembers the trades of one market within the last ten minutes, so that repeated ones are not stored again. */
export class KnownTrades {
  readonly #meaning: IdMeaning;
  /** Remembered trades, oldest first. */
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
   * Checks a received trade and remembers it.
   *
   * @param atMs Time of receipt by our clock, in epoch ms.
   * @returns The id for the store; undefined: the trade is a repetition.
   */
  admit(trade: TradeIdentity, atMs: number): string | null | undefined {
    this.forgetBefore(atMs - REPEATED_WITHIN_MS);
    const key = this.#toKey(trade);
    // Two trades without an id may be equal, and cannot be told from a repetition.
    if (trade.id !== null && this.#keys.has(key)) return undefined;
    return this.#add(trade, key, atMs);
  }

  /** Remembers a stored trade. Its id may already include a number. */
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
