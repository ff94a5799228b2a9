import type { OrderReview } from '../../../bot/orders/order-review.ts';
import { type EpochMs, formatIsoTime } from '../../../domain/index.ts';
import { describeAction } from '../../access/key-holder.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import { orderStateField } from '../../shapes/order.ts';

const MAX_NOTE_LENGTH = 200;

/** POST /api/admin/orders: settles an order by hand whose venue can no longer be asked. */
export const registerOrderClose: Registration<{ readonly review: OrderReview }> = (app, { review }) => {
  app.post(
    '/api/admin/orders',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'closeOrder',
        summary: 'Closes an order whose venue can no longer be queried',
        description:
          'Allowed from `closableFrom` on. Releases the fee that was set aside. The order becomes `rejected` with the reason `unconfirmed`, or `filled` when a fill is already known. Nothing is cancelled at the venue: check the order there first.',
        tags: ['admin'],
        body: strictBody({
          orderId: s.text('Id of the order.', 'ord_8Zk1', { minLength: 1, maxLength: 64 }),
          note: s.text('State of the order at the venue, which the owner can read.', 'account closed', {
            minLength: 1,
            maxLength: MAX_NOTE_LENGTH,
          }),
        }),
        response: {
          200: s.object('State of the order after the call.', {
            ok: s.okTrue(),
            orderId: s.text('Id of the order.', 'ord_8Zk1'),
            state: orderStateField(),
            releasedMicroUsd: microUsdField('Reserved fee that was released.'),
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
      const outcome = await requireStore(() => review.close(request.body, by));
      switch (outcome.status) {
        case 'order_not_found':
          throw new ApiError(
            'order_not_found',
            'there is no order with this id, or its final state is already known',
          );
        case 'never_sent':
          throw new ApiError(
            'order_not_found',
            'the order was never sent to its venue; the service closes it by itself',
          );
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

function explainWait(closableFrom: EpochMs): string {
  return `the venue may still answer; the order can be closed from ${formatIsoTime(closableFrom)} on`;
}
