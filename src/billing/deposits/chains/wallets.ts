import type { EpochMs } from '../../../domain/index.ts';
import type { ChainFamilyName, FamilyAddress } from './chain.ts';

/** More would only help someone who registers the wallets of others. */
export const MAX_WALLETS_PER_OWNER = 20;

/** A wallet whose transfers to the treasury credit an owner. */
export interface RegisteredWallet {
  readonly address: string;
  readonly family: ChainFamilyName;
  readonly registeredAt: EpochMs;
}

/** `taken`: by another owner, or it is one of our own forwarders. */
export type RegisterOutcome = 'registered' | 'known' | 'taken' | 'too_many';

/** The address of an owner on a chain, and the inputs of its calculation. */
export interface DepositAddress {
  readonly owner: string;
  readonly address: string;
  readonly salt: string;
  readonly factory: string;
  readonly implementation: string;
}

/** Registered wallets and deposit addresses of owners. Writes resolve after their commit. */
export interface DepositAddresses {
  listWallets(owner: string): Promise<readonly RegisteredWallet[]>;
  /** Each wallet belongs to one owner at most. */
  register(wallet: FamilyAddress, owner: string): Promise<RegisterOutcome>;
  /** Keeps the first address that an owner was given on a chain, even when the contracts change later. */
  assign(scope: string, address: DepositAddress): Promise<DepositAddress>;
  findAssigned(scope: string, owner: string): Promise<DepositAddress | null>;
}
