import {
  type CorrelationInput,
  type CorrelationOptions,
  type Correlations,
  correlations,
  priceGrid,
} from '../../analytics/index.ts';
import { HOUR_MS, type SeriesRef } from '../../domain/index.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { Slices } from '../../scheduling/slices.ts';
import { readGridRecords } from './grid-records.ts';

/**
 * Computes the correlations of the recorded prices of a few assets, in the order given.
 *
 * Only the records that the grid can use are kept of each series.
 */
export async function answerCorrelations(
  history: Pick<HistoryReader, 'read' | 'readMany'>,
  refs: readonly SeriesRef[],
  options: CorrelationOptions,
): Promise<Correlations> {
  const grid = priceGrid({ nowMs: options.nowMs, windowMs: options.windowHours * HOUR_MS });
  const slices = new Slices();
  const columns = await readGridRecords(history, refs, { grid, slices });
  const inputs = refs.map(({ asset }, i): CorrelationInput => ({ asset, columns: columns[i]! }));
  return correlations(inputs, options);
}
