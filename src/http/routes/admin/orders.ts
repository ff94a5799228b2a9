import { Type } from 'typebox';
import type { OrderReview, WaitingPlace } from '../../../bot/orders/order-review.ts';
import { decodeCursor, encodeCursor, epochMs, isoTime } from '../../../domain/index.ts';
import { describeAction } from '../../access/key-holder.ts';
import { refusedCursor } from '../../parameters/cursors.ts';
import { ApiError } from '../../responses/errors.ts';
import { storing } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import { microUsdField } from '../../schemas/money-fields.ts';
import * as s from '../../schemas/schema.ts';
import { orderStateField } from '../../shapes/order.ts';

const config = { access: 'admin', cacheSeconds: 0, probe: false } as const;
const MAX_NOTE_LENGTH = 200;
const CURSOR_EXAMPLE = 'WyJvcmRlciIsMTc5NTMxNjIxMzAwMCwib3JkXzhaazEiXQ';

/** GET and POST /api/admin/orders: what no venue has said the end of, and what the operator waits for no longer. */
export const registerOrderReview: Registration<{ readonly review: OrderReview }> = (app, { review }) => {
  app.get(
    '/api/admin/orders',
    {
      config,
      schema: {
        operationId: 'listWaitingOrders',
        summary: 'Orders of all bots whose end is not known, oldest first',
        description: 'Most end within seconds; of one that stays the credential is mostly gone.',
        tags: ['admin'],
        querystring: s.queryParams({
          limit: s.int('Most orders of the page.', 100, { default: 100, minimum: 1, maximum: 1_000 }),
          cursor: Type.Optional(s.text('nextCursor of the page before.', CURSOR_EXAMPLE, { maxLength: 128 })),
        }),
        response: {
          200: s.object('Orders.', {
            ok: s.okTrue(),
            count: s.int('How many the page has.', 1),
            orders: s.array('Oldest first.', waitingOrderSchema()),
            nextCursor: s.nextCursorField(CURSOR_EXAMPLE),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async ({ query: { limit, cursor } }) => {
      const orders = await review.list(limit, cursor === undefined ? undefined : readPlace(cursor));
      const last = orders.length < limit ? undefined : orders.at(-1);
      const nextCursor = last === undefined ? null : encodeCursor('order', [last.createdAt, last.orderId]);
      return { ok: true as const, count: orders.length, orders: [...orders], nextCursor };
    },
  );

  app.post(
    '/api/admin/orders',
    {
      config,
      schema: {
        operationId: 'closeOrder',
        summary: 'Closes an order that no venue can be asked for any more',
        description:
          'Possible from `closableFrom` on. Its fee is let go; it is `rejected` with the reason `unconfirmed`, or `filled` where a part is known to be. Cancels nothing: look at the venue first.',
        tags: ['admin'],
        body: strictBody({
          orderId: s.text('The order.', 'ord_8Zk1', { minLength: 1, maxLength: 64 }),
          note: s.text('What the venue shows of it; its owner sees it.', 'account closed', {
            minLength: 1,
            maxLength: MAX_NOTE_LENGTH,
          }),
        }),
        response: {
          200: s.object('As it stands now.', {
            ok: s.okTrue(),
            orderId: s.text('The order.', 'ord_8Zk1'),
            state: orderStateField(),
            releasedMicroUsd: microUsdField('What was set aside and is free again.'),
          }),
          ...s.failures(
            'validation_failed',
            'admin_unauthorized',
            'too_many_attempts',
            'order_not_found',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const by = describeAction(request, 'orders.close', request.body.orderId);
      const outcome = await storing(() => review.close(request.body, by));
      switch (outcome.status) {
        case 'order_not_found':
          throw new ApiError('order_not_found', 'there is no order with this id, or its end is known');
        case 'too_soon':
          throw new ApiError('order_not_found', explainWait(outcome.closableFrom));
        case 'closed': {
          const { order, releasedMicroUsd } = outcome;
          return { ok: true as const, orderId: order.orderId, state: order.state, releasedMicroUsd };
        }
      }
    },
  );
};

function explainWait(closableFrom: number | null): string {
  if (closableFrom === null) return 'the order never left, and ends without anybody';
  return `its venue may still be asked: the order can be closed from ${isoTime(epochMs(closableFrom))} on`;
}

/** @throws {ApiError} on a text that no answer contained. */
function readPlace(cursor: string): WaitingPlace {
  const [createdAt, orderId] = decodeCursor('order', ['count', 'text'], cursor) ?? [];
  if (createdAt === undefined || orderId === undefined) throw refusedCursor();
  return { createdAt: epochMs(createdAt), orderId };
}

const waitingOrderSchema = () =>
  s.named(
    'WaitingOrder',
    s.object('One of them.', {
      orderId: s.text('Ours.', 'ord_8Zk1'),
      botId: s.text('The bot.', 'bot_4kZ81xQm2Lw0aB3c'),
      owner: s.text('Whose bot it is.', 'owner_1'),
      venue: s.venueField('Where.'),
      asset: s.assetIdField(),
      state: orderStateField(),
      message: s.nullable(
        s.text('Why it could not be asked for.', 'the credential was removed'),
        'nothing was said',
      ),
      account: s.nullable(
        s.text('Who signed it, as the venue names the account.', '0x5aae'),
        'it was not signed',
      ),
      venueClientId: s.nullable(
        s.text('By which the account finds it at the venue.', '0x91c2'),
        'it was not signed',
      ),
      venueOrderId: s.nullable(s.text("The venue's id.", '7712'), 'the venue gave none'),
      heldMicroUsd: microUsdField('Set aside for it.'),
      closableFrom: s.nullable(s.epochMsField('From when on it may be closed.'), 'it never left'),
      createdAt: s.epochMsField('When it was remembered.'),
    }),
  );
