import type { BotOrder, GetBotStatusAnswer } from '../../client/src/index.ts';
import { dollars, fixed } from '../format/number.ts';
import { dayTime, zoneName } from '../format/time.ts';
import { getPriceUnit, venueTitle } from '../format/venue.ts';
import { botStatus } from '../state/bot.ts';
import { settings } from '../state/settings.ts';
import { board } from './board.ts';
import { priceFigure } from './figure.ts';
import { marketName } from './market-name.ts';
import { panel } from './panel.ts';
import { rowTable, type StaticOptions } from './table.ts';
import { type Content, html } from './view.ts';

/** States of an order in words. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  reserved: 'not sent yet',
  submitted: 'sent, not confirmed',
  resting: 'rests at the venue',
  filled: 'filled',
  rejected: 'refused',
  cancelled: 'cancelled',
};

const findName = (asset: string): string => board.value.get(asset)?.name ?? asset;

const ORDERS: StaticOptions<BotOrder> = {
  label: 'Orders',
  columns: [
    {
      id: 'name',
      title: 'Market',
      isName: true,
      width: 180,
      phoneWidth: 110,
      cell: ({ asset, venue }) => marketName({ asset, venue, name: findName(asset) }, undefined),
      sortBy: ({ asset }) => findName(asset),
    },
    {
      id: 'time',
      title: 'Time',
      isText: true,
      width: 140,
      cell: ({ createdAt, clientOrderId }) =>
        html`<span title=${clientOrderId}>${dayTime(createdAt, settings.value.zone)}</span>`,
      sortBy: ({ createdAt }) => createdAt,
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
      id: 'side',
      title: 'Side',
      isText: true,
      width: 100,
      phoneWidth: 86,
      cell: ({ side, leg }) =>
        html`${side === 'buy' ? html`<span class="up">▲ buy</span>` : html`<span class="down">▼ sell</span>`}${leg === null ? '' : ` ${leg}`}`,
    },
    { id: 'size', title: 'Size', unit: 'USD', width: 104, cell: sizeWords },
    {
      id: 'filled',
      title: 'Filled',
      unit: 'USD',
      width: 92,
      cell: ({ filledUsd }) => dollars(filledUsd),
      sortBy: ({ filledUsd }) => filledUsd,
    },
    {
      id: 'price',
      title: 'Price',
      width: 92,
      phoneWidth: 76,
      cell: ({ avgPrice, asset }) =>
        priceFigure(avgPrice, { unit: getPriceUnit(asset), whyNull: 'nothing was filled' }),
    },
    {
      id: 'state',
      title: 'State',
      isText: true,
      width: 150,
      phoneWidth: 74,
      cell: ({ state }) => STATE_WORDS[state] ?? state,
      sortBy: ({ state }) => state,
    },
    {
      id: 'why',
      title: 'Why',
      isText: true,
      width: 180,
      cell: ({ reason, message }) => {
        const words = [reason?.replaceAll('_', ' '), message]
          .filter((part) => part != null && part !== '')
          .join(': ');
        return html`<span title=${words}>${words}</span>`;
      },
    },
  ],
};

/** Dollars, or what the order is sized by instead. */
function sizeWords({ sizeUsd, sizeShares }: BotOrder): Content {
  if (sizeUsd !== null) return dollars(sizeUsd);
  return sizeShares === null ? 'close' : html`${fixed(sizeShares, 2)} <span class="muted">shares</span>`;
}

/** The newest orders, the open ones first. */
export const ordersPanel = (): Content =>
  panel<GetBotStatusAnswer>({
    title: 'Orders',
    unit: () => `the newest 50, open ones first; ${zoneName(settings.value.zone)}`,
    width: 'full',
    isFlush: true,
    call: botStatus,
    empty: ({ recentOrders = [] }) => (recentOrders.length === 0 ? 'This bot has sent no order yet.' : null),
    body: ({ recentOrders = [] }) =>
      rowTable(
        ORDERS,
        [...recentOrders].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a))),
      ),
  });

const isOpen = ({ state }: BotOrder): boolean =>
  state === 'resting' || state === 'submitted' || state === 'reserved';
