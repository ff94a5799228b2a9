import type { EpochMs } from '../../../domain/index.ts';
import type { ChainFamilyName, FamilyAddress } from './chain.ts';

/** Most wallets of an owner: more would only help someone who registers the wallets of others. */
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
  /** Positions of all watched chains of the family: later transfers are not the owner's. */
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
