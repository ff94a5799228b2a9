import type { GetBotStatusAnswer, OpenPosition } from '../../../client/src/index.ts';
import { count, dollars, fixed } from '../../format/number.ts';
import { getPriceUnit, venueTitle } from '../../format/venue.ts';
import { botStatus } from '../../state/bot.ts';
import { goTo } from '../../state/location.ts';
import { priceFigure } from '../figure.ts';
import { findName } from '../market/board.ts';
import { splitNames } from '../market/name-parts.ts';
import { panel } from '../panel.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing, renderAge } from '../view.ts';
import { gainFigure, marketColumn, sizeText, venueColumn } from './columns.ts';
import { differenceList, differenceWord } from './differences.ts';

const NO_EXIT = 'nobody takes it now: the market is silent, halted or has no other side';
let parts: ReturnType<typeof splitNames> = new Map();

const MARKET = marketColumn<OpenPosition>({ width: 150, phoneWidth: 110 }, (name) => parts.get(name));
const EXIT: Column<OpenPosition> = {
  id: 'exit',
  title: 'Exit price',
  note: 'What one gets for it now: the bid of what is held, the ask of what was sold short.',
  width: 88,
  cell: ({ exitPrice, asset }) => priceFigure(exitPrice, { unit: getPriceUnit(asset), whyNull: NO_EXIT }),
  sortBy: ({ exitPrice }) => exitPrice,
};
const WORTH: readonly Column<OpenPosition>[] = [
  {
    id: 'unrealised',
    title: 'Unrealised',
    unit: 'USD',
    note: 'At the exit price, before fees.',
    width: 120,
    phoneWidth: 104,
    cell: ({ unrealizedUsd }) => gainFigure(unrealizedUsd, NO_EXIT),
    sortBy: ({ unrealizedUsd }) => unrealizedUsd,
  },
  {
    id: 'average',
    title: 'Average',
    width: 92,
    cell: ({ avgPrice, asset }) =>
      priceFigure(avgPrice, { unit: getPriceUnit(asset), whyNull: 'the bot has recorded nothing' }),
    sortBy: ({ avgPrice }) => avgPrice,
  },
  {
    id: 'cost',
    title: 'Cost',
    unit: 'USD',
    width: 92,
    cell: ({ costUsd }) => dollars(costUsd),
    sortBy: ({ costUsd }) => costUsd,
  },
];

const sizeColumn = (title: string, note: string): Column<OpenPosition> => ({
  id: 'size',
  title,
  note,
  width: 88,
  cell: ({ size }) => html`<span title=${size}>${sizeText(size)}</span>`,
  sortBy: ({ size }) => size,
});

const openAsset = ({ asset }: OpenPosition) => goTo(`/asset/${encodeURIComponent(asset)}`);

/** Table of a paper account, which has one holding: the result of the bot's own fills. */
const PAPER: StaticOptions<OpenPosition> = {
  label: 'Positions',
  columns: [
    MARKET,
    venueColumn(),
    sizeColumn('Size', 'Coins or shares; below 0 it is sold short.'),
    // A phone has room for it where no difference stands beside.
    { ...EXIT, phoneWidth: 84 },
    ...WORTH,
  ],
  onOpen: openAsset,
};

const LIVE: StaticOptions<OpenPosition> = {
  label: 'Positions and holdings',
  columns: [
    MARKET,
    venueColumn(),
    sizeColumn('Ours', "Coins or shares by the bot's record; below 0 it is sold short."),
    {
      id: 'account',
      title: 'Venue holds',
      note: 'What the account holds; of binaries, Yes less No.',
      width: 92,
      cell: ({ account }) =>
        account === null
          ? html`<span class="missing" title="the account was not read yet">–</span>`
          : html`<span title=${account.size}>${sizeText(account.size)}</span>`,
      sortBy: ({ account }) => account?.size ?? null,
    },
    {
      id: 'difference',
      title: 'Difference',
      note: "The account less the records of all the owner's bots.",
      width: 96,
      phoneWidth: 92,
      cell: differenceWord,
      sortBy: ({ difference }) => difference,
    },
    EXIT,
    ...WORTH,
    {
      id: 'read',
      title: 'Read',
      note: 'When the account was read.',
      width: 64,
      cell: ({ account }) => renderAge(account?.checkedAt ?? null),
      sortBy: ({ account }) => account?.checkedAt ?? null,
    },
  ],
  onOpen: openAsset,
};

/** Open positions: what the bot records and what its accounts hold, at the prices that they could be closed at. */
export const positionsPanel = (): Content =>
  panel<GetBotStatusAnswer>({
    title: 'Positions',
    unit: 'in the current mode; USD',
    width: 'full',
    isFlush: true,
    guide: 'bot#what-the-venue-holds',
    call: botStatus,
    list: ({ positions }) => positions ?? [],
    empty: ({ results, positions = [] }) =>
      (results === undefined || results.openPositions + results.closings === 0) && positions.length === 0
        ? 'This bot has opened nothing yet.'
        : null,
    body: (status) =>
      html`${resultLine(status)}${differenceList(status.positions ?? [])}${positionTable(status)}`,
  });

function resultLine({ results, equity, positions = [] }: GetBotStatusAnswer): Content {
  if (results === undefined || equity === undefined) return nothing;
  const { openPositions, closings, winRate } = results;
  const unpriced = positions.filter(({ size, exitPrice }) => size !== 0 && exitPrice === null).length;
  return html`<p class="answer">
    <b>${gainFigure(equity.realizedUsd, '')} realised, ${gainFigure(equity.unrealizedUsd, NO_EXIT)} unrealised</b>
    <span class="muted">${count(openPositions)} open${unpriced === 0 ? '' : `, ${count(unpriced)} without a price to leave at`}; ${count(closings)} closed${winRate === null ? '' : `, ${fixed(winRate * 100, 0)} % of them with a gain`}.</span>
  </p>`;
}

function positionTable({ positions = [], results, system }: GetBotStatusAnswer): Content {
  if (positions.length === 0) return html`<p class="muted">Nothing is open.</p>`;
  parts = splitNames(positions.map(({ asset }) => findName(asset)));
  const open = results?.openPositions ?? 0;
  return html`${rowTable(system.execMode === 'live' ? LIVE : PAPER, positions)}
    ${open > positions.length ? html`<p class="muted">The ${count(positions.length)} that cost most of ${count(open)}.</p>` : nothing}
    ${positions.map(redeemableLine)}`;
}

function redeemableLine({ redeemableUsd, asset, venue }: OpenPosition): Content {
  if (redeemableUsd === null) return nothing;
  return html`<p class="warn">▲ ${dollars(redeemableUsd)} USD of ${findName(asset)} wait at ${venueTitle(venue)}: redeem them there.</p>`;
}
