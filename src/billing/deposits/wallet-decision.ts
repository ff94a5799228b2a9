import type { FamilyAddress } from './chains/chain.ts';
import type { RegisterOutcome } from './chains/wallets.ts';

/** Outcomes in order of precedence: when several apply, the first is returned. */
export type WalletOutcome =
  | { readonly status: 'not_configured' }
  /** No address of any family, or one that has no key. */
  | { readonly status: 'no_wallet' }
  | { readonly status: 'registered' }
  /** No chain of its family is watched. */
  | { readonly status: 'no_chain' }
  /** Treasury, token or contract, an address shared by many people, sanctioned, or registered by another owner. */
  | { readonly status: 'not_allowed' }
  | { readonly status: 'contract' }
  /** A chain could not say whether it is a contract. */
  | { readonly status: 'unknown'; readonly chain: string }
  | { readonly status: 'too_many' }
  /** The family has no proof of a wallet's owner. */
  | { readonly status: 'no_proofs' }
  /** Signed by another key, for another address or service, too late, or used before. */
  | { readonly status: 'wrong_proof' };

/** The code of an address on one chain. */
export interface FoundCode {
  readonly chain: string;
  readonly code: 'contract' | 'none' | 'unknown';
}

export interface WalletFacts {
  /** Whether any chain is watched. */
  readonly hasChains: boolean;
  /** Address in its one form; null: the text is no address that can have a key. */
  readonly wallet: FamilyAddress | null;
  /** Whether the owner has registered the wallet before. */
  readonly isOwn: boolean;
  /** Whether a chain of the wallet's family is watched. */
  readonly isWatched: boolean;
  /** Whether the address is a treasury, token or contract of a chain, or on a list. */
  readonly isExcluded: boolean;
  /** Codes at the address on the chains of its family; empty: not asked. */
  readonly codes: readonly FoundCode[];
  /** Names of the family's chains without a known newest position; empty also when no chain was asked. */
  readonly silent?: readonly string[];
  /** Whether the caller proves to have its key, which can change a registration of before. */
  readonly isProof?: boolean;
}

export type WalletDecision = WalletOutcome | { readonly status: 'register'; readonly wallet: FamilyAddress };

/** Decides whether an owner may register a wallet, as far as it depends on the wallet alone. Writes nothing. */
export function decideWallet(facts: WalletFacts): WalletDecision {
  const { wallet, codes } = facts;
  if (!facts.hasChains) return { status: 'not_configured' };
  if (wallet === null) return { status: 'no_wallet' };
  // Registering the same wallet again needs no check.
  if (facts.isOwn && facts.isProof !== true) return { status: 'registered' };
  if (!facts.isWatched) return { status: 'no_chain' };
  if (facts.isExcluded) return { status: 'not_allowed' };
  // A wallet is the same address on all chains of its family, so none of them may have a contract there.
  if (codes.some(({ code }) => code === 'contract')) return { status: 'contract' };
  const silent = codes.find(({ code }) => code === 'unknown')?.chain ?? facts.silent?.[0];
  if (silent !== undefined) return { status: 'unknown', chain: silent };
  return { status: 'register', wallet };
}

/** The outcome for the owner after the wallet was compared with those of other owners. */
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
