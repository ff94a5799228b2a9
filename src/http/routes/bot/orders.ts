import { Type } from 'typebox';
import type { OrderFilter } from '../../../bot/journal/rows.ts';
import { ORDER_STATES } from '../../../bot/orders/order.ts';
import { findAssetRef } from '../../../domain/index.ts';
import { requireKey } from '../../access/key-holder.ts';
import { csvAnswer } from '../../heavy/raw-answer.ts';
import { botCursorParam, requireOrder, spanParams } from '../../parameters/bot-pages.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { pageLimit } from '../../parameters/key-members.ts';
import { Answer } from '../../responses/answer.ts';
import { buildAttachmentHeaders } from '../../responses/csv.ts';
import { refuseParameter } from '../../responses/errors.ts';
import { buildPageHeaders, readPageSearch } from '../../responses/page-headers.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { execModeField, orderSchema } from '../../shapes/order.ts';
import { toOrderBody } from '../../shapes/order-body.ts';
import type { BotRouteOptions } from './bot-options.ts';
import { formatOrderRow, ORDER_COLUMNS } from './shapes/order-csv.ts';

const WANTED_STATES = [...ORDER_STATES, 'open'] as const;
const KEY_FAILURES = ['validation_failed', 'missing_api_key', 'invalid_api_key', 'rate_limited'] as const;

/** GET /api/bot/orders and its .csv: the orders of the caller's bot in the current mode, in pages. */
export const registerOrders: Registration<BotRouteOptions> = (app, { bot }) => {
  app.get(
    '/api/bot/orders',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getBotOrders',
        summary: 'Orders of the bot',
        description:
          'Orders of the current execution mode, newest first; `nextCursor` leads to older ones, and no order is shown twice. Costs no credits.',
        tags: ['bot'],
        querystring: ordersQuery(),
        response: {
          200: s.object('Orders.', {
            ok: s.okTrue(),
            execMode: execModeField(),
            orders: s.array('Orders, newest first.', orderSchema()),
            truncated: s.bool('Whether older orders follow.', false),
            total: s.nullable(s.int('Orders of all pages.', 7), 'there are more than 10,000'),
            nextCursor: s.nextCursorField('WyJib3Qtb3JkZXIiLDEsIm9yZF8xIl0', 'the page of older orders'),
          }),
          ...s.failures(...KEY_FAILURES),
        },
      },
    },
    async (request) => {
      const { botId } = requireKey(request);
      const { orders, total, nextCursor } = await readOrders(botId, request.query);
      const halt = await bot.killSwitch.read(botId);
      return {
        ok: true as const,
        execMode: bot.mode,
        orders: orders.map((order) => toOrderBody(order, { halt, mode: bot.mode })),
        truncated: nextCursor !== null,
        total,
        nextCursor,
      };
    },
  );

  app.get(
    '/api/bot/orders.csv',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getBotOrdersCsv',
        summary: 'Orders of the bot as CSV',
        description:
          'A row for each order, newest first; a field that is not known is empty. X-Truncated says whether older orders follow; X-Next-Cursor and Link lead to them.',
        tags: ['bot'],
        produces: ['text/csv'],
        querystring: ordersQuery(),
        response: {
          200: csvAnswer('CSV as in RFC 4180; rows end with CRLF.', `${ORDER_COLUMNS.join(',')}\r\n`),
          ...s.failures(...KEY_FAILURES),
        },
      },
    },
    async (request) => {
      const { botId } = requireKey(request);
      const { orders, nextCursor } = await readOrders(botId, request.query);
      const halt = await bot.killSwitch.read(botId);
      const rows = orders.map((order) => formatOrderRow(toOrderBody(order, { halt, mode: bot.mode })));
      return new Answer(`${ORDER_COLUMNS.join(',')}\r\n${rows.join('')}`, {
        contentType: 'text/csv; charset=utf-8',
        headers: {
          ...buildAttachmentHeaders('orders.csv'),
          ...buildPageHeaders({ cursor: nextCursor, search: readPageSearch(request.url) }),
        },
      });
    },
  );

  async function readOrders(botId: string, { asset, state, from, to, limit, cursor }: OrdersQuery) {
    requireOrder(from, to);
    const market = asset === undefined ? undefined : requireMarket(asset);
    const filter: OrderFilter = { botId, mode: bot.mode, state, market, from, to };
    const page = await bot.journal.listOrders(filter, { limit, cursor });
    if (page === null) throw createCursorError();
    return page;
  }
};

interface OrdersQuery {
  readonly asset?: string;
  readonly state?: (typeof WANTED_STATES)[number];
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  readonly cursor?: string;
}

/** Finds the market of an asset id, listed or not. @throws {ApiError} 400 for a text that is not an asset id. */
function requireMarket(asset: string) {
  const ref = findAssetRef(asset);
  if (ref === null) throw refuseParameter('asset', 'asset must be an asset id, such as hl-BTC');
  return { venue: ref.venue, storeKey: ref.storeKey };
}

const ordersQuery = () =>
  s.queryParams({
    state: Type.Optional(
      s.sharedParam(
        'WantedState',
        s.choice('Only orders in this state; `open`: any that has not ended.', WANTED_STATES),
      ),
    ),
    asset: Type.Optional(
      s.sharedParam('OnlyAsset', s.text('Only orders of this asset id.', 'hl-BTC', { maxLength: 256 })),
    ),
    ...spanParams(),
    limit: pageLimit(),
    cursor: botCursorParam(),
  });
