import { venueTitle } from '../../format/venue.ts';
import { basisFigure } from '../figure.ts';
import { PRICE_COLUMNS, priceCell, STATED_COLUMNS } from '../market/columns.ts';
import type { MarketRow } from '../market/model.ts';
import { marketName } from '../market/name.ts';
import { findInterval } from '../recording/lamps.ts';
import type { Column } from '../table/table-model.ts';
import { renderAge } from '../view.ts';
import { marketNameParts } from './listed.ts';

/** Columns of a table of any markets, each with all that the feed and the index say of it. */
export const MARKET_COLUMNS: readonly Column<MarketRow>[] = [
  {
    id: 'name',
    title: 'Market',
    isName: true,
    width: 220,
    cell: (row) => marketName(row, marketNameParts.value.get(row.name)),
    sortBy: ({ name }) => name,
  },
  {
    id: 'venue',
    title: 'Venue',
    isText: true,
    width: 92,
    cell: ({ venue }) => venueTitle(venue),
    sortBy: ({ venue }) => venue,
  },
  ...PRICE_COLUMNS,
  ...STATED_COLUMNS,
  {
    id: 'fair',
    title: 'Fair',
    note: 'Oracle price, or the median of the linked venues.',
    width: 88,
    cell: priceCell('fair', 'no_consensus'),
    sortBy: ({ fair }) => fair,
  },
  {
    id: 'basis',
    title: 'Basis',
    note: 'Last less fair value, positive where this venue is rich: bps of perpetuals, points of probabilities.',
    width: 96,
    cell: ({ basis, unit }) => basisFigure(basis, { unit, whyNull: 'there is no fair value' }),
    sortBy: ({ basis }) => basis,
  },
  {
    id: 'age',
    title: 'Age',
    width: 50,
    phoneWidth: 44,
    cell: ({ at, venue }) => renderAge(at, findInterval(venue)),
    sortBy: ({ at }) => at,
  },
];
