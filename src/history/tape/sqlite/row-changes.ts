import type { RowChange } from '../books/day-batch.ts';
import type { HeardKey, NumberedMarket } from '../contract/tape-writer.ts';
import type { DayRows } from './day-rows.ts';

/** Trades of every market of a venue. */
const EVERY_MARKET = 0;

/** Changes rows of a file, in their order. @param toMarket Market of a number of the caller. */
export function applyRowChanges(
  rows: DayRows,
  changes: readonly RowChange[],
  toMarket: (number: number) => NumberedMarket,
): void {
  const number = (market: number) => rows.number(toMarket(market));
  const heard = ({ venue, market }: HeardKey) => ({
    venue,
    market: market === null ? EVERY_MARKET : number(market),
  });
  for (const change of changes) {
    switch (change.kind) {
      case 'openSpan':
        rows.add('span', {
          market: number(change.market),
          from_ms: change.fromMs,
          to_ms: null,
          every_ms: change.everyMs,
          depth: change.depth,
          opened: change.opened,
          ended: null,
        });
        break;
      case 'endSpan':
        rows.endSpan(number(change.market), change.toMs, change.ended);
        break;
      case 'resync':
        rows.add('resync', {
          market: number(change.market),
          from_ms: change.fromMs,
          to_ms: change.toMs,
          changes: change.changes,
        });
        break;
      case 'openHeard':
        rows.add('heard', {
          ...heard(change.key),
          from_ms: change.fromMs,
          to_ms: change.toMs,
          opened: change.opened,
          ended: change.ended ?? null,
        });
        break;
      case 'endHeard':
        rows.endHeard(heard(change.key), change.toMs, change.ended);
        break;
      case 'extendHeard':
        rows.extendHeard(heard(change.key), change.toMs);
        break;
      case 'unsettled':
        rows.add('unsettled', { market: number(change.market), id: change.id, seen_ms: change.seenMs });
        break;
      case 'checked':
        rows.add('checked', { market: number(change.market), to_ms: change.toMs });
        break;
    }
  }
}

/** Ends every row that lasts, as a start does after a stop that ended none: where everything was on the disk. */
export function endRows(rows: DayRows, newestMs: number | null): void {
  for (const table of ['span', 'heard'] as const) {
    for (const row of rows.all(`SELECT * FROM ${table} WHERE ended IS NULL`)) {
      const toMs = Number(row.to_ms ?? Math.max(newestMs ?? 0, Number(row.from_ms)));
      rows.end(table, row, toMs, 'restart');
    }
  }
}
