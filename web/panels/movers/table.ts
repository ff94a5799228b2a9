import { computed } from '@preact/signals-core';
import type { Mover } from '../../../client/src/index.ts';
import { directed, fixed, MISSING } from '../../format/number.ts';
import { getPriceUnit, venueTitle } from '../../format/venue.ts';
import { goTo } from '../../state/location.ts';
import { isPhone } from '../../state/settings.ts';
import { dayChangeFigure, priceFigure, VENUE_CHANGE } from '../figure.ts';
import { marketName } from '../market/name.ts';
import { splitNames } from '../market/name-parts.ts';
import { names } from '../market/names.ts';
import { lineColumn } from '../market/sparkline.ts';
import type { StaticOptions } from '../table/table.ts';
import type { Column } from '../table/table-model.ts';
import { html, nothing } from '../view.ts';
import { describeKnown, findName, getMove } from './known.ts';

/** A table of moves. @param getShown All moves of the page, in this table or not. */
export function moversTable({
  label,
  getShown,
  hasLogOdds,
}: {
  readonly label: string;
  readonly getShown: () => readonly Mover[];
  readonly hasLogOdds: boolean;
}): StaticOptions<Mover> {
  const columns = listColumns(getShown);
  return {
    label,
    columns: hasLogOdds ? columns.toSpliced(4, 0, LOG_ODDS) : columns,
    onOpen: ({ asset }) => goTo(`/asset/${encodeURIComponent(asset)}`),
  };
}

const nameParts = computed(() => splitNames([...names.value.values()].map(({ name }) => name)));

const listColumns = (getShown: () => readonly Mover[]): readonly Column<Mover>[] => [
  {
    id: 'name',
    title: 'market',
    isName: true,
    width: 150,
    cell: (mover) =>
      html`${marketName({ ...mover, name: findName(mover) }, nameParts.value.get(findName(mover)))}${isPhone.value ? html`<small class="why muted">${describeKnown(mover, getShown())}</small>` : nothing}`,
  },
  {
    id: 'venue',
    title: 'venue',
    isText: true,
    width: 92,
    isOptional: true,
    cell: ({ venue }) => venueTitle(venue),
  },
  {
    id: 'price',
    title: 'price',
    width: 84,
    phoneWidth: 76,
    cell: (mover) => priceFigure(mover.currentPrice, { unit: getUnit(mover), whyNull: 'no_price' }),
  },
  {
    id: 'change',
    title: '24 h',
    note: `Percent of perpetuals, points of probabilities: 2 % to 4 % is a rise by two points, and by 100 %. ${VENUE_CHANGE}`,
    width: 116,
    phoneWidth: 112,
    cell: (mover) =>
      html`<span title=${SOURCES[mover.source]}>${dayChangeFigure(getMove(mover), { unit: getUnit(mover), source: mover.source, whyNull: 'no_price' })}</span>`,
    sortBy: getMove,
  },
  lineColumn(({ asset }) => asset, 76),
  {
    id: 'why',
    title: 'known beside it',
    isText: true,
    width: 152,
    cell: (mover) =>
      html`<span class="why muted" title=${describeKnown(mover, getShown())}>${describeKnown(mover, getShown())}</span>`,
  },
];

const LOG_ODDS: Column<Mover> = {
  id: 'logOdds',
  title: 'log-odds',
  note: 'Change of ln(p / (1 − p)): 0.70 from 1 % to 2 %, 0.04 from 50 % to 51 %.',
  width: 84,
  cell: ({ changeLogOdds }) =>
    changeLogOdds === null
      ? html`<span class="missing" title="a price is 0 or 1">${MISSING}</span>`
      : html`<span title=${changeLogOdds}>${directed(changeLogOdds, fixed(changeLogOdds, 2))}</span>`,
  sortBy: ({ changeLogOdds }) => changeLogOdds,
};

const SOURCES: Readonly<Record<Mover['source'], string>> = {
  feed: "the venue's own figure",
  'store-delta': 'against the record of 24 hours ago',
  venue: "the venue's own figure, since our record is younger than a day",
};

const getUnit = ({ asset }: Mover) => getPriceUnit(asset);
