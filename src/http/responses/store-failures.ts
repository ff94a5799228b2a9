import { LedgerUnavailableError } from '../../billing/ledger/ledger.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import { ApiError, UNAVAILABLE_RETRY_AFTER_S } from './errors.ts';

/**
 * Runs a write of the ledger or of the accounts.
 *
 * @param consequence End of the message to the caller if the ledger accepts no writes.
 * @throws {ApiError} `ledger_unavailable` when the write failed, or its outcome is unknown.
 */
export async function requireStore<T>(work: () => Promise<T>, consequence = 'nothing was lost'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = describeUnavailable(error, consequence);
    if (message === null) throw error;
    throw new ApiError('ledger_unavailable', message, {
      headers: { 'retry-after': String(UNAVAILABLE_RETRY_AFTER_S) },
      cause: error,
    });
  }
}

function describeUnavailable(error: unknown, consequence: string): string | null {
  if (error instanceof LedgerUnavailableError) {
    return `the ledger cannot be written at the moment; try again, ${consequence}`;
  }
  if (error instanceof StorageUnavailableError) {
    return 'the service database cannot be written at the moment; try again';
  }
  return null;
}
