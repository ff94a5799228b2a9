import { describeAction } from '../../access/key-holder.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { keyIdField } from './shapes/vault-key.ts';
import { VAULT_CONFIG, VAULT_FAILURES, type VaultAdminOptions, withOpenVault } from './vault-options.ts';

/** POST /api/admin/vault/forget: gives up a key of the vault that is lost. */
export const registerVaultForget: Registration<VaultAdminOptions> = (app, { operator, vault }) => {
  app.post(
    '/api/admin/vault/forget',
    {
      config: VAULT_CONFIG,
      schema: {
        operationId: 'forgetVaultKey',
        summary: 'Gives up a vault key that is lost',
        description:
          'Removes the credentials under the key, which nobody can decrypt any more, and opens the vault if that key was all it lacked. A key that is configured, or that a running process has, is not lost: the call is refused. Safe to repeat.',
        tags: ['admin'],
        body: strictBody({ keyId: keyIdField('Id of the lost key, as `rotate` and the log name it.') }),
        response: {
          200: s.object('Credentials that were removed.', {
            ok: s.okTrue(),
            keyId: keyIdField('Id of the lost key.'),
            removed: s.array(
              'Credentials that were removed: their owners have to store them again.',
              s.named(
                'RemovedCredential',
                s.object('One credential that was removed.', {
                  owner: s.text('Owner of the credential.', 'owner_1'),
                  venue: s.venueField('Venue.'),
                }),
              ),
            ),
          }),
          ...VAULT_FAILURES,
          ...s.failures('vault_key_not_found', 'vault_key_in_use'),
        },
      },
    },
    async (request) => {
      const { keyId } = request.body;
      const removed = await withOpenVault(() => vault.forgetKey(keyId));
      if (removed === 'configured')
        throw new ApiError('vault_key_in_use', `key ${keyId} is configured here: it is not lost`);
      if (removed === 'unknown')
        throw new ApiError('vault_key_not_found', `no stored credential is under key ${keyId}`);
      const detail = `${removed.length} removed`;
      await requireStore(() => operator.note(describeAction(request, 'vault.forget', keyId, detail)));
      return { ok: true as const, keyId, removed: [...removed] };
    },
  );
};
