import { FILL_KINDS } from '../../../bot/bot.ts';
import { rankBots } from '../../../bot/leaderboard/leaderboard.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import type { BotRouteOptions } from './bot-options.ts';

/** GET /api/bot/leaderboard: bots by realised gain, under pseudonyms. */
export const registerLeaderboard: Registration<BotRouteOptions> = (app, { bot }) => {
  app.get(
    '/api/bot/leaderboard',
    {
      config: { access: 'free', cacheSeconds: 30 },
      schema: {
        operationId: 'getLeaderboard',
        summary: 'Bots by realised gain',
        description: 'Bots in the current mode, ordered by realised gain, then volume, then handle.',
        tags: ['bot'],
        querystring: s.queryParams({
          limit: s.int('Most rows.', 50, { default: 50, minimum: 1, maximum: 200 }),
        }),
        response: {
          200: s.object('The leaderboard.', {
            ok: s.okTrue(),
            fills: s.choice(
              'How orders fill: mock orders at the price that their caller names (`mark`), mock orders over the live book (`book`), or at the venues (`live`).',
              FILL_KINDS,
            ),
            leaderboard: s.array(
              'Best first.',
              s.object('One bot.', {
                handle: s.text('Stable pseudonym.', 'quiet-otter-1f0c'),
                realizedPnlUsd: s.num("Gains and losses of what was closed, less the venues' fees.", 12.5),
                winRate: s.nullable(
                  s.num('Closings with a gain of all closings.', 0.6),
                  'nothing was closed',
                ),
                tradeCount: s.int('Fills.', 42),
                farFills: s.int(
                  'Fills at a price that the bot named itself and that was not near the market: no venue would have made these trades.',
                  0,
                ),
                totalVolumeUsd: s.num('Of all fills.', 504),
                openPositions: s.int('Positions that are not flat.', 2),
              }),
            ),
          }),
          ...s.failures('validation_failed'),
        },
      },
    },
    async ({ query }) => ({
      ok: true as const,
      fills: bot.fills,
      leaderboard: rankBots(await bot.orders.scores(bot.mode, query.limit), bot.handleSecret),
    }),
  );
};
