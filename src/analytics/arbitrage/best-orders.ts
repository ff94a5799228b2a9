import { complement } from '../../domain/index.ts';

/** Prices of one asset that an order could be filled at. A price that is missing or not positive is no order. */
export interface BinaryLegQuote {
  readonly venue: string;
  readonly asset: string;
  readonly yesBid?: number | null;
  readonly yesAsk?: number | null;
  readonly noAsk?: number | null;
  /** Whether the snapshot of the venue is stale: the leg is then left out. */
  readonly isStale?: boolean;
}

export interface OutcomeLegQuote extends BinaryLegQuote {
  /** Outcome of the event that the leg's Yes is. */
  readonly outcome: string;
}

export interface PerpLegQuote {
  readonly venue: string;
  readonly asset: string;
  readonly bid?: number | null;
  readonly ask?: number | null;
  readonly isStale?: boolean;
}

export interface BasisLegQuote {
  readonly venue: string;
  readonly asset: string;
  readonly mark: number | null;
  readonly oracle: number | null;
  readonly isStale?: boolean;
}

/** Legs that belong together, before anything is chosen among them. */
export type ArbitrageGroup =
  /** The same event and outcome on several venues. */
  | { readonly id: string; readonly type: 'yes-no'; readonly legs: readonly BinaryLegQuote[] }
  /** Every outcome of an event that is exclusive and exhaustive. */
  | {
      readonly id: string;
      readonly type: 'complete-set';
      readonly outcomes: readonly string[];
      readonly legs: readonly OutcomeLegQuote[];
    }
  | { readonly id: string; readonly type: 'perp-perp'; readonly legs: readonly PerpLegQuote[] }
  | { readonly id: string; readonly type: 'perp-basis'; readonly legs: readonly BasisLegQuote[] };

export type ArbitrageType = ArbitrageGroup['type'];

/** One order of a candidate, before money is given to it. */
export interface Order {
  readonly venue: string;
  readonly asset: string;
  readonly side: 'yes' | 'no' | 'long' | 'short';
  readonly price: number;
}

/** The cheapest orders of a group, and their profit. */
export interface Candidate {
  readonly id: string;
  readonly type: ArbitrageType;
  readonly orders: readonly Order[];
  readonly cost: number;
  readonly spread: number;
  /** Profit over cost. */
  readonly edge: number;
}

/** The cheapest set of orders of a group, or null when it is not complete. */
export function bestOrders(group: ArbitrageGroup): Candidate | null {
  switch (group.type) {
    case 'yes-no':
      return buildUnitPayoff(group, cheapestYesNo(group.legs.filter(isFresh)));
    case 'complete-set':
      return buildUnitPayoff(group, cheapestSet(group.outcomes, group.legs.filter(isFresh)));
    case 'perp-perp':
      return widestPerpPair(group.id, group.legs.filter(isFresh));
    case 'perp-basis':
      return basisToOracle(group.id, group.legs.find(isFresh));
  }
}

function isFresh(leg: { readonly isStale?: boolean }): boolean {
  return leg.isStale !== true;
}

/** Orders that together pay one dollar. */
function buildUnitPayoff(
  { id, type }: { readonly id: string; readonly type: ArbitrageType },
  orders: readonly Order[] | null,
): Candidate | null {
  if (orders === null) return null;
  const cost = orders.reduce((sum, { price }) => sum + price, 0);
  const spread = 1 - cost;
  return { id, type, orders, cost, spread, edge: spread / cost };
}

/** Yes on one venue and No on another, of all pairs the cheapest. */
function cheapestYesNo(legs: readonly BinaryLegQuote[]): Order[] | null {
  let best: Order[] | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const yes of legs) {
    const yesPrice = orderPrice(yes.yesAsk);
    if (yesPrice === null) continue;
    for (const no of legs) {
      const noPrice = findNoAsk(no);
      if (no.venue === yes.venue || noPrice === null || yesPrice + noPrice >= bestCost) continue;
      bestCost = yesPrice + noPrice;
      best = [
        { venue: yes.venue, asset: yes.asset, side: 'yes', price: yesPrice },
        { venue: no.venue, asset: no.asset, side: 'no', price: noPrice },
      ];
    }
  }
  return best;
}

/** The cheaper of the venue's own No and the other side of its best Yes bid. */
export function findNoAsk({ noAsk, yesBid }: BinaryLegQuote): number | null {
  const own = orderPrice(noAsk);
  const mirrored = orderPrice(yesBid === null || yesBid === undefined ? null : complement(yesBid));
  if (own === null || mirrored === null) return own ?? mirrored;
  return Math.min(own, mirrored);
}

/** Yes of every outcome, each where it is cheapest; ties by venue. */
function cheapestSet(outcomes: readonly string[], legs: readonly OutcomeLegQuote[]): Order[] | null {
  const orders: Order[] = [];
  for (const outcome of outcomes) {
    let best: Order | null = null;
    for (const { venue, asset, yesAsk, outcome: ownOutcome } of legs) {
      const price = orderPrice(yesAsk);
      if (ownOutcome !== outcome || price === null) continue;
      const isBetter = best === null || price < best.price || (price === best.price && venue < best.venue);
      if (isBetter) best = { venue, asset, side: 'yes', price };
    }
    if (best === null) return null;
    orders.push(best);
  }
  return orders.length === 0 ? null : orders;
}

/** Long on one venue and short on another, of all pairs the widest. Half of the capital goes to each. */
function widestPerpPair(id: string, legs: readonly PerpLegQuote[]): Candidate | null {
  let best: { readonly orders: readonly Order[]; readonly gap: number; readonly cost: number } | null = null;
  for (const long of legs) {
    const ask = orderPrice(long.ask);
    if (ask === null) continue;
    for (const short of legs) {
      const bid = orderPrice(short.bid);
      if (bid === null || short.venue === long.venue || (best !== null && bid - ask <= best.gap)) continue;
      best = {
        gap: bid - ask,
        cost: bid + ask,
        orders: [
          { venue: long.venue, asset: long.asset, side: 'long', price: ask },
          { venue: short.venue, asset: short.asset, side: 'short', price: bid },
        ],
      };
    }
  }
  if (best === null) return null;
  const { gap, cost, orders } = best;
  return { id, type: 'perp-perp', orders, cost, spread: gap / (cost / 2), edge: gap / cost };
}

/** One order against the oracle, which cannot be traded: the basis may stay. */
function basisToOracle(id: string, leg: BasisLegQuote | undefined): Candidate | null {
  const mark = orderPrice(leg?.mark);
  const oracle = orderPrice(leg?.oracle);
  if (leg === undefined || mark === null || oracle === null) return null;
  const spread = Math.abs(mark - oracle) / oracle;
  const side = mark > oracle ? 'short' : 'long';
  return {
    id,
    type: 'perp-basis',
    orders: [{ venue: leg.venue, asset: leg.asset, side, price: mark }],
    cost: mark,
    spread,
    edge: spread,
  };
}

function orderPrice(price: number | null | undefined): number | null {
  return price !== null && price !== undefined && price > 0 && Number.isFinite(price) ? price : null;
}
