import { Type } from 'typebox';
import type { Vault } from '../../../bot/credentials.ts';
import { describeAction } from '../../access/key-holder.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { keyIdField } from './shapes/vault-key.ts';
import { VAULT_CONFIG, VAULT_FAILURES, type VaultAdminOptions, withOpenVault } from './vault-options.ts';

/** POST /api/admin/vault/rotate: encrypts all credentials under the first key of the vault. */
export const registerVaultRotate: Registration<VaultAdminOptions> = (app, { operator, vault }) => {
  app.post(
    '/api/admin/vault/rotate',
    {
      config: VAULT_CONFIG,
      schema: {
        operationId: 'rotateVault',
        summary: 'Encrypts all credentials under the first vault key',
        description:
          'Afterwards the other keys can be removed from `CROSSTAPE_VAULT_KEK`, except those that skipped credentials need. Only the wrapped data keys are encrypted again, not the credentials themselves. Safe to repeat.',
        tags: ['admin'],
        body: strictBody({
          keyId: Type.Optional(
            keyIdField('Id of the key that is to encrypt. Default: the first of the service.'),
          ),
        }),
        response: {
          200: s.object('Result of the rotation.', {
            ok: s.okTrue(),
            moved: s.int('Credentials that were moved from another key.', 3),
            keyId: s.text('Id of the vault key that now encrypts them.', '5f0a91c2'),
            skipped: s.array('Credentials that cannot be decrypted; they are unchanged.', skippedSchema()),
          }),
          ...VAULT_FAILURES,
          ...s.failures('vault_key_in_use'),
        },
      },
    },
    async (request) => {
      requireFirstKey(vault, request.body.keyId);
      const { moved, skipped } = await withOpenVault(() => vault.rotate());
      const keyId = vault.keyId ?? '';
      const detail = skipped.length === 0 ? String(moved) : `${moved}, ${skipped.length} skipped`;
      await requireStore(() => operator.note(describeAction(request, 'vault.rotate', keyId, detail)));
      return { ok: true as const, moved, keyId, skipped: [...skipped] };
    },
  );
};

/**
 * Requires that the vault uses the wanted key. A service that was not restarted with the new key would encrypt
 * everything with the old one.
 */
function requireFirstKey({ keyId }: Pick<Vault, 'keyId'>, wanted: string | undefined): void {
  if (wanted === undefined || keyId === null || wanted === keyId) return;
  const message = `the service encrypts under key ${keyId}: restart it with key ${wanted} as the first of CROSSTAPE_VAULT_KEK`;
  throw new ApiError('vault_key_in_use', message);
}

const skippedSchema = () =>
  s.named(
    'SkippedCredential',
    s.object('One credential that cannot be decrypted, without its secret.', {
      owner: s.text('Owner of the credential.', 'owner_1'),
      venue: s.venueField('Venue.'),
      keyId: s.text('Id of the vault key that encrypts the credential.', '91c2aa07'),
      problem: s.text('Reason why it cannot be decrypted.', 'no configured key has the id 91c2aa07'),
    }),
  );
