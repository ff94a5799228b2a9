import type { BinaryState } from '../domain/index.ts';
import { isFirm, type Link } from './link.ts';

/** Distance between the prices of two linked markets. */
export interface LinkDifference {
  /**
   * Distance from the mid of `a` to the mid of `b`, as a probability. For `opposite` markets, `b` is replaced by its
   * complement.
   */
  readonly mids: number;
  /**
   * The difference less half the spread of each side; above 0 the touches do not overlap. For `subset` and `superset`:
   * the bid of the narrow market less the ask of the wide one.
   */
  readonly beyondSpreads: number;
}

/**
 * Computes the difference of two markets; null when one of them has no price, and for `related` pairs, whose prices may
 * differ.
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

/** Computes the mid of a touch; when a side is empty, the last trade without a spread. */
function computeMiddle(
  state: BinaryState | null,
): { readonly mid: number; readonly halfSpread: number } | null {
  if (state === null) return null;
  const { bid, ask } = state;
  if (bid !== null && ask !== null) return { mid: (bid + ask) / 2, halfSpread: (ask - bid) / 2 };
  const { lastPrice } = state.ticker;
  return lastPrice === null ? null : { mid: lastPrice, halfSpread: 0 };
}
