import type { AssetKind } from './asset.ts';

/** A schedule of taker fees, as the venue publishes it. */
export interface FeeSchedule {
  /** The day on which the schedule was read. */
  readonly asOf: string;
  readonly source: string;
  readonly rule: FeeRule;
}

export type FeeRule =
  /** Fee of contracts * rate * p * (1 - p), the rate by category; `otherwise` for categories not listed. */
  | {
      readonly kind: 'variance';
      readonly rates: Readonly<Record<string, number>>;
      readonly otherwise: number | null;
      /** Multiple in USD to which the fee of an order is rounded up; null: not rounded. */
      readonly roundedUpToUsd: number | null;
      /** Assumption that `otherwise` makes of a market that states no rate of its own. Absent: none. */
      readonly assumption?: string;
    }
  /** A fraction of the notional. `builderDexes`: null where they set rates of their own. */
  | { readonly kind: 'notional'; readonly rate: number; readonly builderDexes: number | null }
  /** Not published, or not confirmed. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type FeeSchedules = Readonly<Record<AssetKind, FeeSchedule>>;

/** The facts of an asset that decide its fee. */
export interface FeeSubject {
  readonly kind: AssetKind;
  readonly asset: string;
  /** Category of the market; null: the venue states none. */
  readonly category: string | null;
  /** The market's own rate, where the venue states one. */
  readonly marketRate: number | null;
}

/** The taker rate of one market, or why it is not known. */
export type TakerRate =
  | (Pick<Extract<FeeRule, { kind: 'variance' }>, 'kind' | 'roundedUpToUsd'> & {
      readonly rate: number;
      /** Assumption of the rate; absent: none. */
      readonly assumption?: string;
    })
  | { readonly kind: 'notional'; readonly rate: number }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The rate of one market by the schedule of its venue. */
export function findTakerRate(schedules: FeeSchedules, subject: FeeSubject): TakerRate {
  const { asset, category, marketRate } = subject;
  const { rule } = schedules[subject.kind];
  switch (rule.kind) {
    case 'unknown':
      return rule;
    case 'notional': {
      const rate = asset.includes(':') ? rule.builderDexes : rule.rate;
      if (rate !== null) return { kind: 'notional', rate };
      return { kind: 'unknown', reason: `The fee of the builder dex of ${asset} is not published.` };
    }
    case 'variance': {
      const rate = marketRate ?? findRateOfCategory(rule, category);
      if (rate !== null) {
        const { roundedUpToUsd, assumption } = rule;
        const assumed = marketRate === null && assumption !== undefined ? { assumption } : {};
        return { kind: 'variance', rate, roundedUpToUsd, ...assumed };
      }
      return { kind: 'unknown', reason: `No fee is published for the category of ${asset}.` };
    }
  }
}

/**
 * A market without a category could pay any listed rate, so its fee is known only where all rates agree.
 */
function findRateOfCategory(
  rule: Extract<FeeRule, { kind: 'variance' }>,
  category: string | null,
): number | null {
  if (category !== null) return rule.rates[category.toLowerCase()] ?? rule.otherwise;
  return Object.keys(rule.rates).length === 0 ? rule.otherwise : null;
}
