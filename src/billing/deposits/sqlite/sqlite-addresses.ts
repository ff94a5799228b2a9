import type { Clock } from '../../../domain/index.ts';
import type { SqliteServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import type { SqliteLedger } from '../../sqlite/sqlite-ledger.ts';
import type { FamilyAddress } from '../chains/family-address.ts';
import {
  type DepositAddress,
  type DepositAddresses,
  MAX_WALLETS_PER_OWNER,
  type RegisteredWallet,
  type RegisterOutcome,
} from '../chains/wallets.ts';
import { assignAddressProcedure, findAssigned, registerWalletProcedure } from './chain-procedures.ts';

export interface SqliteAddressesOptions {
  readonly database: SqliteServiceDatabase;
  readonly ledger: SqliteLedger;
  readonly clock: Clock;
}

/** Wallets and deposit addresses in the service database. */
export class SqliteAddresses implements DepositAddresses {
  readonly #options: SqliteAddressesOptions;

  constructor(options: SqliteAddressesOptions) {
    this.#options = options;
  }

  async wallets(owner: string): Promise<readonly RegisteredWallet[]> {
    return this.#options.database.reads
      .get('SELECT address, family, registered_at AS registeredAt FROM wallet WHERE owner = ? ORDER BY seq')
      .all(owner) as unknown as RegisteredWallet[];
  }

  register({ family, address }: FamilyAddress, owner: string): Promise<RegisterOutcome> {
    const { ledger, clock } = this.#options;
    const registration = { family, address, owner, maxWallets: MAX_WALLETS_PER_OWNER, now: clock() };
    return ledger.transact(registerWalletProcedure, registration);
  }

  assign(scope: string, address: DepositAddress): Promise<DepositAddress> {
    const { ledger, clock } = this.#options;
    return ledger.transact(assignAddressProcedure, { scope, address, now: clock() });
  }

  async assigned(scope: string, owner: string): Promise<DepositAddress | null> {
    return findAssigned(this.#options.database.reads, scope, owner);
  }
}
