import type { SimulateArbitrageAnswer } from '../../../client/src/index.ts';

export type Opportunity = SimulateArbitrageAnswer['selected'][number];

/** The side at which Yes of a question costs more: a venue, or one side of a basis. */
export interface Dearer {
  readonly at: string;
  /** By how many points; null of a basis. */
  readonly points: number | null;
}

/** The dearer side of two orders: Yes is bought where it is cheap, No where Yes is dear. null: there are not two. */
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

/** Orders opportunities by profit after books and fees, largest first; those without a net apart, widest gross first. */
export function orderNet(
  selected: readonly Opportunity[],
  isTradableOnly: boolean,
): { readonly withNet: readonly Opportunity[]; readonly without: readonly Opportunity[] } {
  const withNet = selected
    .filter(({ net }) => net !== null && (!isTradableOnly || net.profitUsd > 0))
    .sort((a, b) => (b.net?.profitUsd ?? 0) - (a.net?.profitUsd ?? 0) || (a.id < b.id ? -1 : 1));
  const without = isTradableOnly ? [] : selected.filter(({ net }) => net === null);
  return { withNet, without: [...without].sort((a, b) => b.edgePct - a.edgePct) };
}
