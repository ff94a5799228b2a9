import type { GetBotStatusAnswer } from '../../../client/src/index.ts';
import { compact, count, dollars, fixed } from '../../format/number.ts';
import { getPriceUnit } from '../../format/venue.ts';
import { botStatus } from '../../state/bot.ts';
import { goTo } from '../../state/location.ts';
import { priceFigure } from '../figure.ts';
import { board } from '../market/board.ts';
import { splitNames } from '../market/name-parts.ts';
import { panel } from '../panel.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';
import { findName, gainFigure, marketColumn, venueColumn } from './columns.ts';

type Results = NonNullable<GetBotStatusAnswer['results']>;
type Position = Results['positions'][number];

/** Unrealised profit of a position: its value now less its cost. null: the market has no price. */
export function computeUnrealised(
  { size, avgPrice }: Pick<Position, 'size' | 'avgPrice'>,
  mark: number | null,
): number | null {
  return mark === null ? null : size * (mark - avgPrice);
}

const findMark = (asset: string): number | null => board.value.get(asset)?.last ?? null;
let parts: ReturnType<typeof splitNames> = new Map();

const POSITION_COLUMNS: readonly Column<Position>[] = [
  marketColumn({ width: 200, phoneWidth: 120 }, (name) => parts.get(name)),
  venueColumn(),
  {
    id: 'size',
    title: 'Size',
    note: 'Coins or shares; below 0 it is sold short.',
    width: 92,
    cell: ({ size }) => html`<span title=${size}>${compact(size)}</span>`,
    sortBy: ({ size }) => size,
  },
  {
    id: 'average',
    title: 'Average',
    width: 96,
    cell: ({ avgPrice, asset }) => priceFigure(avgPrice, { unit: getPriceUnit(asset) }),
    sortBy: ({ avgPrice }) => avgPrice,
  },
  {
    id: 'mark',
    title: 'Mark',
    note: 'The newest price of the market.',
    width: 96,
    phoneWidth: 84,
    cell: ({ asset }) =>
      priceFigure(findMark(asset), { unit: getPriceUnit(asset), whyNull: 'not in the feed' }),
    sortBy: ({ asset }) => findMark(asset),
  },
  {
    id: 'cost',
    title: 'Cost',
    unit: 'USD',
    width: 96,
    cell: ({ costUsd }) => dollars(costUsd),
    sortBy: ({ costUsd }) => costUsd,
  },
  {
    id: 'unrealised',
    title: 'Unrealised',
    unit: 'USD',
    note: 'At the mark, before fees.',
    width: 124,
    phoneWidth: 104,
    cell: (row) => gainFigure(computeUnrealised(row, findMark(row.asset)), 'the market has no price now'),
    sortBy: (row) => computeUnrealised(row, findMark(row.asset)),
  },
];

const POSITIONS: StaticOptions<Position> = {
  label: 'Positions',
  columns: POSITION_COLUMNS,
  onOpen: ({ asset }) => goTo(`/asset/${encodeURIComponent(asset)}`),
};

/** Open positions with their marks and unrealised profit, and the realised profit. */
export const positionsPanel = (): Content =>
  panel<GetBotStatusAnswer>({
    title: 'Positions',
    unit: 'in the current mode; USD',
    width: 'full',
    isFlush: true,
    guide: 'bot#positions-leaderboard-tape',
    call: botStatus,
    list: ({ results }) => results?.positions ?? [],
    empty: ({ results }) =>
      results === undefined || results.openPositions + results.closings === 0
        ? 'This bot has opened nothing yet.'
        : null,
    body: ({ results }) =>
      results === undefined ? nothing : html`${resultLine(results)}${positionTable(results)}`,
  });

function resultLine({ positions, openPositions, realizedPnlUsd, closings, winRate }: Results): Content {
  const open = positions.map((position) => computeUnrealised(position, findMark(position.asset)));
  const known = open.filter((value) => value !== null);
  const unrealised = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  const unmarked = open.length - known.length;
  return html`<p class="answer">
    <b>${gainFigure(realizedPnlUsd, '')} realised, ${gainFigure(unrealised, 'nothing is open with a price')} unrealised</b>
    <span class="muted">${count(openPositions)} open${unmarked === 0 ? '' : `, ${count(unmarked)} without a price`}; ${count(closings)} closed${winRate === null ? '' : `, ${fixed(winRate * 100, 0)} % of them with a gain`}.</span>
  </p>`;
}

function positionTable({ positions, openPositions }: Results): Content {
  if (positions.length === 0) return html`<p class="muted">Nothing is open.</p>`;
  parts = splitNames(positions.map(({ asset }) => findName(asset)));
  return html`${rowTable(POSITIONS, positions)}${openPositions > positions.length ? html`<p class="muted">The ${count(positions.length)} that cost most of ${count(openPositions)}.</p>` : nothing}`;
}
