import { ratio } from '../numerics/finite.ts';
import { ulcerIndex } from '../risk/ulcer-index.ts';
import type { Series } from '../series/series.ts';
import { annualizedReturn } from './annualised.ts';

/**
 * Martin ratio: annualised return over the ulcer index.
 *
 * @returns null without returns or when the ulcer index is 0.
 *
 * Source: P. G. Martin and B. B. McCann, The Investor's Guide to Fidelity Funds, Wiley, 1989.
 */
export function martinRatio(series: Series, periodsPerYear: number | null): number | null {
  return ratio(annualizedReturn(series, periodsPerYear), ulcerIndex(series));
}
