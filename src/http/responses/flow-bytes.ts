import { type FlowColumns, flowItem } from '../../analytics/index.ts';

/**
 * Classified records from one place up to another as JSON, each with a comma before it. Nearly all of the time is
 * the digits of the running sums: they have as many as a double can.
 */
export function formatFlowRows(series: FlowColumns, from: number, to: number): Buffer {
  const rows = JSON.stringify(Array.from({ length: to - from }, (_, i) => flowItem(series, from + i)));
  return Buffer.from(`,${rows.slice(1, -1)}`, 'latin1');
}
