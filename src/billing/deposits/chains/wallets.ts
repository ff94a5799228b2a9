import type { EpochMs } from '../../../domain/index.ts';
import type { ChainFamilyName, FamilyAddress } from './chain.ts';

/** More would only help someone who registers the wallets of others. */
export const MAX_WALLETS_PER_OWNER = 20;

/** A wallet whose transfers to the treasury credit an owner. */
export interface RegisteredWallet {
  readonly address: string;
  readonly family: ChainFamilyName;
  readonly registeredAt: EpochMs;
  /** Whether the key of the wallet has signed for the owner. */
  readonly proved: boolean;
}

/** A wallet that was the owner's until another one proved to have its key. */
export interface ReplacedWallet extends RegisteredWallet {
  readonly replacedAt: EpochMs;
}

/** A position of a chain by the scope of its deposits. */
export interface ScopePosition {
  readonly scope: string;
  /** The newest block, slot or time that any node shows, final or not. */
  readonly position: number;
}

/** The end of a registration. */
export interface WalletRemoval extends FamilyAddress {
  readonly owner: string;
  /** Of all watched chains of the family: later transfers are not the owner's. */
  readonly positions: readonly ScopePosition[];
}

/** A text that the key of a wallet has to sign, once. */
export interface WalletChallenge {
  readonly nonce: string;
  readonly message: string;
  readonly expiresAt: EpochMs;
}

/** `taken`: by another owner, or it is one of our own forwarders. `used`: the challenge of the proof is not open. */
export type RegisterOutcome = 'registered' | 'known' | 'taken' | 'too_many' | 'used';

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
  /** Wallets of the owner that others took by a proof, newest first. */
  listReplaced(owner: string): Promise<readonly ReplacedWallet[]>;
  /**
   * Each wallet belongs to one owner at most, in each part of a chain.
   *
   * @param positions Of all watched chains of the family; where one is missing, times are compared there.
   * @param proof Nonce of the challenge that the key of the wallet has signed.
   */
  register(
    wallet: FamilyAddress,
    owner: string,
    positions?: readonly ScopePosition[],
    proof?: string | null,
  ): Promise<RegisterOutcome>;
  /** What it sent up to the positions stays the owner's. @returns false: the owner does not have it. */
  remove(wallet: FamilyAddress, owner: string, positions: readonly ScopePosition[]): Promise<boolean>;
  /** In place of an earlier challenge of the owner for the wallet. */
  challenge(wallet: FamilyAddress, owner: string, challenge: WalletChallenge): Promise<void>;
  /** Whether another owner has proved to have the key of a wallet. */
  isProvedByOther(wallet: FamilyAddress, owner: string): Promise<boolean>;
  /** Challenges that have not been used, also expired ones. */
  listChallenges(wallet: FamilyAddress, owner: string): Promise<readonly WalletChallenge[]>;
  /** Keeps the first address that an owner was given on a chain, even when the contracts change later. */
  assign(scope: string, address: DepositAddress): Promise<DepositAddress>;
  findAssigned(scope: string, owner: string): Promise<DepositAddress | null>;
}
