import { type FlowColumns, flowItem } from '../../analytics/index.ts';

/**
 * Formats classified records from one index up to another as JSON, each preceded by a comma. Nearly all of the time
 * goes into the digits of the running sums, which have as many digits as a double can.
 */
export function formatFlowRows(series: FlowColumns, from: number, to: number): Buffer {
  const rows = JSON.stringify(Array.from({ length: to - from }, (_, i) => flowItem(series, from + i)));
  return Buffer.from(`,${rows.slice(1, -1)}`, 'latin1');
}
