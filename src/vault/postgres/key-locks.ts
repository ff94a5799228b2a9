import { holdSharedLocks, listLockHolders } from '../../storage/postgres/shared-locks.ts';
import type { KeyHolders } from '../key-holders.ts';

/** First number of the advisory locks. The second one is the id of a key, whose 8 hex digits are 32 bits. */
const LOCKS = 0x4354564b;
const ID_DIGITS = 8;

/**
 * Holds a lock for each key as long as this process runs, which shows others that it has the vault open with these
 * keys.
 */
export function holdVaultKeys(
  url: string,
  { keyIds, process }: { readonly keyIds: readonly string[]; readonly process: string },
): Promise<{ release(): Promise<void> }> {
  const numbers = keyIds.map((id) => Number.parseInt(id, 16));
  return holdSharedLocks(url, { group: LOCKS, numbers, name: process });
}

/** Finds the processes that have the vault of a database open. */
export function findVaultHolders(url: string): KeyHolders {
  return {
    list: async () =>
      (await listLockHolders(url, LOCKS)).map(({ name, numbers }) => ({
        process: name,
        keyIds: numbers.map((number) => number.toString(16).padStart(ID_DIGITS, '0')),
      })),
  };
}
