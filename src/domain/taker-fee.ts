import type { AssetKind } from './asset.ts';

/** Taker fees as a venue publishes them. */
export interface FeeSchedule {
  /** Day on which the fees were read. */
  readonly asOf: string;
  readonly source: string;
  readonly rule: FeeRule;
}

export type FeeRule =
  /**
   * Fee of contracts * rate * p * (1 - p), with a rate for each category; `otherwise` is for categories that are not
   * listed.
   */
  | {
      readonly kind: 'variance';
      readonly rates: Readonly<Record<string, number>>;
      readonly otherwise: number | null;
      /** Multiple in USD to which the fee of an order is rounded up; null: not rounded. */
      readonly roundedUpToUsd: number | null;
      /** Assumption behind `otherwise` for a market without a rate of its own. Absent: none. */
      readonly assumption?: string;
    }
  /** Fraction of the notional. `builderDexes` is null when they set rates of their own. */
  | { readonly kind: 'notional'; readonly rate: number; readonly builderDexes: number | null }
  /** The fee is not published, or not confirmed. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type FeeSchedules = Readonly<Record<AssetKind, FeeSchedule>>;

/** Facts of an asset that decide its fee. */
export interface FeeSubject {
  readonly kind: AssetKind;
  readonly asset: string;
  /** Category of the market; null: the venue states none. */
  readonly category: string | null;
  /** Rate of the market itself; null when the venue states none. */
  readonly marketRate: number | null;
}

/** Taker rate of one market, or the reason why it is unknown. */
export type TakerRate =
  | (Pick<Extract<FeeRule, { kind: 'variance' }>, 'kind' | 'roundedUpToUsd'> & {
      readonly rate: number;
      /** Assumption behind the rate; absent: none. */
      readonly assumption?: string;
    })
  | { readonly kind: 'notional'; readonly rate: number }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Finds the rate of one market in its venue's fees. */
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
 * Finds the rate of a category. A market without a category could pay any listed rate, so its rate is known only when
 * all are equal.
 */
function findRateOfCategory(
  rule: Extract<FeeRule, { kind: 'variance' }>,
  category: string | null,
): number | null {
  if (category !== null) return rule.rates[category.toLowerCase()] ?? rule.otherwise;
  return Object.keys(rule.rates).length === 0 ? rule.otherwise : null;
}
