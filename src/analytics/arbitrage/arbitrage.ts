import {
  type ArbitrageGroup,
  type ArbitrageType,
  bestOrders,
  type Candidate,
  type Order,
} from './best-orders.ts';

export interface ArbitrageLeg {
  readonly venue: string;
  readonly asset: string;
  readonly side: Order['side'];
  readonly price: number;
  /** Part of the allocation in USD. Legs of binaries have equal numbers of contracts. */
  readonly usd: number;
}

export interface ArbitrageOpportunity {
  readonly id: string;
  readonly type: ArbitrageType;
  readonly cost: number;
  readonly spread: number;
  /** Profit in percent of cost, per resolution and not per year. */
  readonly edgePct: number;
  readonly allocationUsd: number;
  readonly expectedProfitUsd: number;
  readonly legs: readonly ArbitrageLeg[];
}

export interface ArbitrageSummary {
  /** Number of complete sets of fresh orders with at least `minLegs` legs. */
  readonly opportunitiesConsidered: number;
  readonly opportunitiesSelected: number;
  readonly capitalDeployed: number;
  readonly expectedProfit: number;
  /** Expected edge in percent; 0 when nothing is deployed. */
  readonly expectedEdgePct: number;
  /** Fraction of the capital that is deployed. */
  readonly capitalEfficiency: number;
  readonly avgSpread: number | null;
  readonly minSpread: number | null;
  readonly maxSpread: number | null;
  /** Deployed USD per venue, with the sum `capitalDeployed`. */
  readonly venueExposure: Readonly<Record<string, number>>;
}

export interface ArbitragePortfolio {
  readonly summary: ArbitrageSummary;
  readonly selected: readonly ArbitrageOpportunity[];
  /** Number of opportunities that would be selected without `topN`. */
  readonly total: number;
}

export interface ArbitrageOptions {
  /** Capital in USD, above 0. */
  readonly capital: number;
  /** Largest plausible spread. A difference of half a dollar means that the questions differ. Default 0.5. */
  readonly maxSpread?: number;
  /** Minimum number of legs. Default 2, which excludes `perp-basis`, because the oracle cannot be traded. */
  readonly minLegs?: number;
  /** Maximum number of results. Default 10. */
  readonly topN?: number;
}

/**
 * Builds a portfolio of the widest opportunities, with the capital split equally. Gross: fees, depth and settlement
 * risk are not modelled.
 *
 * Opportunities with 0 < spread <= maxSpread are selected by descending edge, then by id.
 */
export function simulateArbitrage(
  groups: readonly ArbitrageGroup[],
  { capital, maxSpread = 0.5, minLegs = 2, topN = 10 }: ArbitrageOptions,
): ArbitragePortfolio {
  const considered = groups
    .map(bestOrders)
    .filter((candidate) => candidate !== null)
    .filter(({ orders }) => orders.length >= minLegs);
  const open = considered
    .filter(({ spread }) => spread > 0 && spread <= maxSpread)
    .sort((a, b) => b.edge - a.edge || (a.id < b.id ? -1 : 1));
  const chosen = open.slice(0, topN);
  const selected = chosen.map((candidate) => allocated(candidate, capital / chosen.length));
  return {
    summary: summarise(selected, { considered: considered.length, capital }),
    selected,
    total: open.length,
  };
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
