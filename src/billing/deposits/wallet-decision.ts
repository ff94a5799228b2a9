import type { FamilyAddress } from './chains/chain.ts';
import type { RegisterOutcome } from './chains/wallets.ts';

/** Outcomes in order of precedence: when several apply, the first is returned. */
export type WalletOutcome =
  | { readonly status: 'not_configured' }
  /** The text is not an address of any family, or the address has no key. */
  | { readonly status: 'no_wallet' }
  | { readonly status: 'registered' }
  /** No chain of the wallet's family is watched. */
  | { readonly status: 'no_chain' }
  /**
   * The address is a treasury, token or contract, is shared by many people, is sanctioned, or belongs to another owner.
   */
  | { readonly status: 'not_allowed' }
  | { readonly status: 'contract' }
  /** A chain could not tell whether the address is a contract, or did not state its newest position. */
  | { readonly status: 'unknown'; readonly chain: string }
  | { readonly status: 'too_many' }
  /** The family has no way to prove ownership of a wallet. */
  | { readonly status: 'no_proofs' }
  /** The proof was signed by another key, for another address or service, too late, or was used before. */
  | { readonly status: 'wrong_proof' };

/** Kind of code at an address on one chain. */
export interface FoundCode {
  readonly chain: string;
  readonly code: 'contract' | 'none' | 'unknown';
}

export interface WalletFacts {
  /** Whether the service watches any chain. */
  readonly hasChains: boolean;
  /** Address in its canonical form; null: the text is not an address that can have a key. */
  readonly wallet: FamilyAddress | null;
  /** Whether the owner has registered the wallet before. */
  readonly isOwn: boolean;
  /** Whether a chain of the wallet's family is watched. */
  readonly isWatched: boolean;
  /** Whether the address is a treasury, token or contract of a chain, or on one of the operator's lists. */
  readonly isExcluded: boolean;
  /** Code of the address on each chain of its family; empty: the chains were not asked. */
  readonly codes: readonly FoundCode[];
  /** Names of the family's chains without a known newest position; empty also if no chain was asked. */
  readonly silent?: readonly string[];
  /** Whether the caller has proved to hold the key of the wallet, which can change an earlier registration. */
  readonly isProof?: boolean;
}

export type WalletDecision = WalletOutcome | { readonly status: 'register'; readonly wallet: FamilyAddress };

/** Decides whether an owner may register a wallet, as far as the wallet alone decides. Writes nothing. */
export function decideWallet(facts: WalletFacts): WalletDecision {
  const { wallet, codes } = facts;
  if (!facts.hasChains) return { status: 'not_configured' };
  if (wallet === null) return { status: 'no_wallet' };
  // Registering the same wallet again needs no check.
  if (facts.isOwn && facts.isProof !== true) return { status: 'registered' };
  if (!facts.isWatched) return { status: 'no_chain' };
  if (facts.isExcluded) return { status: 'not_allowed' };
  // A wallet has the same address on all chains of its family, so it must not be a contract on any of them.
  if (codes.some(({ code }) => code === 'contract')) return { status: 'contract' };
  const silent = codes.find(({ code }) => code === 'unknown')?.chain ?? facts.silent?.[0];
  if (silent !== undefined) return { status: 'unknown', chain: silent };
  return { status: 'register', wallet };
}

/** Converts the result of a registration, which has compared the wallet with those of other owners. */
export function toWalletOutcome(registration: RegisterOutcome): WalletOutcome {
  switch (registration) {
    case 'taken':
      return { status: 'not_allowed' };
    case 'too_many':
      return { status: 'too_many' };
    case 'used':
      return { status: 'wrong_proof' };
    case 'registered':
    case 'known':
      return { status: 'registered' };
  }
}
