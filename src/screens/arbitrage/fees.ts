import type { AssetKind } from '../../domain/index.ts';

/** What a taker pays at a venue, as the venue publishes it. */
export interface FeeSchedule {
  /** The day on which the schedule was read. */
  readonly asOf: string;
  readonly source: string;
  readonly rule: FeeRule;
}

export type FeeRule =
  /** contracts * rate * p * (1 - p), the rate by category; `otherwise` for categories not listed. */
  | {
      readonly kind: 'variance';
      readonly rates: Readonly<Record<string, number>>;
      readonly otherwise: number | null;
      /** Rounded up to a whole cent per order. */
      readonly isRoundedUp: boolean;
    }
  /** A fraction of the notional. `builderDexes`: null where they set rates of their own. */
  | { readonly kind: 'notional'; readonly rate: number; readonly builderDexes: number | null }
  /** Not published, or not confirmed. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type FeeSchedules = Readonly<Record<AssetKind, FeeSchedule>>;

/** Taker fees as published. Replace an entry when a venue changes its schedule, with the day and the page. */
export const PUBLISHED_FEES: FeeSchedules = {
  pm: {
    asOf: '2026-09',
    source: 'docs.polymarket.com, fees; market member feeSchedule',
    rule: {
      kind: 'variance',
      rates: {
        crypto: 0.07,
        sports: 0.05,
        politics: 0.04,
        finance: 0.04,
        tech: 0.04,
        mentions: 0.04,
        'world events': 0,
        world: 0,
        geopolitics: 0,
      },
      otherwise: 0.05,
      isRoundedUp: false,
    },
  },
  kalshi: {
    asOf: '2026-10',
    source: 'Kalshi fee schedule: 0.07 x contracts x p x (1 - p), fee multiplier 1, rounded up to a cent',
    rule: { kind: 'variance', rates: {}, otherwise: 0.07, isRoundedUp: true },
  },
  limitless: {
    asOf: '2026-10',
    source: 'Limitless API reference',
    rule: { kind: 'unknown', reason: 'Limitless sets its taker fee per account and publishes no figure.' },
  },
  'hl-pred': {
    asOf: '2026-10',
    source: 'Hyperliquid documentation, HIP-4',
    rule: {
      kind: 'unknown',
      reason:
        'Hyperliquid outcomes open without a fee, but charges on closing and settling are not confirmed.',
    },
  },
  'hl-perp': {
    asOf: '2026-10',
    source: 'Hyperliquid documentation, fees, lowest tier',
    rule: { kind: 'notional', rate: 0.000_45, builderDexes: null },
  },
};

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
      const rate = order.marketRate ?? rateOf(rule, order.category);
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
function rateOf(rule: Extract<FeeRule, { kind: 'variance' }>, category: string | null): number | null {
  if (category !== null) return rule.rates[category.toLowerCase()] ?? rule.otherwise;
  return Object.keys(rule.rates).length === 0 ? rule.otherwise : null;
}

/** The slack keeps a fee of exactly one cent from costing two. */
function roundedUpToCent(usd: number): number {
  return Math.ceil(usd * 100 - 1e-9) / 100;
}
