import { type Clock, epochMs } from '../../../domain/index.ts';
import type { ServiceDatabase } from '../../../storage/service-database.ts';
import type { FamilyAddress } from './chain.ts';
import { assignAddress, registerWallet, toDepositAddress } from './operations/addresses.ts';
import type { ChainQueries } from './rows.ts';
import type { DepositAddress, DepositAddresses, RegisteredWallet, RegisterOutcome } from './wallets.ts';

export interface StoredAddressesOptions {
  /** The service database behind the ledger: refuses operations while the ledger is not accepting writes. */
  readonly ledgerDatabase: ServiceDatabase;
  readonly queries: ChainQueries;
  readonly clock: Clock;
}

/** Wallets and deposit addresses in the service database. */
export class StoredAddresses implements DepositAddresses {
  readonly #options: StoredAddressesOptions;

  constructor(options: StoredAddressesOptions) {
    this.#options = options;
  }

  async listWallets(owner: string): Promise<readonly RegisteredWallet[]> {
    const rows = await this.#options.queries.listWallets(owner);
    return rows.map(({ address, family, registeredAt }) => ({
      address,
      family,
      registeredAt: epochMs(registeredAt),
    }));
  }

  register({ family, address }: FamilyAddress, owner: string): Promise<RegisterOutcome> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(registerWallet, { family, address, owner, now: clock() });
  }

  assign(scope: string, address: DepositAddress): Promise<DepositAddress> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(assignAddress, { scope, address, now: clock() });
  }

  async findAssigned(scope: string, owner: string): Promise<DepositAddress | null> {
    const row = await this.#options.queries.findAddress(scope, owner);
    return row === null ? null : toDepositAddress(row);
  }
}
