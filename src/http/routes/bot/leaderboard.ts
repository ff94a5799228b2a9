import { FILL_KINDS } from '../../../bot/bot.ts';
import { rankBots } from '../../../bot/leaderboard/leaderboard.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { listEndFields, toListEnd } from '../../shapes/list-end.ts';
import type { BotRouteOptions } from './bot-options.ts';

/** GET /api/bot/leaderboard: bots by realized gain, under pseudonyms. */
export const registerLeaderboard: Registration<BotRouteOptions> = (app, { bot }) => {
  app.get(
    '/api/bot/leaderboard',
    {
      config: { access: 'free', cacheSeconds: 30 },
      schema: {
        operationId: 'getLeaderboard',
        summary: 'Bots by realised profit',
        description:
          'Bots of the current execution mode, sorted by realised profit, then volume, then handle.',
        tags: ['bot'],
        querystring: s.queryParams({
          limit: s.int('Maximum number of bots.', 50, { default: 50, minimum: 1, maximum: 200 }),
        }),
        response: {
          200: s.object('Leaderboard.', {
            ok: s.okTrue(),
            fills: s.choice(
              'How orders fill. `mark`: mock fills at the price that the caller names; `book`: mock fills against the live book; `live`: at the venues.',
              FILL_KINDS,
            ),
            leaderboard: s.array(
              'Bots, best first.',
              s.object('One bot.', {
                handle: s.text('Stable pseudonym of the bot.', 'quiet-otter-1f0c'),
                realizedPnlUsd: s.num("Realised profit in US dollars, after the venues' fees.", 12.5),
                winRate: s.nullable(
                  s.num('Share of the closings that made a profit, 0 to 1.', 0.6),
                  'nothing was closed',
                ),
                tradeCount: s.int('Number of fills.', 42),
                farFills: s.int(
                  'Mock fills at a price that the bot named and that was far from the market. No venue would have made these trades.',
                  0,
                ),
                totalVolumeUsd: s.num('Volume of all fills in US dollars.', 504),
                openPositions: s.int('Number of open positions.', 2),
              }),
            ),
            ...listEndFields(),
          }),
          ...s.failures('validation_failed'),
        },
      },
    },
    async ({ query: { limit } }) => {
      // One score more than shown is read, to know whether the list is complete.
      const scores = await bot.orders.listScores(bot.mode, limit + 1);
      return {
        ok: true as const,
        fills: bot.fills,
        leaderboard: rankBots(scores.slice(0, limit), bot.handleSecret),
        ...toListEnd(scores.length, scores.length > limit),
      };
    },
  );
};
