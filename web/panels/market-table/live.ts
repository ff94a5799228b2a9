import { microUsd } from '../../format/number.ts';
import { duration } from '../../format/time.ts';
import type { LiveQuotes } from '../../state/live-quotes.ts';
import { findSpread, type MarketRow } from '../market/model.ts';
import type { Column } from '../table/table-model.ts';
import { type Content, html, nothing } from '../view.ts';

/** Follows a row: returns it with the price of the stream where that is newer. */
function followRow(row: MarketRow, quotes: LiveQuotes): MarketRow {
  quotes.want(row.asset);
  const newest = quotes.findNewest(row.asset);
  if (newest === null || newest.receivedAt < row.at) return row;
  const { price, bid, ask, change24hPct, receivedAt } = newest;
  const touch =
    bid === null && ask === null
      ? {}
      : { bid, ask, spread: findSpread(bid, ask, row.unit), isImpact: row.isImpact && bid === row.bid };
  return {
    ...row,
    ...touch,
    last: price ?? row.last,
    change: change24hPct ?? row.change,
    at: receivedAt,
  };
}

/** Columns whose figures are those of the stream where they are newer. */
export const followColumns = (
  columns: readonly Column<MarketRow>[],
  quotes: LiveQuotes,
): readonly Column<MarketRow>[] =>
  columns.map((column) => ({ ...column, cell: (row) => column.cell(followRow(row, quotes)) }));

/** Whether the prices of a table are live, and why not: then they are those of the polls. */
export function liveWord(quotes: LiveQuotes): Content {
  const { value } = quotes.state;
  if (value === null) return nothing;
  switch (value.kind) {
    case 'live':
      return html`<span class="live-word" title="prices of /api/stream, ${quotes.carried.value} markets on one connection">● live</span>`;
    case 'connecting':
      return html`<span class="live-word muted">○ connecting</span>`;
    case 'paused':
      return html`<span class="live-word muted">○ paused while hidden</span>`;
    case 'reconnecting':
      return html`<span class="live-word warn" title=${value.reason}>▲ not live: reconnecting in ${duration(value.waitMs)}</span>`;
    case 'charged':
      return html`<button class="live-word" title="until then prices are polled" @click=${() => quotes.start()}>
        go live: ${microUsd(value.microUsd)} USD
      </button>`;
    case 'failed':
      return html`<span class="live-word warn" title=${value.message}>▲ polled, not live: ${value.message.split(/[:.;](?:\s|$)/)[0] ?? value.code}</span>`;
  }
}
