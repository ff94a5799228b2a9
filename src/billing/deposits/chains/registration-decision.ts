import { MAX_WALLETS_PER_OWNER, type RegisterOutcome } from './wallets.ts';

export interface RegistrationFacts {
  /** The owner who registered the wallet before; null: none. */
  readonly registeredBy: string | null;
  /** The address belongs to a forwarder of the service. */
  readonly isDepositAddress: boolean;
  /** Wallets that the owner has registered. */
  readonly count: number;
}

/** Decides whether an owner may register a wallet. Writes nothing. */
export function decideRegistration(
  owner: string,
  { registeredBy, isDepositAddress, count }: RegistrationFacts,
): RegisterOutcome {
  if (registeredBy !== null) return registeredBy === owner ? 'known' : 'taken';
  if (isDepositAddress) return 'taken';
  return count >= MAX_WALLETS_PER_OWNER ? 'too_many' : 'registered';
}
