import { complement } from '../../domain/index.ts';

/** Prices of one asset at which an order could be filled. A price that is absent or not positive is no order. */
export interface BinaryLegQuote {
  readonly venue: string;
  readonly asset: string;
  readonly yesBid?: number | null;
  readonly yesAsk?: number | null;
  readonly noAsk?: number | null;
  /** Whether the snapshot of the venue is stale, so that the leg is left out. */
  readonly isStale?: boolean;
}

export interface OutcomeLegQuote extends BinaryLegQuote {
  /** Outcome of the event for which the Yes of this leg pays. */
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

/** Legs from which an arbitrage can be built. */
export type ArbitrageGroup =
  /** Markets on the same outcome of the same event at several venues. */
  | { readonly id: string; readonly type: 'yes-no'; readonly legs: readonly BinaryLegQuote[] }
  /** All outcomes of an event that is exclusive and exhaustive. */
  | {
      readonly id: string;
      readonly type: 'complete-set';
      readonly outcomes: readonly string[];
      readonly legs: readonly OutcomeLegQuote[];
    }
  | { readonly id: string; readonly type: 'perp-perp'; readonly legs: readonly PerpLegQuote[] }
  | { readonly id: string; readonly type: 'perp-basis'; readonly legs: readonly BasisLegQuote[] };

export type ArbitrageType = ArbitrageGroup['type'];

/** One order of a candidate, before capital is allocated. */
export interface Order {
  readonly venue: string;
  readonly asset: string;
  readonly side: 'yes' | 'no' | 'long' | 'short';
  readonly price: number;
}

/** Cheapest orders of a group, with their profit. */
export interface Candidate {
  readonly id: string;
  readonly type: ArbitrageType;
  readonly orders: readonly Order[];
  readonly cost: number;
  readonly spread: number;
  /** Profit as a fraction of cost. */
  readonly edge: number;
}

/** Finds the cheapest complete set of orders in a group; null when a leg is missing. */
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

/** Builds the orders that together pay one dollar. */
function buildUnitPayoff(
  { id, type }: { readonly id: string; readonly type: ArbitrageType },
  orders: readonly Order[] | null,
): Candidate | null {
  if (orders === null) return null;
  const cost = orders.reduce((sum, { price }) => sum + price, 0);
  const spread = 1 - cost;
  return { id, type, orders, cost, spread, edge: spread / cost };
}

/** Finds the cheapest pair of Yes on one venue and No on another. */
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

/** Finds the lowest price of No: the venue's own No ask, or the complement of its best Yes bid. */
export function findNoAsk({ noAsk, yesBid }: BinaryLegQuote): number | null {
  const own = orderPrice(noAsk);
  const mirrored = orderPrice(yesBid === null || yesBid === undefined ? null : complement(yesBid));
  if (own === null || mirrored === null) return own ?? mirrored;
  return Math.min(own, mirrored);
}

/** Chooses the cheapest Yes of every outcome; ties by venue. */
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

/** Finds the widest pair of a long on one venue and a short on another. Half of the capital goes to each. */
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

/** Builds one order against the oracle. The oracle cannot be traded, so the basis may remain. */
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
