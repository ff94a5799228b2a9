import type { EpochMs } from '../../../domain/index.ts';
import type { ChainFamilyName, FamilyAddress } from './chain.ts';

/**
 * Maximum number of wallets per owner. A higher limit would mainly help someone who registers other people's wallets.
 */
export const MAX_WALLETS_PER_OWNER = 20;

/** A wallet whose transfers to the treasury are credited to its owner. */
export interface RegisteredWallet {
  readonly address: string;
  readonly family: ChainFamilyName;
  readonly registeredAt: EpochMs;
  /** Whether the key of the wallet has signed for the owner. */
  readonly proved: boolean;
}

/** A wallet that another owner took over by proving to have its key. */
export interface ReplacedWallet extends RegisteredWallet {
  readonly replacedAt: EpochMs;
}

/** A position of a chain by the scope of its deposits. */
export interface ScopePosition {
  readonly scope: string;
  /** Newest block, slot or time that any node reports, final or not. */
  readonly position: number;
}

/** The removal of a wallet from its owner. */
export interface WalletRemoval extends FamilyAddress {
  readonly owner: string;
  /** Positions of all watched chains of the family. Transfers after them no longer belong to the owner. */
  readonly positions: readonly ScopePosition[];
}

/** A text that the key of a wallet has to sign, valid once. */
export interface WalletChallenge {
  readonly nonce: string;
  readonly message: string;
  readonly expiresAt: EpochMs;
}

/**
 * `taken`: the wallet belongs to another owner, or is a forwarder of this service. `used`: the challenge of the proof
 * is not open.
 */
export type RegisterOutcome = 'registered' | 'known' | 'taken' | 'too_many' | 'used';

/** The address of an owner on a chain, with the inputs from which it is computed. */
export interface DepositAddress {
  readonly owner: string;
  readonly address: string;
  readonly salt: string;
  readonly factory: string;
  readonly implementation: string;
}
