import { requireKey, requireVenues } from '../../access/key-holder.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { BotRouteOptions } from './bot-options.ts';
import { CREDENTIAL_FAILURES, credentialsSchema, readCredentials } from './shapes/credentials.ts';

/** DELETE /api/bot/credentials: removes the secret of a venue. No answer contains secrets. */
export const registerCredentialRemoval: Registration<BotRouteOptions> = (app, { bot }) => {
  app.delete(
    '/api/bot/credentials',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'deleteCredential',
        summary: 'Disconnects a venue',
        description:
          'Succeeds even when the venue is not connected. A key can disconnect the venues that it can connect.',
        tags: ['bot'],
        body: strictBody({ venue: s.venueField('Venue.') }),
        response: { 200: credentialsSchema(), ...CREDENTIAL_FAILURES, ...s.failures('venue_not_entitled') },
      },
    },
    async (request) => {
      const key = requireKey(request);
      const { owner } = key;
      requireVenues(key, [request.body.venue]);
      const place = { owner, venue: request.body.venue };
      await requireStore(async () => {
        await bot.vault.remove(place);
        await bot.credentials.noteRemoved(place);
      });
      return readCredentials(bot, owner);
    },
  );
};
