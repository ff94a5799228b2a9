import { LRUCache } from 'lru-cache';
import type { PriceLevel } from '../../../domain/index.ts';
import type { OrderSide, VenueFill } from '../execution-venue.ts';
import { type Decimal, toDecimal } from '../live/decimal.ts';

/** One side of a book, as one bot takes from it. */
export interface TakenSide {
  readonly botId: string;
  readonly storeKey: string;
  readonly side: OrderSide;
}

interface TakenLevel {
  /** What the venue offered at the price when something was taken there. */
  readonly offered: number;
  /** By order: one that is prepared again takes the same again. */
  readonly sizes: Map<string, Decimal>;
}

const MAX_SIDES = 10_000;

/**
 * What the paper orders of a bot have taken at a price, until the venue's size there changes: a paper order moves no book,
 * so without this a bot could buy the same offer for ever.
 */
export class TakenLevels {
  readonly #sides = new LRUCache<string, Map<number, TakenLevel>>({ max: MAX_SIDES });

  /** The levels that are left for an order of the bot. @param orderId The order's own earlier takings do not count. */
  subtract(side: TakenSide, levels: readonly PriceLevel[], orderId: string): PriceLevel[] {
    const taken = this.#sides.get(toKey(side));
    if (taken === undefined) return [...levels];
    return levels.flatMap((level) => {
      const known = taken.get(level.price);
      if (known === undefined || known.offered !== level.size) return [level];
      const sizes = [...known.sizes].filter(([id]) => id !== orderId).map(([, size]) => size);
      const left = sizes.reduce((rest, size) => rest.minus(size), toDecimal(level.size));
      return left.gt(0) ? [{ price: level.price, size: left.toNumber() }] : [];
    });
  }

  /** Notes the fills of an order. @param levels As the venue offered them. */
  note(side: TakenSide, levels: readonly PriceLevel[], orderId: string, fills: readonly VenueFill[]): void {
    const key = toKey(side);
    const taken = this.#sides.get(key) ?? new Map<number, TakenLevel>();
    this.#sides.set(key, taken);
    const offers = new Map(levels.map(({ price, size }) => [price, size]));
    // Prices that left the book are forgotten: what comes there later is new.
    for (const price of taken.keys()) if (!offers.has(price)) taken.delete(price);
    const sizes = new Map<number, Decimal>();
    for (const { price, size } of fills) {
      sizes.set(Number(price), toDecimal(size).plus(sizes.get(Number(price)) ?? 0));
    }
    for (const [at, size] of sizes) {
      const offered = offers.get(at);
      if (offered === undefined) continue;
      const known = taken.get(at);
      const level = known?.offered === offered ? known : { offered, sizes: new Map<string, Decimal>() };
      level.sizes.set(orderId, size);
      taken.set(at, level);
    }
  }
}

const toKey = ({ botId, storeKey, side }: TakenSide) => `${botId} ${storeKey} ${side}`;
