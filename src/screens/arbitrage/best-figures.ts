import { computeProfit, findBestLots } from './best-size.ts';
import type { FeeLeg } from './leg-fees.ts';
import { toLotSize } from './lots.ts';

/** What can be earned at most with the live books, whatever capital is split. */
export interface BestFigures {
  /**
   * Contracts of every leg, whole lots of every venue: as many as still pay after taker fees, so that the profit is
   * greatest. 0: not one lot pays. Rebates are never counted.
   */
  readonly contracts: number;
  /** All that is paid, taker fees included, USD. */
  readonly costUsd: number;
  /** Payoff less all that is paid, USD. */
  readonly profitUsd: number;
  /** Profit of the last lot over all that is paid for it, before fees are rounded; null: not one lot pays. */
  readonly marginalEdgeFrac: number | null;
  /**
   * `profitUsd` / `costUsd` * 365 / days of lock-up, not compounded; null without an end, for less than an hour, or when not
   * one lot pays.
   */
  readonly annualisedFrac: number | null;
}

/**
 * Shortest lock-up with a figure of a year, days. What ends within minutes would lead every order with thousands of percent
 * that nobody can earn over and over.
 */
export const MIN_TERM_DAYS = 1 / 24;

/** The figures at the number of whole lots that earns most. */
export function computeBest(
  legs: readonly FeeLeg[],
  { lot, lockUpDays }: { readonly lot: number; readonly lockUpDays: number | null },
): BestFigures {
  const lots = findBestLots(legs, lot);
  if (lots === 0) return NOTHING_PAYS;
  const contracts = toLotSize(lots, lot);
  const rounded = legs.map(({ levels, chargeRounded: charge }) => ({ levels, charge }));
  const { profitUsd, paidUsd: costUsd } = computeProfit(rounded, contracts);
  const [all, before] = [lots, lots - 1].map((count) => computeProfit(legs, toLotSize(count, lot)));
  const hasTerm = lockUpDays !== null && lockUpDays >= MIN_TERM_DAYS;
  return {
    contracts,
    costUsd,
    profitUsd,
    marginalEdgeFrac: (all!.profitUsd - before!.profitUsd) / (all!.paidUsd - before!.paidUsd),
    annualisedFrac: hasTerm ? ((profitUsd / costUsd) * 365) / lockUpDays : null,
  };
}

const NOTHING_PAYS: BestFigures = {
  contracts: 0,
  costUsd: 0,
  profitUsd: 0,
  marginalEdgeFrac: null,
  annualisedFrac: null,
};
