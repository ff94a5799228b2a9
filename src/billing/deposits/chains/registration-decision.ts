import { DAY_MS } from '../../../domain/index.ts';
import { MAX_WALLETS_PER_OWNER, type RegisterOutcome } from './wallets.ts';

/** The last registration of a wallet, which its owner or the operator removed. */
interface RemovedWallet {
  readonly owner: string;
  /** Time of the end, epoch ms. */
  readonly endedAt: number;
}

export interface RegistrationFacts {
  /** The registration in force; null: none. */
  readonly registered: { readonly owner: string; readonly isProved: boolean } | null;
  /** Whether the key of the wallet has signed for the owner who asks. */
  readonly isProof: boolean;
  /** Last removed registration of the wallet; null: never removed. */
  readonly removed: RemovedWallet | null;
  /** Whether the address belongs to a forwarder of the service. */
  readonly isDepositAddress: boolean;
  /** Wallets that the owner has registered. */
  readonly count: number;
  /** Present time, epoch ms. */
  readonly now: number;
}

/** `replace`: the unproved registration of another owner ends. `prove`: the owner's own is proved now. */
export type RegistrationDecision = RegisterOutcome | 'replace' | 'prove';

/** Decides whether an owner may register a wallet. Writes nothing. */
export function decideRegistration(owner: string, facts: RegistrationFacts): RegistrationDecision {
  const { registered, isProof, removed, isDepositAddress, count, now } = facts;
  if (registered?.owner === owner) return isProof && !registered.isProved ? 'prove' : 'known';
  if (isDepositAddress) return 'taken';
  if (registered !== null && (registered.isProved || !isProof)) return 'taken';
  // The key is stronger than the day in which others must wait.
  const isTooSoon = removed !== null && removed.owner !== owner && now < removed.endedAt + DAY_MS;
  if (registered === null && isTooSoon && !isProof) return 'taken';
  if (count >= MAX_WALLETS_PER_OWNER) return 'too_many';
  return registered === null ? 'registered' : 'replace';
}
