import { DAY_MS } from '../../../domain/index.ts';
import { MAX_WALLETS_PER_OWNER, type RegisterOutcome } from './wallets.ts';

/** The last registration of a wallet that was removed by its owner or the operator. */
interface RemovedWallet {
  readonly owner: string;
  /** Time when the registration ended, epoch ms. */
  readonly endedAt: number;
}

export interface RegistrationFacts {
  /** Current registration of the wallet; null: none. */
  readonly registered: { readonly owner: string; readonly isProved: boolean } | null;
  /** Whether the requesting owner has proved to hold the key of the wallet. */
  readonly isProof: boolean;
  /** Last removed registration of the wallet; null: the wallet was never removed. */
  readonly removed: RemovedWallet | null;
  /** Whether the address belongs to a forwarder of the service. */
  readonly isDepositAddress: boolean;
  /** Number of wallets that the owner has registered. */
  readonly count: number;
  /** Present time, epoch ms. */
  readonly now: number;
}

/**
 * Decision about a registration. `replace`: ends another owner's registration that has no proof. `prove`: adds the
 * proof to the owner's own registration.
 */
export type RegistrationDecision = RegisterOutcome | 'replace' | 'prove';

/** Decides whether an owner may register a wallet. Writes nothing. */
export function decideRegistration(owner: string, facts: RegistrationFacts): RegistrationDecision {
  const { registered, isProof, removed, isDepositAddress, count, now } = facts;
  if (registered?.owner === owner) return isProof && !registered.isProved ? 'prove' : 'known';
  if (isDepositAddress) return 'taken';
  if (registered !== null && (registered.isProved || !isProof)) return 'taken';
  // A proof lifts the waiting time of a day that applies to other owners after a removal.
  const isTooSoon = removed !== null && removed.owner !== owner && now < removed.endedAt + DAY_MS;
  if (registered === null && isTooSoon && !isProof) return 'taken';
  if (count >= MAX_WALLETS_PER_OWNER) return 'too_many';
  return registered === null ? 'registered' : 'replace';
}
