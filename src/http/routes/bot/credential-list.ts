import { requireKey } from '../../access/key-holder.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import type { BotRouteOptions } from './bot-options.ts';
import { credentialsSchema, readCredentials } from './shapes/credentials.ts';

/** GET /api/bot/credentials: the venues that an owner has connected. No answer contains secrets. */
export const registerCredentialList: Registration<BotRouteOptions> = (app, { bot }) => {
  app.get(
    '/api/bot/credentials',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getCredentials',
        summary: 'Connected venues',
        description:
          "Each connected venue of the key's owner, and whether its credential can trade. Credentials are never returned.",
        tags: ['bot'],
        response: {
          200: credentialsSchema(),
          ...s.failures('missing_api_key', 'invalid_api_key', 'rate_limited'),
        },
      },
    },
    async (request) => readCredentials(bot, requireKey(request).owner),
  );
};
