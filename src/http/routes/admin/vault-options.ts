import type { Operator } from '../../../accounts/operator.ts';
import { KeyInUseError, type Vault, VaultClosedError } from '../../../bot/credentials.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import * as s from '../../schemas/schema.ts';

export interface VaultAdminOptions {
  readonly operator: Pick<Operator, 'note'>;
  readonly vault: Pick<Vault, 'rotate' | 'removeUnopenable' | 'forgetKey' | 'keyId'>;
}

/** Access of the calls on the vault. */
export const VAULT_CONFIG = { access: 'admin', cacheSeconds: 0, probe: false } as const;

/** Failures that each call on the vault may answer with. */
export const VAULT_FAILURES = s.failures(
  'validation_failed',
  'admin_unauthorized',
  'too_many_attempts',
  'ledger_unavailable',
  'vault_not_configured',
);

/** Runs work on the vault. @throws {ApiError} with the reason why the vault cannot be opened. */
export async function withOpenVault<T>(work: () => Promise<T>): Promise<T> {
  return requireStore(work).catch((error: unknown) => {
    if (error instanceof KeyInUseError) throw new ApiError('vault_key_in_use', error.message);
    if (!(error instanceof VaultClosedError)) throw error;
    throw new ApiError('vault_not_configured', `the credential vault cannot be opened: ${error.message}`);
  });
}
