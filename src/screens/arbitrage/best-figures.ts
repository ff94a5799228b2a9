import { computeProfit, findBestLots } from './best-size.ts';
import type { FeeLeg } from './leg-fees.ts';
import { toLotSize } from './lots.ts';

/** Highest profit that the live order books allow, without a limit of capital. */
export interface BestFigures {
  /**
   * Contracts of each leg, a multiple of the lot of every venue. This size has the greatest profit after taker fees. 0:
   * no lot is profitable. Rebates are not counted.
   */
  readonly contracts: number;
  /** Total cost including taker fees, in USD. */
  readonly costUsd: number;
  /** Payoff minus total cost, in USD. */
  readonly profitUsd: number;
  /** Profit of the last lot as a fraction of its cost and fees, before fees are rounded. null: no lot is profitable. */
  readonly marginalEdgeFrac: number | null;
  /**
   * `profitUsd` / `costUsd`, scaled to a year by 365 / days of lock-up without compounding. null when the end is not
   * known, when the lock-up is shorter than an hour, or when no lot is profitable.
   */
  readonly annualisedFrac: number | null;
}

/**
 * Shortest lock-up that is annualised, in days. Otherwise markets that end within minutes would lead every ranking with
 * thousands of percent, which nobody can earn repeatedly.
 */
export const MIN_TERM_DAYS = 1 / 24;

/** Computes the figures at the number of whole lots with the greatest profit. */
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
