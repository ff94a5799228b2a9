import { Type } from 'typebox';
import type { Operator } from '../../../accounts/operator.ts';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import { KeyInUseError, type Vault, VaultClosedError } from '../../../bot/credentials.ts';
import { describeAction } from '../../access/key-holder.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';

export interface VaultAdminOptions {
  readonly operator: Pick<Operator, 'note'>;
  readonly vault: Pick<Vault, 'rotate' | 'removeUnopenable' | 'forgetKey' | 'keyId'>;
}

const config = { access: 'admin', cacheSeconds: 0, probe: false } as const;
const REFUSALS = s.failures(
  'validation_failed',
  'admin_unauthorized',
  'too_many_attempts',
  'ledger_unavailable',
  'vault_not_configured',
);

/**
 * POST /api/admin/vault/rotate, /close and /forget: rotates the key of the vault, and removes credentials that cannot
 * be decrypted.
 */
export const registerVault: Registration<VaultAdminOptions> = (app, { operator, vault }) => {
  app.post(
    '/api/admin/vault/rotate',
    {
      config,
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
          ...REFUSALS,
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

  app.post(
    '/api/admin/vault/close',
    {
      config,
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
          ...REFUSALS,
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

  app.post(
    '/api/admin/vault/forget',
    {
      config,
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
          ...REFUSALS,
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

const keyIdField = (description: string) => s.text(description, '5f0a91c2', { pattern: '^[0-9a-f]{8}$' });

/**
 * Requires that the vault uses the wanted key. A service that was not restarted with the new key would encrypt
 * everything with the old one.
 */
function requireFirstKey({ keyId }: Pick<Vault, 'keyId'>, wanted: string | undefined): void {
  if (wanted === undefined || keyId === null || wanted === keyId) return;
  const message = `the service encrypts under key ${keyId}: restart it with key ${wanted} as the first of CROSSTAPE_VAULT_KEK`;
  throw new ApiError('vault_key_in_use', message);
}

/** Runs work on the vault. @throws {ApiError} with the reason why the vault cannot be opened. */
async function withOpenVault<T>(work: () => Promise<T>): Promise<T> {
  return requireStore(work).catch((error: unknown) => {
    if (error instanceof KeyInUseError) throw new ApiError('vault_key_in_use', error.message);
    if (!(error instanceof VaultClosedError)) throw error;
    throw new ApiError('vault_not_configured', `the credential vault cannot be opened: ${error.message}`);
  });
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
