import { toFiniteOrNull } from '../numerics/finite.ts';
import type { Series } from '../series/series.ts';

/**
 * Ulcer index: the root mean square of the drawdown from the running peak, over all bars.
 *
 * @returns A fraction (0.05 means 5 %), or null without bars.
 *
 * Source: P. G. Martin and B. B. McCann, The Investor's Guide to Fidelity Funds, Wiley, 1989. They work in
 * percent.
 */
export function ulcerIndex({ drawdowns }: Series): number | null {
  if (drawdowns.length === 0) return null;
  let squares = 0;
  for (let i = 0; i < drawdowns.length; i++) squares += drawdowns[i]! * drawdowns[i]!;
  return toFiniteOrNull(Math.sqrt(squares / drawdowns.length));
}
