import { Type } from 'typebox';
import type { OrderCursor } from '../../../bot/orders/order.ts';
import type { OrderReview } from '../../../bot/orders/order-review.ts';
import { decodeCursor, encodeCursor, epochMs } from '../../../domain/index.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { pageLimit } from '../../parameters/key-members.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { pageEndFields, toPageEnd } from '../../shapes/list-end.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import { orderStateField } from '../../shapes/order.ts';

const CURSOR_EXAMPLE = 'WyJvcmRlciIsMTc5NTMxNjIxMzAwMCwib3JkXzhaazEiXQ';

/** GET /api/admin/orders: orders whose final state is not known. */
export const registerWaitingOrders: Registration<{ readonly review: OrderReview }> = (app, { review }) => {
  app.get(
    '/api/admin/orders',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'listWaitingOrders',
        summary: 'Orders of all bots whose final state is not known, oldest first',
        description:
          'Most orders become final within seconds. An order that stays here was usually sent with a credential that has since been removed.',
        tags: ['admin'],
        querystring: s.queryParams({
          limit: pageLimit(),
          cursor: Type.Optional(
            s.text('`nextCursor` of the previous page.', CURSOR_EXAMPLE, { maxLength: 128 }),
          ),
        }),
        response: {
          200: s.object('Page of orders.', {
            ok: s.okTrue(),
            count: s.int('Orders on the page.', 1),
            orders: s.array('Oldest first.', waitingOrderSchema()),
            ...pageEndFields(CURSOR_EXAMPLE),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async ({ query: { limit, cursor } }) => {
      // One order more than shown is read, to know whether another page follows.
      const found = await review.list(limit + 1, cursor === undefined ? undefined : readCursor(cursor));
      const orders = found.slice(0, limit);
      const last = found.length > limit ? orders.at(-1) : undefined;
      const nextCursor = last === undefined ? null : encodeCursor('order', [last.createdAt, last.orderId]);
      return {
        ok: true as const,
        count: orders.length,
        orders,
        ...toPageEnd(nextCursor, { count: orders.length, cursor }),
      };
    },
  );
};

/** Decodes a cursor. @throws {ApiError} for a text that is not a cursor of this list. */
function readCursor(cursor: string): OrderCursor {
  const [createdAt, orderId] = decodeCursor('order', ['count', 'text'], cursor) ?? [];
  if (createdAt === undefined || orderId === undefined) throw createCursorError();
  return { createdAt: epochMs(createdAt), orderId };
}

const waitingOrderSchema = () =>
  s.named(
    'WaitingOrder',
    s.object('An order whose final state is not known.', {
      orderId: s.text('Order id of this service.', 'ord_8Zk1'),
      botId: s.text('Id of the bot.', 'bot_4kZ81xQm2Lw0aB3c'),
      owner: s.text('Owner of the bot.', 'owner_1'),
      venue: s.venueField('Venue of the order.'),
      asset: s.assetIdField(),
      state: orderStateField(),
      message: s.nullable(
        s.text('Reason why the venue could not be queried.', 'the credential was removed'),
        'no reason is known',
      ),
      account: s.nullable(
        s.text('Account at the venue that signed the order, as the venue names it.', '0x5aae'),
        'the order was not signed',
      ),
      venueClientId: s.nullable(
        s.text('Client order id under which the venue finds the order.', '0x91c2'),
        'the order was not signed',
      ),
      venueOrderId: s.nullable(s.text("Venue's id of the order.", '7712'), 'the venue has not given one'),
      heldMicroUsd: microUsdField('Fee reserved for the order.'),
      closableFrom: s.nullable(
        s.epochMsField('Earliest time at which the order may be closed.'),
        'the order was never sent',
      ),
      createdAt: s.epochMsField('When the order was stored.'),
    }),
  );
