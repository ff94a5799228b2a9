import type { Bot } from '../../../bot/bot.ts';
import { findExitPrice } from '../../../bot/exits/quote.ts';
import { type AssetRef, VENUES, type VenueId } from '../../../domain/index.ts';
import { requireKey, requireVenues } from '../../access/key-holder.ts';
import { readAsset } from '../../parameters/named-asset.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { BotRouteOptions } from './bot-options.ts';

const ACTIONS = ['adopt', 'forget'] as const;
/** Maximum age of a price that counts as current. */
const MAX_QUOTE_AGE_MS = 120_000;

/** POST /api/bot/positions: resolves a difference between the recorded position of a bot and its account. */
export const registerPositions: Registration<BotRouteOptions> = (app, { bot, assets }) => {
  app.post(
    '/api/bot/positions',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'reconcilePosition',
        summary: 'Adopt what the account holds, or forget a position',
        description:
          '`adopt`: the record becomes what the account holds now, less the records of the other bots. `forget`: the record ends, its gain unknown. Live mode only.',
        tags: ['bot'],
        body: strictBody({
          venue: s.choice('Venue of the position.', VENUES),
          asset: s.text('Asset id or store key.', 'hl-ETH', { minLength: 1, maxLength: 300 }),
          action: s.choice('What becomes of the record.', ACTIONS),
        }),
        response: {
          200: s.object('The record before and after.', {
            ok: s.okTrue(),
            venue: s.venueField('Venue of the position.'),
            asset: s.assetIdField(),
            action: s.choice('What was done.', ACTIONS),
            before: s.num('Size of the record before.', 0.0359),
            after: s.num('Size of the record now.', 0),
          }),
          ...s.failures(
            'validation_failed',
            'missing_api_key',
            'invalid_api_key',
            'venue_not_entitled',
            'order_open',
            'account_unread',
            'rate_limited',
            'live_execution_disabled',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const key = requireKey(request);
      const { botId, owner } = key;
      const { venue, action } = request.body;
      requireVenues(key, [venue]);
      if (bot.mode !== 'live') {
        throw new ApiError(
          'live_execution_disabled',
          'positions can be adopted and forgotten in live mode alone: paper has no account at a venue',
        );
      }
      const { ref } = await readAsset(assets, venue, request.body.asset);
      const held = await readHeld(bot, { owner, venue }, ref);
      if (held === null && action === 'adopt') {
        throw new ApiError(
          'account_unread',
          'the account cannot be read now, so nothing was changed; retry in a few seconds',
        );
      }
      const price = findPrice(bot, ref);
      if (price === null && action === 'adopt') {
        throw new ApiError('account_unread', 'the market has no price now, so nothing was changed');
      }
      const now = bot.clock();
      const outcome = await requireStore(() =>
        bot.holdings.reconcile({
          owner,
          botId,
          venue,
          asset: ref.asset,
          storeKey: ref.storeKey,
          action,
          size: held,
          price: price === null ? null : String(price),
          now,
        }),
      );
      if (outcome.status === 'order_open') {
        throw new ApiError('order_open', 'an order in this market is on its way: wait for its end');
      }
      const { before, after } = outcome;
      return {
        ok: true as const,
        venue,
        asset: ref.asset,
        action,
        before: Number(before),
        after: Number(after),
      };
    },
  );
};

function findPrice(bot: Bot, ref: AssetRef): number | null {
  const quote = bot.findQuote(ref);
  const options = { now: bot.clock(), maxAgeMs: MAX_QUOTE_AGE_MS };
  return findExitPrice(quote, true, options) ?? findExitPrice(quote, false, options);
}

/** Reads the size that an account holds. An empty answer alone proves nothing, so a size of 0 is read twice. */
async function readHeld(
  bot: Bot,
  account: { readonly owner: string; readonly venue: VenueId },
  ref: AssetRef,
): Promise<string | null> {
  const read = async () => {
    const reading = await bot.readings.readMarket(account, ref);
    return reading?.markets.find(({ storeKey }) => storeKey === ref.storeKey)?.size ?? null;
  };
  const first = await read();
  return first === null || Number(first) !== 0 ? first : read();
}
