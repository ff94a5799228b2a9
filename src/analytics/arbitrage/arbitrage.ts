import { complement } from '../../domain/index.ts';
/** Prices of one asset that an order could be filled at. A price that is missing or not positive is no order. */
export interface BinaryLegQuote {
  readonly venue: string;
  readonly asset: string;
  readonly yesBid?: number | null;
  readonly yesAsk?: number | null;
  readonly noAsk?: number | null;
  /** Its venue's snapshot is stale: the leg is left out. */
  readonly isStale?: boolean;
}

export interface OutcomeLegQuote extends BinaryLegQuote {
  /** Which outcome of the event the leg's Yes is. */
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

export interface ArbitrageLeg {
  readonly venue: string;
  readonly asset: string;
  readonly side: 'yes' | 'no' | 'long' | 'short';
  readonly price: number;
  /** Share of the allocation. Legs of binaries hold equal numbers of contracts. */
  readonly usd: number;
}

export interface ArbitrageOpportunity {
  readonly id: string;
  readonly type: ArbitrageType;
  readonly cost: number;
  readonly spread: number;
  /** Profit over cost in percent, per resolution and not per year. */
  readonly edgePct: number;
  readonly allocationUsd: number;
  readonly expectedProfitUsd: number;
  readonly legs: readonly ArbitrageLeg[];
}

export interface ArbitrageSummary {
  /** Complete sets of fresh orders with at least `minLegs` legs. */
  readonly opportunitiesConsidered: number;
  readonly opportunitiesSelected: number;
  readonly capitalDeployed: number;
  readonly expectedProfit: number;
  /** 0 when nothing is deployed. */
  readonly expectedEdgePct: number;
  /** Share of the capital that is deployed. */
  readonly capitalEfficiency: number;
  readonly avgSpread: number | null;
  readonly minSpread: number | null;
  readonly maxSpread: number | null;
  /** USD per venue; sums to `capitalDeployed`. */
  readonly venueExposure: Readonly<Record<string, number>>;
}

export interface ArbitragePortfolio {
  readonly summary: ArbitrageSummary;
  readonly selected: readonly ArbitrageOpportunity[];
}

export interface ArbitrageOptions {
  /** USD, above 0. */
  readonly capital: number;
  /** A bound of plausibility: half a dollar of difference means two different questions. Default 0.5. */
  readonly maxSpread?: number;
  /** Default 2, which leaves `perp-basis` out: the oracle cannot be traded. */
  readonly minLegs?: number;
  /** Default 10. */
  readonly topN?: number;
}

/**
 * A portfolio of the widest opportunities, the capital split equally. Gross: fees, depth and settlement risk
 * are not modelled.
 *
 * Selected are those with 0 < spread <= maxSpread, by edge descending, then id.
 */
export function simulateArbitrage(
  groups: readonly ArbitrageGroup[],
  { capital, maxSpread = 0.5, minLegs = 2, topN = 10 }: ArbitrageOptions,
): ArbitragePortfolio {
  const considered = groups
    .map(bestOrders)
    .filter((candidate) => candidate !== null)
    .filter(({ orders }) => orders.length >= minLegs);
  const chosen = considered
    .filter(({ spread }) => spread > 0 && spread <= maxSpread)
    .sort((a, b) => b.edge - a.edge || (a.id < b.id ? -1 : 1))
    .slice(0, topN);
  const selected = chosen.map((candidate) => allocated(candidate, capital / chosen.length));
  return { summary: summarise(selected, { considered: considered.length, capital }), selected };
}

interface Order {
  readonly venue: string;
  readonly asset: string;
  readonly side: ArbitrageLeg['side'];
  readonly price: number;
}

interface Candidate {
  readonly id: string;
  readonly type: ArbitrageType;
  readonly orders: readonly Order[];
  readonly cost: number;
  readonly spread: number;
  /** Profit over cost. */
  readonly edge: number;
}

/** The cheapest set of orders of a group, or null when it is not complete. */
function bestOrders(group: ArbitrageGroup): Candidate | null {
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

function allocated(
  { id, type, cost, spread, edge, orders }: Candidate,
  allocationUsd: number,
): ArbitrageOpportunity {
  return {
    id,
    type,
    cost,
    spread,
    edgePct: 100 * edge,
    allocationUsd,
    expectedProfitUsd: allocationUsd * edge,
    legs: orders.map((order) => ({ ...order, usd: (allocationUsd * order.price) / cost })),
  };
}

function summarise(
  selected: readonly ArbitrageOpportunity[],
  { considered, capital }: { readonly considered: number; readonly capital: number },
): ArbitrageSummary {
  const capitalDeployed = selected.reduce((sum, { allocationUsd }) => sum + allocationUsd, 0);
  const expectedProfit = selected.reduce((sum, { expectedProfitUsd }) => sum + expectedProfitUsd, 0);
  const spreads = selected.map(({ spread }) => spread);
  const hasAny = spreads.length > 0;

  const venueExposure: Record<string, number> = {};
  for (const { venue, usd } of selected.flatMap(({ legs }) => legs)) {
    venueExposure[venue] = (venueExposure[venue] ?? 0) + usd;
  }
  return {
    opportunitiesConsidered: considered,
    opportunitiesSelected: selected.length,
    capitalDeployed,
    expectedProfit,
    expectedEdgePct: capitalDeployed === 0 ? 0 : (100 * expectedProfit) / capitalDeployed,
    capitalEfficiency: Math.min(1, capitalDeployed / capital),
    avgSpread: hasAny ? spreads.reduce((sum, spread) => sum + spread, 0) / spreads.length : null,
    minSpread: hasAny ? Math.min(...spreads) : null,
    maxSpread: hasAny ? Math.max(...spreads) : null,
    venueExposure,
  };
}
