import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import { describeAction } from '../../access/key-holder.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { VAULT_CONFIG, VAULT_FAILURES, type VaultAdminOptions, withOpenVault } from './vault-options.ts';

/** POST /api/admin/vault/close: removes a credential that cannot be decrypted. */
export const registerVaultClose: Registration<VaultAdminOptions> = (app, { operator, vault }) => {
  app.post(
    '/api/admin/vault/close',
    {
      config: VAULT_CONFIG,
      schema: {
        operationId: 'closeCredential',
        summary: 'Removes a credential that cannot be decrypted',
        description:
          'A credential that can be decrypted is not removed; only its owner can do that. Until the owner stores a new one, orders for the venue are rejected with `no_credentials`.',
        tags: ['admin'],
        body: strictBody({
          owner: s.text('Owner of the credential.', 'owner_1', { pattern: OWNER_PATTERN, maxLength: 128 }),
          venue: s.venueField('Venue.'),
        }),
        response: {
          200: s.object('Credential that was removed.', {
            ok: s.okTrue(),
            owner: s.text('Owner of the credential.', 'owner_1'),
            venue: s.venueField('Venue.'),
          }),
          ...VAULT_FAILURES,
          ...s.failures('credential_not_found'),
        },
      },
    },
    async (request) => {
      const { owner, venue } = request.body;
      const outcome = await withOpenVault(() => vault.removeUnopenable({ owner, venue }));
      if (outcome !== 'removed') {
        const why =
          outcome === 'opens' ? 'can be decrypted, so only its owner can remove it' : 'does not exist';
        throw new ApiError('credential_not_found', `the credential of ${owner} for ${venue} ${why}`);
      }
      await requireStore(() => operator.note(describeAction(request, 'vault.close', `${owner} ${venue}`)));
      return { ok: true as const, owner, venue };
    },
  );
};
