import { type BotOrder, isFinal } from '../../../bot/orders/order.ts';
import { requireKey } from '../../access/key-holder.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { execModeField, orderSchema } from '../../shapes/order.ts';
import { toOrderBody } from '../../shapes/order-body.ts';
import type { BotRouteOptions } from './bot-options.ts';

const STATUSES = ['cancelled', 'filled', 'rejected', 'cancelling'] as const;

/** POST /api/bot/orders/:orderId/cancel: cancels the open part of one order. */
export const registerCancel: Registration<BotRouteOptions> = (app, { bot }) => {
  app.post(
    '/api/bot/orders/:orderId/cancel',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'cancelOrder',
        summary: 'Cancels one order of the bot',
        description:
          'Free, also while trading is halted. Safe to repeat: an order that is already final is returned unchanged. `cancelling` means that the venue has not confirmed the final state yet; the service repeats the request until it does.',
        tags: ['bot'],
        params: s.object('Order to cancel.', {
          orderId: s.text("Order id, from the answer to the trade or from the bot's status.", 'ord_8Zk1', {
            minLength: 1,
            maxLength: 64,
          }),
        }),
        body: strictBody({}),
        response: {
          200: outcomeSchema(),
          ...s.failures(
            'validation_failed',
            'missing_api_key',
            'invalid_api_key',
            'order_not_found',
            'rate_limited',
            'ledger_unavailable',
          ),
        },
      },
      // The body has no members, so a request without one is valid.
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async (request) => {
      const { botId } = requireKey(request);
      const order = await requireStore(() => bot.trading.cancel({ botId }, request.params.orderId));
      if (order === null) throw new ApiError('order_not_found', 'the bot has no order with this id');
      const halt = await bot.killSwitch.read(botId);
      return {
        ok: true as const,
        execMode: bot.mode,
        outcome: { status: toCancelStatus(order), order: toOrderBody(order, { halt, mode: bot.mode }) },
      };
    },
  );
};

function toCancelStatus({ state }: BotOrder): (typeof STATUSES)[number] {
  return isFinal(state) ? state : 'cancelling';
}

const outcomeSchema = () =>
  s.object('Order after the cancellation.', {
    ok: s.okTrue(),
    execMode: execModeField(),
    outcome: s.object('Result of the cancellation.', {
      status: s.choice(
        '`cancelled`: nothing was traded; `filled`: a part or all was traded before the cancellation; `rejected`: the order was already rejected; `cancelling`: the final state is not known yet.',
        STATUSES,
      ),
      order: orderSchema(),
    }),
  });
