import type { BotOrder, GetBotStatusAnswer } from '../../../client/src/index.ts';
import { directed, dollars, fixed, MISSING } from '../../format/number.ts';
import { zoneName } from '../../format/time.ts';
import { getPriceUnit } from '../../format/venue.ts';
import { botStatus } from '../../state/bot.ts';
import { settings } from '../../state/settings.ts';
import { priceFigure } from '../figure.ts';
import { findName } from '../market/board.ts';
import { panel } from '../panel.ts';
import { type Column, rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing } from '../view.ts';
import { marketColumn, sideWord, timeColumn, venueColumn } from './columns.ts';

/** States of an order in words. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  reserved: 'not sent yet',
  submitted: 'sent, not confirmed',
  resting: 'rests at the venue',
  filled: 'filled',
  rejected: 'refused',
  cancelled: 'cancelled',
};

const SIDE: Column<BotOrder> = {
  id: 'side',
  title: 'Side',
  isText: true,
  width: 100,
  phoneWidth: 86,
  cell: ({ side, leg }) => html`${sideWord(side)}${leg === null ? '' : ` ${leg}`}`,
};
const SIZE: Column<BotOrder> = { id: 'size', title: 'Size', unit: 'USD', width: 104, cell: sizeWords };
const STATE: Column<BotOrder> = {
  id: 'state',
  title: 'State',
  isText: true,
  width: 150,
  cell: stateWords,
  sortBy: ({ state }) => state,
};
const WHY: Column<BotOrder> = {
  id: 'why',
  title: 'Why',
  isText: true,
  width: 180,
  cell: (order) => {
    const words = toWhy(order);
    return html`<span title=${words}>${words}</span>`;
  },
};

/** Orders that may still trade, each with the button that takes it back. */
const OPEN_ORDERS: StaticOptions<BotOrder> = {
  label: 'Open orders',
  columns: [
    marketColumn({ width: 180, phoneWidth: 110 }),
    timeColumn(
      ({ createdAt }) => createdAt,
      ({ clientOrderId }) => clientOrderId,
    ),
    venueColumn(),
    SIDE,
    SIZE,
    {
      id: 'limit',
      title: 'Limit',
      note: 'The price that the order does not go beyond.',
      width: 92,
      phoneWidth: 76,
      cell: ({ limitPrice, asset }) =>
        priceFigure(limitPrice, { unit: getPriceUnit(asset), whyNull: 'the order names none' }),
    },
    STATE,
    {
      id: 'cancel',
      title: 'Cancel',
      isText: true,
      width: 130,
      phoneWidth: 80,
      cell: (order) => {
        const name = `${order.side} ${findName(order.asset)}`;
        return html`<button aria-label="cancel ${name}" ?disabled=${order.cancelling} @click=${() => void cancel(order)}>${order.cancelling ? 'asked' : 'cancel'}</button
          > <button class="wide-only" aria-label="copy the command that cancels ${name}" @click=${() => void copyCurl(order)}>curl</button>`;
      },
    },
  ],
  rowClass: () => 'tall',
};

const cancelling = () => import('./cancel.ts');
const cancel = async (order: BotOrder) => (await cancelling()).cancelOrder(order);
const copyCurl = async (order: BotOrder) => (await cancelling()).copyCancel(order);

const ORDERS: StaticOptions<BotOrder> = {
  label: 'Orders',
  columns: [
    marketColumn({ width: 180, phoneWidth: 110 }),
    timeColumn(
      ({ createdAt }) => createdAt,
      ({ clientOrderId }) => clientOrderId,
    ),
    venueColumn(),
    SIDE,
    SIZE,
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
      id: 'paper',
      title: 'Against paper',
      unit: 'USD',
      note: 'What the venue was better or worse (below 0) than the book at the moment of sending, for the filled quantity and without fees.',
      width: 132,
      phoneWidth: 76,
      cell: paperWords,
      sortBy: ({ paper }) => paper?.differenceUsd ?? null,
    },
    { ...STATE, phoneWidth: 74 },
    WHY,
  ],
};

const EXIT_WORDS: { readonly [Rule in NonNullable<BotOrder['exit']>['rule']]: string } = {
  stopLossPct: 'stop of a loss',
  takeProfitPct: 'gain was taken',
  maxHoldMs: 'held for long enough',
  closeBeforeEndMs: 'its market ends',
  maxDailyLossUsd: 'loss of the day',
  close_all: 'everything was closed',
  close_first: 'closed before the stop',
};

/** Describes why an order was placed, and why it ended as it did. */
function toWhy({ reason, message, exit, source, fills }: BotOrder): string {
  const kind = source === 'account' ? fills[0]?.kind : undefined;
  const beyond =
    exit == null || exit.beyondUsd === null || exit.beyondUsd === 0
      ? ''
      : `${dollars(Math.abs(exit.beyondUsd))} USD ${exit.beyondUsd > 0 ? 'beyond' : 'better than'} its price`;
  return [
    kind === undefined ? '' : `${kind}, without an order`,
    exit == null ? '' : [EXIT_WORDS[exit.rule], beyond].filter((part) => part !== '').join(', '),
    reason?.replaceAll('_', ' ') ?? '',
    message ?? '',
  ]
    .filter((part) => part !== '')
    .join(': ');
}

function stateWords({ state, cancelling: isCancelling }: BotOrder): Content {
  const words = STATE_WORDS[state] ?? state;
  return isCancelling ? html`<span title=${words}>is being cancelled</span>` : words;
}

/** Shows how much better the venue was than paper, with the result on paper as its title. */
function paperWords({ paper, asset }: BotOrder): Content {
  if (paper === null) return html`<span class="missing" title="not filled on paper beside">${MISSING}</span>`;
  const { filledSize, avgPrice, differenceUsd } = paper;
  const price = avgPrice === null ? 'nothing' : `${fixed(filledSize, 4)} at ${avgPrice}`;
  const words = `on paper ${price} of ${findName(asset)}`;
  return html`<span title=${words}>${differenceUsd === null ? MISSING : directed(differenceUsd, fixed(Math.abs(differenceUsd), 4))}</span>`;
}

/** Dollars, or the order's other unit of size. */
function sizeWords({ sizeUsd, sizeShares }: BotOrder): Content {
  if (sizeUsd !== null) return dollars(sizeUsd);
  return sizeShares === null ? 'close' : html`${fixed(sizeShares, 2)} <span class="muted">shares</span>`;
}

/** Open orders, and the newest of all others. */
export const ordersPanel = (): Content =>
  panel<GetBotStatusAnswer>({
    title: 'Orders',
    unit: () => `the newest 50; ${zoneName(settings.value.zone)}`,
    width: 'full',
    isFlush: true,
    guide: 'bot#how-an-order-is-placed',
    call: botStatus,
    list: ({ recentOrders = [] }) => recentOrders,
    empty: ({ recentOrders = [] }) => (recentOrders.length === 0 ? 'This bot has sent no order yet.' : null),
    body: ({ recentOrders = [] }) => {
      const open = recentOrders.filter(isOpen);
      const ended = recentOrders.filter((order) => !isOpen(order));
      return html`${open.length === 0 ? nothing : rowTable(OPEN_ORDERS, open)}
        ${open.length === 0 || ended.length === 0 ? nothing : html`<h3 class="inset">Ended</h3>`}
        ${ended.length === 0 ? nothing : rowTable(ORDERS, ended)}`;
    },
  });

const isOpen = ({ state }: BotOrder): boolean =>
  state === 'resting' || state === 'submitted' || state === 'reserved';
