import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FlowColumns, flowItem } from '../../analytics/index.ts';

/** Rows written in one turn of the event loop: a few milliseconds of work. */
const ROWS_PER_CHUNK = 4_096;

/**
 * The classified records as a JSON list.
 *
 * Fifty thousand of them would hold the event loop for as long as fifty milliseconds, so others get their turn
 * between the chunks. Nearly all of that is the digits of the running sums: they have as many as a double can.
 */
export async function flowSeriesJson(series: FlowColumns): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let from = 0; from < series.length; from += ROWS_PER_CHUNK) {
    if (from > 0) await nextTurn();
    const count = Math.min(ROWS_PER_CHUNK, series.length - from);
    const rows = JSON.stringify(Array.from({ length: count }, (_, i) => flowItem(series, from + i)));
    // Neighbouring lists become one: a comma takes the place of the bracket.
    const opening = from === 0 ? '[' : ',';
    chunks.push(Buffer.from(opening + rows.slice(1, -1), 'latin1'));
  }
  return Buffer.concat([...chunks, Buffer.from(series.length === 0 ? '[]' : ']')]);
}
