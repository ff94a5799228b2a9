import type { BotDecision, GetBotStatusAnswer } from '../../client/src/index.ts';
import { reasonText } from '../format/field.ts';
import { compact, count, directed, dollars, fixed, MISSING } from '../format/number.ts';
import { dayTime, zoneName } from '../format/time.ts';
import { getPriceUnit, venueTitle } from '../format/venue.ts';
import { botStatus } from '../state/bot.ts';
import { goTo } from '../state/location.ts';
import { settings } from '../state/settings.ts';
import { board } from './board.ts';
import { priceFigure } from './figure.ts';
import { marketName } from './market-name.ts';
import { splitNames } from './name-parts.ts';
import { panel } from './panel.ts';
import { type Column, rowTable, type StaticOptions } from './table.ts';
import { type Content, html, nothing } from './view.ts';

type Results = NonNullable<GetBotStatusAnswer['results']>;
type Position = Results['positions'][number];

/** What a position would bring now, less what it cost. null: the market has no price. */
export function computeUnrealised(
  { size, avgPrice }: Pick<Position, 'size' | 'avgPrice'>,
  mark: number | null,
): number | null {
  return mark === null ? null : size * (mark - avgPrice);
}

const findMark = (asset: string): number | null => board.value.get(asset)?.last ?? null;
const findName = (asset: string): string => board.value.get(asset)?.name ?? asset;

let parts: ReturnType<typeof splitNames> = new Map();

/** A gain or loss in USD, with its sign and direction. */
function gain(value: number | null, whyNull: string): Content {
  if (value === null) return html`<span class="missing" title=${whyNull}>${MISSING}</span>`;
  const text = directed(value, dollars(value));
  const direction = text.startsWith('▲') ? 'up' : text.startsWith('▼') ? 'down' : '';
  return html`<span class=${direction} title=${value}>${text}</span>`;
}

const POSITION_COLUMNS: readonly Column<Position>[] = [
  {
    id: 'name',
    title: 'Market',
    isName: true,
    width: 200,
    phoneWidth: 120,
    cell: ({ asset, venue }) =>
      marketName({ asset, venue, name: findName(asset) }, parts.get(findName(asset))),
    sortBy: ({ asset }) => findName(asset),
  },
  {
    id: 'venue',
    title: 'Venue',
    isText: true,
    width: 100,
    cell: ({ venue }) => venueTitle(venue),
    sortBy: ({ venue }) => venue,
  },
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
    cell: (row) => gain(computeUnrealised(row, findMark(row.asset)), 'the market has no price now'),
    sortBy: (row) => computeUnrealised(row, findMark(row.asset)),
  },
];

const POSITIONS: StaticOptions<Position> = {
  label: 'Positions',
  columns: POSITION_COLUMNS,
  onOpen: ({ asset }) => goTo(`/asset/${encodeURIComponent(asset)}`),
};

/** What is open with its mark, what it has gained, and what was gained before. */
export const positionsPanel = (): Content =>
  panel<GetBotStatusAnswer>({
    title: 'Positions',
    unit: 'in the current mode; USD',
    width: 'full',
    isFlush: true,
    call: botStatus,
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
    <b>${gain(realizedPnlUsd, '')} realised, ${gain(unrealised, 'nothing is open with a price')} unrealised</b>
    <span class="muted">${count(openPositions)} open${unmarked === 0 ? '' : `, ${count(unmarked)} without a price`}; ${count(closings)} closed${winRate === null ? '' : `, ${fixed(winRate * 100, 0)} % of them with a gain`}.</span>
  </p>`;
}

function positionTable({ positions, openPositions }: Results): Content {
  if (positions.length === 0) return html`<p class="muted">Nothing is open.</p>`;
  parts = splitNames(positions.map(({ asset }) => findName(asset)));
  return html`${rowTable(POSITIONS, positions)}${openPositions > positions.length ? html`<p class="muted">The ${count(positions.length)} that cost most of ${count(openPositions)}.</p>` : nothing}`;
}

const ACTIONS = { hold: 'held', open: 'opened', close: 'closed' } as const;

const DECISIONS: StaticOptions<BotDecision> = {
  label: 'Decisions',
  columns: [
    {
      id: 'name',
      title: 'Market',
      isName: true,
      width: 180,
      phoneWidth: 110,
      cell: ({ asset, venue }) => marketName({ asset, venue, name: findName(asset) }, undefined),
    },
    {
      id: 't',
      title: 'Time',
      isText: true,
      width: 140,
      cell: ({ t }) => dayTime(t, settings.value.zone),
      sortBy: ({ t }) => t,
    },
    {
      id: 'signal',
      title: 'Signal',
      isText: true,
      width: 130,
      cell: ({ direction, confidence }) =>
        direction === null
          ? MISSING
          : `${direction.toLowerCase()}${confidence === null ? '' : ` ${fixed(confidence, 2)}`}`,
    },
    {
      id: 'did',
      title: 'Did',
      isText: true,
      width: 130,
      phoneWidth: 76,
      cell: ({ action, side }) => `${ACTIONS[action]}${side === null ? '' : `, ${side}`}`,
    },
    {
      id: 'price',
      title: 'Price',
      width: 92,
      cell: ({ price, asset }) =>
        priceFigure(price, { unit: getPriceUnit(asset), whyNull: 'the market has none' }),
    },
    {
      id: 'size',
      title: 'Size',
      unit: 'USD',
      width: 88,
      cell: ({ sizeUsd }) => (sizeUsd === null ? MISSING : dollars(sizeUsd)),
    },
    {
      id: 'why',
      title: 'Why, or what came of it',
      isText: true,
      width: 260,
      phoneWidth: 150,
      cell: ({ reason, status }) => {
        const words = reason === null ? (status ?? '').replaceAll('_', ' ') : reasonText(reason);
        return html`<span title=${reason ?? status ?? ''}>${words}</span>`;
      },
    },
  ],
};

const DECISIONS_SHOWN = 50;

/** What the engine did for the bot, and why it did nothing. */
export const decisionsPanel = (): Content =>
  panel<GetBotStatusAnswer>({
    title: 'Decisions of the engine',
    unit: () => `the newest ${DECISIONS_SHOWN}, ${zoneName(settings.value.zone)}`,
    width: 'full',
    isFlush: true,
    call: botStatus,
    empty: ({ engine, config, system }) => {
      if ((engine?.decisions ?? []).length > 0) return null;
      if (!system.engineLoop)
        return 'The engine of this service is off: it decides nothing. Its operator turns it on with CROSSTAPE_BOT_ENGINE=on.';
      return config?.enabled === true
        ? 'The engine has decided nothing yet.'
        : 'This bot does not trade on its own.';
    },
    body: ({ engine }) => rowTable(DECISIONS, (engine?.decisions ?? []).slice(0, DECISIONS_SHOWN)),
  });
