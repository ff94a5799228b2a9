import { type Clock, epochMs } from '../../../domain/index.ts';
import type { ServiceDatabase } from '../../../storage/service-database.ts';
import type { FamilyAddress } from './chain.ts';
import { assignAddress, toDepositAddress } from './operations/addresses.ts';
import { challengeWallet, registerWallet, removeOwnWallet } from './operations/wallets.ts';
import type { ChainQueries, WalletRow } from './rows.ts';
import type {
  DepositAddress,
  RegisteredWallet,
  RegisterOutcome,
  ReplacedWallet,
  ScopePosition,
  WalletChallenge,
} from './wallets.ts';

export interface DepositAddressesOptions {
  /** Service database wrapped by the ledger: it refuses operations while the ledger is not accepting writes. */
  readonly ledgerDatabase: ServiceDatabase;
  readonly queries: ChainQueries;
  readonly clock: Clock;
}

/**
 * Registered wallets and deposit addresses of owners, in the service database. Writes resolve after their commit.
 */
export class DepositAddresses {
  readonly #options: DepositAddressesOptions;

  constructor(options: DepositAddressesOptions) {
    this.#options = options;
  }

  async listWallets(owner: string): Promise<readonly RegisteredWallet[]> {
    const rows = await this.#options.queries.listWallets(owner);
    return rows.map(toRegisteredWallet);
  }

  /** Lists wallets of an owner that other owners took over by a proof, newest first. */
  async listReplaced(owner: string): Promise<readonly ReplacedWallet[]> {
    const rows = await this.#options.queries.listReplaced(owner);
    return rows.map((row) => ({ ...toRegisteredWallet(row), replacedAt: epochMs(row.endedAt) }));
  }

  /**
   * Registers a wallet. At each position of a chain a wallet has at most one owner.
   *
   * @param positions Positions of all watched chains of the family. On a chain without a position, times are compared.
   * @param proof Nonce of the challenge that the wallet's key has signed.
   */
  register(
    { family, address }: FamilyAddress,
    owner: string,
    positions: readonly ScopePosition[] = [],
    proof: string | null = null,
  ): Promise<RegisterOutcome> {
    const { ledgerDatabase, clock } = this.#options;
    const request = { family, address, owner, positions, proof, now: clock() };
    return ledgerDatabase.transact(registerWallet, request);
  }

  /**
   * Removes a wallet of an owner. The owner keeps the deposits that the wallet sent up to the positions.
   *
   * @returns false: the owner does not have the wallet.
   */
  remove(
    { family, address }: FamilyAddress,
    owner: string,
    positions: readonly ScopePosition[],
  ): Promise<boolean> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(removeOwnWallet, { family, address, owner, positions, now: clock() });
  }

  /** Stores a challenge. It replaces an earlier one of the owner for the same wallet. */
  async challenge(
    { family, address }: FamilyAddress,
    owner: string,
    challenge: WalletChallenge,
  ): Promise<void> {
    const { ledgerDatabase, clock } = this.#options;
    await ledgerDatabase.transact(challengeWallet, { ...challenge, family, address, owner, now: clock() });
  }

  /** Whether another owner has proved ownership of a wallet. */
  async isProvedByOther({ family, address }: FamilyAddress, owner: string): Promise<boolean> {
    const row = await this.#options.queries.findWallet(family, address);
    return row !== null && row.owner !== owner && row.proved === 1;
  }

  /** Lists the unused challenges of an owner for a wallet, including expired ones. */
  async listChallenges(wallet: FamilyAddress, owner: string): Promise<readonly WalletChallenge[]> {
    const rows = await this.#options.queries.listChallenges(wallet, owner);
    return rows.map(({ nonce, message, expiresAt }) => ({
      nonce,
      message,
      expiresAt: epochMs(expiresAt),
    }));
  }

  /**
   * Stores the first address that an owner was assigned on a chain. Returns that address even if the forwarder
   * contracts change later.
   */
  assign(scope: string, address: DepositAddress): Promise<DepositAddress> {
    const { ledgerDatabase, clock } = this.#options;
    return ledgerDatabase.transact(assignAddress, { scope, address, now: clock() });
  }

  async findAssigned(scope: string, owner: string): Promise<DepositAddress | null> {
    const row = await this.#options.queries.findAddress(scope, owner);
    return row === null ? null : toDepositAddress(row);
  }
}

function toRegisteredWallet({ address, family, registeredAt, proved }: WalletRow): RegisteredWallet {
  return { address, family, registeredAt: epochMs(registeredAt), proved: proved === 1 };
}
