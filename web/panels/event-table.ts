import { MISSING } from '../format/number.ts';
import { venueTitle } from '../format/venue.ts';
import { goTo } from '../state/location.ts';
import type { Outcome } from './event-model.ts';
import { distanceFigure, figure, moveFigure, priceFigure } from './figure.ts';
import { marketName } from './market-name.ts';
import { splitNames } from './name-parts.ts';
import { type Column, rowTable, type StaticOptions } from './table.ts';
import { type Content, html, nothing } from './view.ts';

const PROBABILITY = { unit: 'probability' } as const;

let parts: ReturnType<typeof splitNames> = new Map();

/** Outcomes with a column for each venue that asks the same. */
export function outcomeTable(outcomes: readonly Outcome[], venues: readonly string[]): Content {
  parts = splitNames(outcomes.map(({ name }) => name));
  return rowTable(optionsFor(venues), outcomes);
}

/** The same options for the same venues: a table that is given others begins anew. */
const made = new Map<string, StaticOptions<Outcome>>();
function optionsFor(venues: readonly string[]): StaticOptions<Outcome> {
  const key = venues.join(' ');
  const options = made.get(key) ?? {
    label: 'Outcomes',
    columns: [...COLUMNS, ...venues.map(venueColumn)],
    onOpen: ({ asset }: Outcome) => goTo(`/asset/${encodeURIComponent(asset)}`),
    rowClass: ({ isGone }: Outcome) => (isGone ? 'dim' : ''),
  };
  made.set(key, options);
  return options;
}

const COLUMNS: readonly Column<Outcome>[] = [
  {
    id: 'name',
    title: 'Outcome',
    isName: true,
    width: 200,
    phoneWidth: 120,
    cell: (row) => marketName(row, parts.get(row.name)),
    sortBy: ({ name }) => name,
  },
  {
    id: 'last',
    title: 'Yes',
    width: 84,
    phoneWidth: 76,
    cell: ({ last }) => priceFigure(last, PROBABILITY),
    sortBy: ({ last }) => last,
  },
  {
    id: 'change',
    title: '24 h',
    width: 104,
    phoneWidth: 92,
    cell: ({ change }) => moveFigure(change, { ...PROBABILITY, whyNull: 'no_day_old_record' }),
    sortBy: ({ change }) => change,
  },
  {
    id: 'bid',
    title: 'Bid',
    width: 80,
    cell: ({ bid }) => priceFigure(bid, PROBABILITY),
    sortBy: ({ bid }) => bid,
  },
  {
    id: 'ask',
    title: 'Ask',
    width: 80,
    cell: ({ ask }) => priceFigure(ask, PROBABILITY),
    sortBy: ({ ask }) => ask,
  },
  {
    id: 'spread',
    title: 'Spread',
    width: 84,
    cell: ({ spread }) => distanceFigure(spread, { ...PROBABILITY, whyNull: 'no_touch' }),
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
  {
    id: 'status',
    title: 'Status',
    isText: true,
    width: 108,
    cell: ({ status, isGone }) => (isGone ? html`<span class="warn">▲ not listed</span>` : status),
    sortBy: ({ status }) => status,
  },
];

const venueColumn = (venue: string): Column<Outcome> => ({
  id: `at-${venue}`,
  title: venueTitle(venue),
  note: 'The same question there, priced on this Yes.',
  width: 124,
  cell: ({ linked }) => {
    const other = linked.find((each) => each.venue === venue);
    if (other === undefined) return html`<span class="missing" title="not linked there">${MISSING}</span>`;
    const { asset, price, isOpposite, isDisputed } = other;
    return html`<a href="/asset/${encodeURIComponent(asset)}" title="${asset}${isOpposite ? ', its No' : ''}">${priceFigure(price, PROBABILITY)}</a>${isDisputed ? html` <span class="warn" title="prices stand against the link">▲</span>` : nothing}`;
  },
  sortBy: ({ linked }) => linked.find((each) => each.venue === venue)?.price ?? null,
});
