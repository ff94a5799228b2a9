import { ratio } from '../numerics/finite.ts';
import type { Series } from '../series/series.ts';

/**
 * Omega ratio at threshold 0: the sum of the gains over the sum of the losses.
 *
 * @returns 1 when all returns are 0; null without returns, and with gains but no losses.
 *
 * Source: C. Keating and W. F. Shadwick, A universal performance measure, 2002.
 */
export function omega(series: Series): number | null {
  if (series.count === 0) return null;
  const { gains, losses } = series.gainsAndLosses;
  if (losses === 0) return gains === 0 ? 1 : null;
  return ratio(gains, losses);
}
