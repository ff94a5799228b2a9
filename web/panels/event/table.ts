import { MISSING } from '../../format/number.ts';
import { venueTitle } from '../../format/venue.ts';
import { goTo } from '../../state/location.ts';
import { priceFigure } from '../figure.ts';
import { PRICE_COLUMNS } from '../market/columns.ts';
import { marketName } from '../market/name.ts';
import { splitNames } from '../market/name-parts.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';
import type { Outcome } from './model.ts';

let parts: ReturnType<typeof splitNames> = new Map();

/** Outcomes with a column for each venue that asks the same. */
export function outcomeTable(outcomes: readonly Outcome[], venues: readonly string[]): Content {
  parts = splitNames(outcomes.map(({ name }) => name));
  return rowTable(optionsFor(venues), outcomes);
}

/** The same options for the same venues: a table that is given other options starts over. */
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
  ...PRICE_COLUMNS,
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
    return html`<a href="/asset/${encodeURIComponent(asset)}" title="${asset}${isOpposite ? ', its No' : ''}">${priceFigure(price, { unit: 'probability' })}</a>${isDisputed ? html` <span class="warn" title="prices stand against the link">▲</span>` : nothing}`;
  },
  sortBy: ({ linked }) => linked.find((each) => each.venue === venue)?.price ?? null,
});
