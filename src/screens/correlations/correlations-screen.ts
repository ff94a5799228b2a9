import {
  type CorrelationInput,
  type CorrelationOptions,
  type Correlations,
  correlations,
  priceGrid,
} from '../../analytics/index.ts';
import { type AssetRef, HOUR_MS } from '../../domain/index.ts';
import type { HistoryStore } from '../../history/history-store.ts';
import { Slices } from '../../scheduling/slices.ts';
import { gridRecords } from './grid-records.ts';

/**
 * Correlations of the recorded prices of a few assets, in the order given.
 *
 * Series are read one after the other, and of each only what the grid can see is kept.
 */
export async function correlationsScreen(
  history: Pick<HistoryStore, 'read'>,
  refs: readonly AssetRef[],
  options: CorrelationOptions,
): Promise<Correlations> {
  const grid = priceGrid({ nowMs: options.nowMs, windowMs: options.windowHours * HOUR_MS });
  const slices = new Slices();
  const inputs: CorrelationInput[] = [];
  for (const ref of refs) {
    inputs.push({ asset: ref.asset, columns: await gridRecords(history, ref, { grid, slices }) });
  }
  return correlations(inputs, options);
}
