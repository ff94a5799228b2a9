import type { BinaryState } from '../domain/index.ts';
import { isFirm, type Link } from './link.ts';

/** How far the prices of two linked listings are apart. */
export interface LinkDifference {
  /**
   * Distance from the mid of a to the mid of b, as a probability; of `opposite` listings b counts as its complement.
   */
  readonly mids: number;
  /**
   * The difference less half the spread of each side: above 0 the touches do not meet. Where a Yes of one makes
   * the other a Yes: by how much the narrow one is bid above the price of the wide one.
   */
  readonly beyondSpreads: number;
}

/**
 * Computes the difference of two markets; null where one of them has no price, and for `related` pairs, whose prices
 * need not agree.
 */
export function computeDifference(
  { a, b, relation }: Pick<Link, 'a' | 'b' | 'relation'>,
  find: (asset: string) => BinaryState | null,
): LinkDifference | null {
  const [one, other] = [computeMiddle(find(a)), computeMiddle(find(b))];
  if (relation === 'related' || one === null || other === null) return null;
  const mids = (relation === 'opposite' ? 1 - other.mid : other.mid) - one.mid;
  if (!isFirm(relation)) {
    const above = relation === 'subset' ? -mids : mids;
    return { mids, beyondSpreads: above - one.halfSpread - other.halfSpread };
  }
  return { mids, beyondSpreads: Math.abs(mids) - one.halfSpread - other.halfSpread };
}

/** The mid of a touch; the last trade, without a spread, where a side is empty. */
function computeMiddle(
  state: BinaryState | null,
): { readonly mid: number; readonly halfSpread: number } | null {
  if (state === null) return null;
  const { bid, ask } = state;
  if (bid !== null && ask !== null) return { mid: (bid + ask) / 2, halfSpread: (ask - bid) / 2 };
  const { lastPrice } = state.ticker;
  return lastPrice === null ? null : { mid: lastPrice, halfSpread: 0 };
}
