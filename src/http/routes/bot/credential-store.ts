import { Type } from 'typebox';
import { CREDENTIAL_KINDS, VaultClosedError } from '../../../bot/credentials.ts';
import { requireKey, requireVenues } from '../../access/key-holder.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { BotRouteOptions } from './bot-options.ts';
import { CREDENTIAL_FAILURES, credentialsSchema, readCredentials } from './shapes/credentials.ts';

const MAX_SECRET_BYTES = 8 * 1024;

/** POST /api/bot/credentials: stores the secret with which the bots of an owner trade on a venue. No answer contains secrets. */
export const registerCredentialStore: Registration<BotRouteOptions> = (app, { bot }) => {
  app.post(
    '/api/bot/credentials',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'putCredential',
        summary: 'Connects a venue',
        description:
          'An owner has one credential per venue; a new one replaces it. Credentials are stored encrypted and never returned.',
        tags: ['bot'],
        body: strictBody({
          venue: s.venueField('Venue.'),
          kind: s.choice('Kind of the credential.', CREDENTIAL_KINDS),
          secret: Type.Record(Type.String({ maxLength: 64 }), Type.String(), {
            description:
              'Credential with the member names of the venue; all values are strings, 8 KiB in total.',
            examples: [{ keyId: 'a', privateKeyPem: 'b' }],
          }),
        }),
        response: {
          200: credentialsSchema(),
          ...CREDENTIAL_FAILURES,
          ...s.failures('venue_not_entitled', 'vault_not_configured'),
        },
      },
    },
    async (request) => {
      const key = requireKey(request);
      const { owner } = key;
      const { venue, kind, secret } = request.body;
      requireVenues(key, [venue]);
      if (Buffer.byteLength(JSON.stringify(secret)) > MAX_SECRET_BYTES) {
        throw refuseParameter('secret', `secret must be at most ${MAX_SECRET_BYTES} bytes of JSON`);
      }
      await requireStore(async () => {
        const entry = await bot.vault.put({ owner, venue }, kind, secret);
        await bot.credentials.noteStored({ owner, venue }, entry, secret);
        bot.engine?.forgetCredential(owner, venue);
      }).catch(throwClosedVault);
      return readCredentials(bot, owner);
    },
  );
};

function throwClosedVault(error: unknown): never {
  if (!(error instanceof VaultClosedError)) throw error;
  throw new ApiError(
    'vault_not_configured',
    'the credential vault is not configured: the operator has to set its key',
  );
}
