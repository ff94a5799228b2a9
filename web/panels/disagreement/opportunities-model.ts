import type { SimulateArbitrageAnswer } from '../../../client/src/index.ts';

export type Opportunity = SimulateArbitrageAnswer['selected'][number];

/** The side at which Yes of a question costs more: a venue, or one side of a basis. */
export interface Dearer {
  readonly at: string;
  /** Difference in points; null of a basis. */
  readonly points: number | null;
}

/**
 * Finds the dearer side of two orders: Yes is bought where it is cheap, No where Yes is dear. null: there are not two.
 */
export function findDearer({
  type,
  legs,
  spread,
}: Pick<Opportunity, 'type' | 'legs' | 'spread'>): Dearer | null {
  if (type === 'perp-basis') return { at: legs[0]?.side === 'short' ? 'perpetual' : 'oracle', points: null };
  if (type !== 'yes-no' || legs.length !== 2) return null;
  const cheap = legs.find(({ side }) => side === 'yes');
  const dear = legs.find((leg) => leg !== cheap);
  return dear === undefined ? null : { at: dear.venue, points: spread * 100 };
}

export interface BestFilter {
  /** Whether only rows are shown of which at least one lot pays. */
  readonly isTradableOnly: boolean;
  /** Least profit of a year as a fraction; null: any, also none. */
  readonly leastYearFrac: number | null;
}

/**
 * Orders opportunities by what they earn in a year, largest first; behind them those without an end or with
 * less than an hour, by their profit.
 * Those of which nothing is known come apart, widest gross first, and pass no filter.
 */
export function orderBest(
  selected: readonly Opportunity[],
  { isTradableOnly, leastYearFrac }: BestFilter,
): { readonly known: readonly Opportunity[]; readonly unknown: readonly Opportunity[] } {
  const isShown = ({ best }: Opportunity): boolean => {
    if (best === null) return false;
    if (isTradableOnly && best.profitUsd <= 0) return false;
    return leastYearFrac === null || (best.annualisedFrac ?? Number.NEGATIVE_INFINITY) >= leastYearFrac;
  };
  const getYear = ({ best }: Opportunity) => best?.annualisedFrac ?? Number.NEGATIVE_INFINITY;
  const getProfit = ({ best }: Opportunity) => best?.profitUsd ?? 0;
  const known = selected.filter(isShown).sort((a, b) => {
    if (getYear(a) !== getYear(b)) return getYear(b) - getYear(a);
    return getProfit(b) - getProfit(a) || (a.id < b.id ? -1 : 1);
  });
  const isFiltered = isTradableOnly || leastYearFrac !== null;
  const unknown = isFiltered ? [] : selected.filter(({ best }) => best === null);
  return { known, unknown: unknown.toSorted((a, b) => b.edgePct - a.edgePct) };
}
