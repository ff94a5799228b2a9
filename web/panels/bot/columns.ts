import { directed, dollars, fixed, MISSING } from '../../format/number.ts';
import { dayTime } from '../../format/time.ts';
import { venueTitle } from '../../format/venue.ts';
import { settings } from '../../state/settings.ts';
import { findName } from '../market/board.ts';
import { marketName } from '../market/name.ts';
import type { NameParts } from '../market/name-parts.ts';
import type { Column } from '../table/table.ts';
import { type Content, html } from '../view.ts';

/*
 * Columns that the tables of a bot share: positions, orders, decisions and fills.
 */

interface TradedMarket {
  readonly asset: string;
  readonly venue: string;
}

/** Builds the column of a market. @param findParts Finds the parts that differ among the names of the table. */
export const marketColumn = <Row extends TradedMarket>(
  widths: { readonly width: number; readonly phoneWidth: number },
  findParts: (name: string) => NameParts | undefined = () => undefined,
): Column<Row> => ({
  id: 'name',
  title: 'Market',
  isName: true,
  ...widths,
  cell: ({ asset, venue }) => {
    const name = findName(asset);
    return marketName({ asset, venue, name }, findParts(name));
  },
  sortBy: ({ asset }) => findName(asset),
});

export const venueColumn = <Row extends TradedMarket>(): Column<Row> => ({
  id: 'venue',
  title: 'Venue',
  isText: true,
  width: 100,
  cell: ({ venue }) => venueTitle(venue),
  sortBy: ({ venue }) => venue,
});

/** Builds a column of a time. @param title Of a time, where one says more. */
export const timeColumn = <Row>(
  read: (row: Row) => number,
  title: (row: Row) => string = () => '',
): Column<Row> => ({
  id: 'time',
  title: 'Time',
  isText: true,
  width: 140,
  cell: (row) => html`<span title=${title(row)}>${dayTime(read(row), settings.value.zone)}</span>`,
  sortBy: read,
});

/** A side in shape and word: colour is never alone. */
export const sideWord = (side: 'buy' | 'sell'): Content =>
  side === 'buy' ? html`<span class="up">▲ buy</span>` : html`<span class="down">▼ sell</span>`;

/** A gain or loss in USD, with its sign and direction. */
export function gainFigure(value: number | null, whyNull: string): Content {
  if (value === null) return html`<span class="missing" title=${whyNull}>${MISSING}</span>`;
  const text = directed(value, dollars(value));
  const direction = text.startsWith('▲') ? 'up' : text.startsWith('▼') ? 'down' : '';
  return html`<span class=${direction} title=${value}>${text}</span>`;
}

/** Formats a size in coins or shares, to six digits and without zeros at its end: `0.0095`, `38.5`. */
export function sizeText(size: number): string {
  const [, decimals = ''] = Number(size.toPrecision(6))
    .toFixed(MAX_SIZE_DECIMALS)
    .replace(/0+$/, '')
    .split('.');
  return fixed(size, decimals.length);
}

const MAX_SIZE_DECIMALS = 8;
