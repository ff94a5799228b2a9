import type { RowChange } from '../books/day-batch.ts';
import type { HeardKey, NumberedMarket } from '../contract/tape-writer.ts';
import type { DayFileRows } from './day-file-rows.ts';

/** Market number in a row of trades that covers every market of a venue. */
const EVERY_MARKET = 0;

/** Applies changes of rows to a file, in order. @param toMarket Returns the market of the caller's number. */
export function applyRowChanges(
  rows: DayFileRows,
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

/** Ends every open span at the newest commit, when a process starts after one that was killed. */
export function endRows(rows: DayFileRows, newestMs: number | null): void {
  for (const table of ['span', 'heard'] as const) {
    for (const row of rows.all(`SELECT * FROM ${table} WHERE ended IS NULL`)) {
      const toMs = Number(row.to_ms ?? Math.max(newestMs ?? 0, Number(row.from_ms)));
      rows.end(table, row, toMs, 'restart');
    }
  }
}
