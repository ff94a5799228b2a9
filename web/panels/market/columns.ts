import { dayChangeFigure, distanceFigure, figure, priceFigure, VENUE_CHANGE } from '../figure.ts';
import type { Column } from '../table/table-model.ts';
import { tinted } from '../tint.ts';
import { type Content, html } from '../view.ts';
import type { MarketRow } from './model.ts';
import { lineColumn } from './sparkline.ts';

/** A price of a row in the unit of its class, tinted when it moves. */
export const priceCell =
  (field: 'last' | 'bid' | 'ask' | 'fair', whyNull?: string) =>
  (row: MarketRow): Content =>
    tinted(`${row.asset} ${field}`, row[field], priceFigure(row[field], { unit: row.unit, whyNull }));

const touchCell = (field: 'bid' | 'ask') => (row: MarketRow) =>
  row.isImpact
    ? html`<span class="muted" title="the price at which the venue's impact notional would be filled">${priceCell(field, 'no_touch')(row)}</span>`
    : priceCell(field, 'no_touch')(row);

/** Columns of every table of markets: price, change with its line, touch, spread, volume. */
export const PRICE_COLUMNS: readonly Column<MarketRow>[] = [
  {
    id: 'last',
    title: 'Last',
    width: 96,
    phoneWidth: 76,
    cell: priceCell('last'),
    sortBy: ({ last }) => last,
  },
  {
    id: 'change',
    title: '24 h',
    note: `What the price moved by in 24 hours: percent of perpetuals, points of probabilities. ${VENUE_CHANGE}`,
    width: 108,
    phoneWidth: 96,
    cell: ({ change, changeSource, unit }) =>
      dayChangeFigure(change, { unit, source: changeSource, whyNull: 'no_day_old_record' }),
    sortBy: ({ change }) => change,
  },
  lineColumn(({ asset }) => asset),
  { id: 'bid', title: 'Bid', width: 92, cell: touchCell('bid'), sortBy: ({ bid }) => bid },
  { id: 'ask', title: 'Ask', width: 92, cell: touchCell('ask'), sortBy: ({ ask }) => ask },
  {
    id: 'spread',
    title: 'Spread',
    note: 'Ask less bid: bps of perpetuals, points of probabilities.',
    width: 84,
    cell: ({ spread, unit }) => distanceFigure(spread, { unit, whyNull: 'no_touch' }),
    sortBy: ({ spread }) => spread,
  },
  {
    id: 'volume',
    title: 'Volume',
    unit: 'USD',
    note: 'Of 24 hours.',
    width: 104,
    cell: ({ volume24hUsd }) => figure('volume24hUsd', volume24hUsd, { whyNull: 'not_published' }),
    sortBy: ({ volume24hUsd }) => volume24hUsd,
  },
];
