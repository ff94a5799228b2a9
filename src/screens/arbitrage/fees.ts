import type { AssetKind, FeeRule, FeeSchedules } from '../../domain/index.ts';

/** One order as fees see it. */
export interface FeeOrder {
  readonly kind: AssetKind;
  readonly asset: string;
  readonly category: string | null;
  /** The market's own rate, where the venue states one. */
  readonly marketRate: number | null;
  /** Average fill price: of the outcome bought, or of the perpetual. */
  readonly price: number;
  /** Contracts, or base units of a perpetual. */
  readonly size: number;
}

/** The fee of one order, or why it is not known. */
export type Fee = { readonly usd: number } | { readonly usd: null; readonly reason: string };

/** What a taker would pay for an order, in USD. */
export function takerFee(schedules: FeeSchedules, order: FeeOrder): Fee {
  const { rule } = schedules[order.kind];
  switch (rule.kind) {
    case 'unknown':
      return { usd: null, reason: rule.reason };
    case 'notional': {
      const rate = order.asset.includes(':') ? rule.builderDexes : rule.rate;
      if (rate === null)
        return { usd: null, reason: `The fee of the builder dex of ${order.asset} is not published.` };
      return { usd: rate * order.price * order.size };
    }
    case 'variance': {
      const rate = order.marketRate ?? findRate(rule, order.category);
      if (rate === null)
        return { usd: null, reason: `No fee is published for the category of ${order.asset}.` };
      const usd = rate * order.size * order.price * (1 - order.price);
      return { usd: rule.isRoundedUp ? roundedUpToCent(usd) : usd };
    }
  }
}

/**
 * A market without a category could pay any listed rate, so its fee is known only where all rates agree.
 */
function findRate(rule: Extract<FeeRule, { kind: 'variance' }>, category: string | null): number | null {
  if (category !== null) return rule.rates[category.toLowerCase()] ?? rule.otherwise;
  return Object.keys(rule.rates).length === 0 ? rule.otherwise : null;
}

/** The slack keeps a fee of exactly one cent from costing two. */
function roundedUpToCent(usd: number): number {
  return Math.ceil(usd * 100 - 1e-9) / 100;
}
