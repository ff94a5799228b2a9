import { fixed } from '../../format/number.ts';
import { age, isoTime } from '../../format/time.ts';
import { now } from '../../state/clock.ts';
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
    width: 88,
    phoneWidth: 84,
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
  { id: 'bid', title: 'Bid', width: 88, cell: touchCell('bid'), sortBy: ({ bid }) => bid },
  { id: 'ask', title: 'Ask', width: 88, cell: touchCell('ask'), sortBy: ({ ask }) => ask },
  {
    id: 'spread',
    title: 'Spread',
    note: 'Ask less bid: bps of perpetuals, points of probabilities.',
    width: 74,
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

/** Columns that venues state of a market beside its price; the class decides which of them are shown at first. */
export const STATED_COLUMNS: readonly Column<MarketRow>[] = [
  {
    id: 'interest',
    title: 'Open int.',
    unit: 'USD',
    note: 'Open interest: contracts that are held.',
    width: 106,
    cell: ({ openInterestUsd }) => figure('openInterestUsd', openInterestUsd, { whyNull: 'not_published' }),
    sortBy: ({ openInterestUsd }) => openInterestUsd,
  },
  {
    id: 'liquidity',
    title: 'Liquidity',
    unit: 'USD',
    note: 'Resting in the book, as the venue counts it.',
    width: 96,
    isOptional: true,
    cell: ({ liquidityUsd, unit }) =>
      figure('liquidityUsd', liquidityUsd, { whyNull: unit === 'usd' ? 'not_applicable' : 'not_published' }),
    sortBy: ({ liquidityUsd }) => liquidityUsd,
  },
  {
    id: 'ends',
    title: 'Ends in',
    note: 'Until it is due to be decided, or its trading ends.',
    width: 72,
    cell: ({ endMs, unit }) => endCell(endMs, unit === 'usd' ? 'not_applicable' : 'no_end'),
    sortBy: ({ endMs }) => endMs,
  },
  {
    id: 'funding',
    title: 'Funding',
    unit: '%',
    note: 'Of the running hour, in percent of notional; positive where longs pay.',
    width: 88,
    isOptional: true,
    cell: ({ fundingHourly, unit }) =>
      fundingCell(fundingHourly, unit === 'usd' ? 'not_published' : 'not_applicable'),
    sortBy: ({ fundingHourly }) => fundingHourly,
  },
  {
    id: 'leverage',
    title: 'Leverage',
    note: 'The highest that the venue allows.',
    width: 80,
    isOptional: true,
    cell: ({ maxLeverage, unit }) =>
      maxLeverage === null ? missing(unit === 'usd' ? 'not_published' : 'not_applicable') : `${maxLeverage}x`,
    sortBy: ({ maxLeverage }) => maxLeverage,
  },
];

const missing = (why: string): Content => figure('value', null, { whyNull: why });

function endCell(endMs: number | null, why: string): Content {
  const nowMs = now.peek();
  if (endMs === null || nowMs === null) return missing(why);
  return endMs < nowMs
    ? html`<span class="muted" title=${isoTime(endMs)}>past</span>`
    : html`<span title=${isoTime(endMs)}>${age(endMs - nowMs)}</span>`;
}

function fundingCell(hourly: number | null, why: string): Content {
  if (hourly === null) return missing(why);
  const sign = hourly > 0 ? '+' : '';
  return html`<span title=${`${fixed(hourly * 876_000, 1)} % a year, not compounded`}>${sign}${fixed(hourly * 100, 4)}</span>`;
}
