import type { Units } from './account.ts';
import { UNIT } from './account.ts';
import type { SimMarket } from './sim-market.ts';

/** The liquidity that one order asks for. */
export interface Demand {
  readonly leg: 'yes' | 'no';
  readonly side: 'buy' | 'sell';
  /** The worst price of the leg. */
  readonly price: number;
  readonly size: Units;
  /** Dollars to spend at most, instead of the size. */
  readonly budget?: Units;
}

export interface TakenLiquidity {
  /** Best first, priced as the leg. */
  readonly parts: readonly { readonly price: number; readonly size: Units }[];
  readonly size: Units;
  readonly dollars: Units;
}

/** Markets with trades whose books may still lack levels. */
const MAX_MARKETS = 5_000;

/**
 * Liquidity that traders took out of the books. The books themselves are functions of time, so taken size is
 * remembered until the book is renewed. Yes and No share one book: buying No takes the bids of Yes.
 */
export class Liquidity {
  readonly #taken = new Map<string, { readonly generation: number; readonly byPrice: Map<string, Units> }>();

  take(market: SimMarket, demand: Demand, t: number, isTrial: boolean): TakenLiquidity {
    const takesAsks = (demand.side === 'buy') === (demand.leg === 'yes');
    const ladder = market.ladder(t);
    const generation = market.generation(t);
    let known = this.#taken.get(market.name);
    if (known === undefined || known.generation !== generation) known = { generation, byPrice: new Map() };
    const parts: { price: number; size: Units }[] = [];
    let [size, dollars] = [0, 0];
    for (const level of takesAsks ? ladder.asks : ladder.bids) {
      const price = demand.leg === 'yes' ? level.price : mirrored(level.price);
      const isBeyond = demand.side === 'buy' ? price > demand.price + 1e-9 : price < demand.price - 1e-9;
      if (isBeyond) break;
      const cell = `${takesAsks} ${level.price}`;
      const gone = known.byPrice.get(cell) ?? 0;
      const there = Math.max(0, Math.round(level.size * UNIT) - gone);
      const wanted =
        demand.budget === undefined ? demand.size - size : Math.floor((demand.budget - dollars) / price);
      const part = Math.min(there, wanted);
      if (part <= 0) continue;
      parts.push({ price, size: part });
      size += part;
      dollars += Math.round(part * price);
      if (!isTrial) known.byPrice.set(cell, gone + part);
    }
    if (!isTrial && parts.length > 0) this.#remember(market.name, known);
    return { parts, size, dollars };
  }

  #remember(
    name: string,
    taken: { readonly generation: number; readonly byPrice: Map<string, Units> },
  ): void {
    this.#taken.delete(name);
    this.#taken.set(name, taken);
    if (this.#taken.size <= MAX_MARKETS) return;
    const [oldest] = this.#taken.keys();
    if (oldest !== undefined) this.#taken.delete(oldest);
  }
}

function mirrored(price: number): number {
  return Number((1 - price).toFixed(6));
}
