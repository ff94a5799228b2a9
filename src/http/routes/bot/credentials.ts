import { Type } from 'typebox';
import { CREDENTIAL_KINDS, VaultClosedError } from '../../../bot/credentials.ts';
import { requireKey, requireVenues } from '../../access/key-holder.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { BotRouteOptions } from './bot-options.ts';
import { connectedList, readConnectedVenues } from './shapes/connected-venues.ts';

const MAX_SECRET_BYTES = 8 * 1024;

/**
 * GET, POST and DELETE /api/bot/credentials: the secrets with which a bot trades on a venue. No response contains them.
 */
export const registerCredentials: Registration<BotRouteOptions> = (app, { bot }) => {
  const config = { access: 'key', cacheSeconds: 0, probe: false } as const;
  const refusals = s.failures(
    'validation_failed',
    'missing_api_key',
    'invalid_api_key',
    'rate_limited',
    'ledger_unavailable',
  );

  const answer = async (owner: string) => ({
    ok: true as const,
    vaultEnabled: bot.vault.closedBecause === null,
    connected: await readConnectedVenues(bot, owner),
  });

  app.get(
    '/api/bot/credentials',
    {
      config,
      schema: {
        operationId: 'getCredentials',
        summary: 'Connected venues',
        description:
          "Each connected venue of the key's owner, and whether its credential can trade. Credentials are never returned.",
        tags: ['bot'],
        response: {
          200: connectedSchema(),
          ...s.failures('missing_api_key', 'invalid_api_key', 'rate_limited'),
        },
      },
    },
    async (request) => answer(requireKey(request).owner),
  );

  app.post(
    '/api/bot/credentials',
    {
      config,
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
          200: connectedSchema(),
          ...refusals,
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
      }).catch(refuseClosedVault);
      return answer(owner);
    },
  );

  app.delete(
    '/api/bot/credentials',
    {
      config,
      schema: {
        operationId: 'deleteCredential',
        summary: 'Disconnects a venue',
        description:
          'Succeeds even when the venue is not connected. A key can disconnect the venues that it can connect.',
        tags: ['bot'],
        body: strictBody({ venue: s.venueField('Venue.') }),
        response: { 200: connectedSchema(), ...refusals, ...s.failures('venue_not_entitled') },
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
      return answer(owner);
    },
  );
};

function refuseClosedVault(error: unknown): never {
  if (!(error instanceof VaultClosedError)) throw error;
  throw new ApiError(
    'vault_not_configured',
    'the credential vault is not configured: the operator has to set its key',
  );
}

const connectedSchema = () =>
  s.named(
    'ConnectedVenues',
    s.object('Connected venues.', {
      ok: s.okTrue(),
      vaultEnabled: s.bool('Whether credentials can be stored and used.', true),
      connected: connectedList(),
    }),
  );
