import { type Static, Type } from 'typebox';
import { BOT_ID_PATTERN, KEY_HASH_PATTERN } from '../../../accounts/keys/api-key.ts';
import type { KeySelection } from '../../../accounts/keys/keys.ts';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import { describeAction } from '../../access/key-holder.ts';
import { refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** DELETE /api/account/keys: revokes keys. */
export const registerKeyRevoke: Registration<AccountRouteOptions> = (app, { keys, clock }) => {
  app.delete(
    '/api/account/keys',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'revokeKey',
        summary: 'Revoke a key, or every key of a bot or an owner',
        description:
          'Revoked keys are refused from the next request on, and their streams end within 30 s. Revoking a key also revokes the live keys that replaced it by rotation. Give exactly one of keyHash, botId and owner.',
        tags: ['admin'],
        body: revokeBody(),
        response: {
          200: s.object('Result of the revocation.', {
            ok: s.okTrue(),
            revoked: s.bool('Whether a key was found and revoked.', true),
            stored: s.bool(
              'Whether the revocation is stored. false: the database is not accepting writes; the keys are rejected from now on, but a restart before writes work again loses the revocation.',
              true,
            ),
            count: s.int('Live keys that this call revoked.', 2),
            successors: s.int(
              'These keys that had replaced the named key by rotation; 0 when a bot or an owner was named.',
              1,
            ),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts', 'ledger_unavailable'),
        },
      },
    },
    async (request) => {
      const selection = toSelection(request.body);
      const by = {
        ...describeAction(
          request,
          'key.revoke',
          toTarget(selection),
          selection.kind === 'key' ? null : `every key of the ${selection.kind}`,
        ),
        at: clock(),
      };
      const { isKnown, ended, isStored } = await requireStore(() =>
        keys.revoke(selection, { at: by.at, by }),
      );
      if (!isStored) {
        request.log.error(
          { selection },
          'keys were revoked in memory; the revocation is stored when the database accepts writes again',
        );
      }
      return {
        ok: true as const,
        revoked: isKnown,
        stored: isStored,
        count: ended.length,
        successors: selection.kind === 'key' ? ended.filter(({ hash }) => hash !== selection.hash).length : 0,
      };
    },
  );
};

const revokeBody = () =>
  strictBody({
    keyHash: Type.Optional(
      s.text('SHA-256 of the key to revoke, lower-case hex.', '645b50'.padEnd(64, '0'), {
        pattern: KEY_HASH_PATTERN,
      }),
    ),
    botId: Type.Optional(
      s.text('Bot whose keys are revoked.', 'bot_V1StGXR8Z5jdHi6B', {
        pattern: BOT_ID_PATTERN,
      }),
    ),
    owner: Type.Optional(
      s.text('Owner whose keys are revoked.', 'owner_1', { pattern: OWNER_PATTERN, maxLength: 128 }),
    ),
  });

/** Reads the selection of keys from a body. @throws {ApiError} 400 unless exactly one of the members is given. */
function toSelection({ keyHash, botId, owner }: Static<ReturnType<typeof revokeBody>>): KeySelection {
  const named: KeySelection[] = [];
  if (keyHash !== undefined) named.push({ kind: 'key', hash: keyHash });
  if (botId !== undefined) named.push({ kind: 'bot', botId });
  if (owner !== undefined) named.push({ kind: 'owner', owner });
  const [selection, second] = named;
  if (selection === undefined || second !== undefined) {
    throw refuseParameter('keyHash', 'give exactly one of keyHash, botId and owner');
  }
  return selection;
}

function toTarget(selection: KeySelection): string {
  switch (selection.kind) {
    case 'key':
      return selection.hash;
    case 'bot':
      return selection.botId;
    case 'owner':
      return selection.owner;
  }
}
