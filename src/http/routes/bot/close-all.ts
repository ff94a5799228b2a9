import { isDust } from '../../../bot/positions/dust.ts';
import { findAssetRef, SECOND_MS } from '../../../domain/index.ts';
import { withDeadline } from '../../../scheduling/deadline.ts';
import { requireKey } from '../../access/key-holder.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { controlFields, requireClosable, toHaltBody } from '../../shapes/bot-control.ts';
import { execModeField, orderSchema } from '../../shapes/order.ts';
import { toOrderBody } from '../../shapes/order-body.ts';
import { type BotRouteOptions, requireExecution } from './bot-options.ts';

/** Maximum time for which the response waits for the first round of closing orders. */
const MAX_WAIT_MS = 3 * SECOND_MS;
const MAX_SHOWN = 200;

/** POST /api/bot/close-all: cancels open orders and closes every position. */
export const registerCloseAll: Registration<BotRouteOptions> = (app, { bot }) => {
  app.post(
    '/api/bot/close-all',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'closeAll',
        summary: 'Cancels what rests and closes every position of the bot',
        description:
          'Each position is an order of its own, the largest loss first, also while openings are halted and with an empty balance. It goes on until nothing is open, over restarts; an exit that its venue refuses is tried again after 1, 2, 4 .. 60 minutes. Nothing is opened meanwhile. `resume: true` of the control ends it.',
        tags: ['bot'],
        body: strictBody({}),
        response: {
          200: s.object('State after the first round of closes.', {
            ok: s.okTrue(),
            execMode: execModeField(),
            ...controlFields(),
            openPositions: s.int('Positions that are still open and can be closed: of a lot and more.', 0),
            orders: s.array('Orders of this closing, newest first.', orderSchema()),
          }),
          ...s.failures(
            'validation_failed',
            'missing_api_key',
            'invalid_api_key',
            'kill_switch',
            'rate_limited',
            'vault_not_configured',
            'live_execution_disabled',
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
      requireExecution(bot);
      await requireStore(async () => requireClosable(await bot.controls.readHalt(botId)));
      const begun = await requireStore(() => bot.controls.change(botId, { close: 'close_all' }));
      const sinceMs = begun.exitState.closing?.sinceMs ?? 0;
      await withDeadline(bot.exitWatch.run(), MAX_WAIT_MS, () => undefined);
      const [control, halt, positions, orders] = await Promise.all([
        bot.controls.read(botId),
        bot.killSwitch.read(botId),
        bot.orders.listPositions(botId, bot.mode),
        bot.orders.listRecent(botId, MAX_SHOWN),
      ]);
      return {
        ok: true as const,
        execMode: bot.mode,
        ...toHaltBody(control),
        openPositions: positions.filter(({ asset, size }) => !isLessThanALot(asset, size)).length,
        orders: orders
          .filter(({ exit, createdAt }) => exit?.rule === 'close_all' && createdAt >= sinceMs)
          .map((order) => toOrderBody(order, { halt, mode: bot.mode })),
      };
    },
  );

  /** Whether a position is less than a lot, so that no order can close it. */
  function isLessThanALot(asset: string, size: string): boolean {
    const ref = findAssetRef(asset);
    return isDust(size, ref === null ? undefined : bot.findQuote(ref)?.lot);
  }
};
