import type { MarketRow } from '../market/model.ts';

type Placed = Pick<MarketRow, 'asset' | 'threshold'>;
/** An outcome that asks about a number. */
export type Ranged<T extends Placed> = T & { readonly threshold: NonNullable<MarketRow['threshold']> };

/** Ranges and strikes from low to high; null: not every outcome asks about a number. */
export function orderByThreshold<T extends Placed>(outcomes: readonly T[]): readonly Ranged<T>[] | null {
  const ranged = outcomes.filter((outcome): outcome is Ranged<T> => outcome.threshold !== null);
  if (ranged.length < 2 || ranged.length < outcomes.length) return null;
  return ranged.toSorted(
    (a, b) => startOf(a) - startOf(b) || endOf(a) - endOf(b) || (a.asset < b.asset ? -1 : 1),
  );
}

/** Finds the lower end of the range that an outcome asks about. */
export const startOf = ({ threshold: { test, strike } }: Ranged<Placed>): number =>
  test === 'below' ? Number.NEGATIVE_INFINITY : strike;

/** Finds the upper end of the range that an outcome asks about. */
export const endOf = ({ threshold: { test, strike, strikeHigh } }: Ranged<Placed>): number =>
  test === 'above' ? Number.POSITIVE_INFINITY : (strikeHigh ?? strike);
