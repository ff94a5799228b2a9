import type { AddressLine } from '../../billing/deposits/address-file.ts';
import type { ChainRows } from '../../billing/deposits/chains/rows.ts';
import type { EpochMs } from '../../domain/index.ts';
import { operation } from '../../storage/operation.ts';
import type { AccountRows } from '../rows.ts';

interface ImportRows {
  readonly accounts: AccountRows;
  readonly chains: ChainRows;
}

interface Import {
  readonly lines: readonly AddressLine[];
  readonly now: EpochMs;
}

/** Result of an import of addresses. */
export interface AddressImport {
  /** Number of addresses that are watched from now on. */
  readonly added: number;
  readonly known: number;
  /** Addresses that belong to another owner in the database. They stay unchanged. */
  readonly refused: readonly string[];
}

/**
 * Adds addresses that owners were told and that the database does not contain, so that they are watched. An unknown
 * owner gets the id that the file states. An owner with another current address keeps it, and the imported one is
 * watched as a former address.
 */
function importAddresses({ accounts, chains }: ImportRows, { lines, now }: Import): AddressImport {
  let [added, known] = [0, 0];
  const refused: string[] = [];
  for (const { uid, owner, chain: _, scope, address, salt, factory, implementation } of lines) {
    const holder = chains.findAddressOwner(scope, address);
    if (holder !== null) {
      if (holder === owner) known++;
      else refused.push(address);
      continue;
    }
    if (accounts.findOwner(owner) === null) {
      accounts.insertOwner({ name: owner, uid: Uint8Array.from(Buffer.from(uid, 'hex')), createdAt: now });
    }
    const former = chains.findAddress(scope, owner) === null ? 0 : 1;
    chains.insertAddress({ owner, address, salt, factory, implementation, scope, former, createdAt: now });
    added++;
  }
  return { added, known, refused };
}

export const importAddressFile = operation(
  'accounts.importAddresses',
  (rows: ImportRows, request: Import): AddressImport => importAddresses(rows, request),
);
