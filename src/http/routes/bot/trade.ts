import { randomUUID } from 'node:crypto';
import type { TradeRequest } from '../../../bot/trade/trade-request.ts';
import { KIND_TRAITS } from '../../../domain/index.ts';
import { requireKey, requireVenues } from '../../access/key-holder.ts';
import { requireWarm } from '../../parameters/assets.ts';
import { readAsset } from '../../parameters/named-asset.ts';
import { refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { type BotRouteOptions, requireExecution } from './bot-options.ts';
import { readTerms, requireWithinCeilings, tradeBody } from './shapes/trade-body.ts';
import { toOutcomeBody, tradeAnswerSchema } from './shapes/trade-outcome.ts';

/** POST /api/bot/trade: places one order. A `clientOrderId` is placed and billed at most once. */
export const registerTrade: Registration<BotRouteOptions> = (app, { bot, assets }) => {
  app.post(
    '/api/bot/trade',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'trade',
        summary: 'Places one order',
        description:
          'The fee is due once, at the first fill. A repeated `clientOrderId` places and charges nothing: `duplicate`. Binaries: in terms of Yes.',
        tags: ['bot'],
        body: tradeBody(),
        response: {
          200: tradeAnswerSchema(),
          ...s.failures(
            'validation_failed',
            'missing_api_key',
            'invalid_api_key',
            'insufficient_balance',
            'venue_not_entitled',
            'kill_switch',
            'rate_limited',
            'vault_not_configured',
            'live_execution_disabled',
            'ledger_unavailable',
            'warming_up',
          ),
        },
      },
    },
    async (request) => {
      const key = requireKey(request);
      const { botId, owner } = key;
      const { venue, asset, markPrice } = request.body;
      const terms = readTerms(request.body);
      requireVenues(key, [venue]);
      const { ref, isKnown } = await readAsset(assets, venue, asset);
      if (KIND_TRAITS[ref.kind].unit === 'probability' && markPrice >= 1) {
        throw refuseParameter('markPrice', 'markPrice of a binary must be below 1');
      }
      requireWithinCeilings(ref, terms, markPrice);
      requireExecution(bot);
      const clientOrderId = request.body.clientOrderId ?? randomUUID();
      // A later refusal would use up the id, so the venue's list is checked before. An order that was already placed is
      // shown in any case.
      const isNew = !isKnown && (await bot.orders.find(botId, clientOrderId)) === null;
      if (isNew) requireWarm(assets, venue);
      const order: TradeRequest = {
        clientOrderId,
        source: 'trade',
        ref,
        venueAsset: bot.getVenueAsset(ref),
        ...terms,
        markPrice,
      };
      const place = () => bot.trading.trade({ botId, owner }, order);
      // Signed orders are stored in the service database and the fee in the ledger; either may refuse writes.
      const outcome = await requireStore(place);
      const halt = await bot.killSwitch.read(botId);
      const body = toOutcomeBody(outcome, order, { halt, mode: bot.mode });
      const isUnknown = 'reason' in body && body.reason === 'unknown_asset';
      const suggestions = isUnknown ? await assets.suggest?.(asset) : undefined;
      return {
        ok: true as const,
        execMode: bot.mode,
        outcome: suggestions === undefined ? body : { ...body, suggestions },
      };
    },
  );
};
