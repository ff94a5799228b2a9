import type { EpochMs } from '../../../../domain/index.ts';
import { operation } from '../../../../storage/operation.ts';
import type { FamilyAddress } from '../chain.ts';
import { decideRegistration } from '../registration-decision.ts';
import type { ChainRows, WalletRow } from '../rows.ts';
import type { RegisterOutcome, ScopePosition, WalletRemoval } from '../wallets.ts';

interface WalletRows {
  readonly chains: ChainRows;
}

interface Registration extends FamilyAddress {
  readonly owner: string;
  /** Newest position of each watched chain of the family. */
  readonly positions: readonly ScopePosition[];
  /** Nonce of the challenge that the wallet's key has signed; null: no proof was given. */
  readonly proof: string | null;
  readonly now: EpochMs;
}

/**
 * Registers a wallet that has no owner or, with a proof, a wallet whose owner gave no proof. A challenge can be used
 * once.
 */
export const registerWallet = operation(
  'chains.registerWallet',
  ({ chains }: WalletRows, request: Registration): RegisterOutcome => {
    const { family, address, owner, proof, now } = request;
    if (proof !== null && !useChallenge(chains, request, proof)) return 'used';
    const registered = chains.findWallet(family, address);
    const former = chains.findFormerWallet({ family, address });

    const decision = decideRegistration(owner, {
      registered: registered === null ? null : { owner: registered.owner, isProved: registered.proved === 1 },
      isProof: proof !== null,
      removed: former?.cause === 'removed' ? former : null,
      isDepositAddress: chains.hasAddress(address),
      count: chains.countWallets(owner),
      now,
    });

    if (decision === 'prove') {
      chains.updateWallet({ ...(registered as WalletRow), proved: 1 });
      return 'known';
    }
    if (decision !== 'registered' && decision !== 'replace') return decision;
    if (registered !== null) endWallet(chains, registered, request.positions, 'replaced', now);
    chains.insertWallet({ family, address, owner, registeredAt: now, proved: proof === null ? 0 : 1 });
    for (const { scope, position } of request.positions) {
      const after = Math.max(position, chains.findHighest(scope) ?? position);
      chains.insertSpan({ family, address, scope, owner, after, until: null });
    }
    return 'registered';
  },
);

interface Removal extends WalletRemoval {
  readonly now: EpochMs;
}

/**
 * Removes a wallet from its owner, who keeps its earlier deposits. @returns false: the owner does not have the wallet.
 */
export function removeWallet(chains: ChainRows, { owner, positions, now, ...wallet }: Removal): boolean {
  const registered = chains.findWallet(wallet.family, wallet.address);
  if (registered === null || registered.owner !== owner) return false;
  endWallet(chains, registered, positions, 'removed', now);
  return true;
}

export const removeOwnWallet = operation(
  'chains.removeWallet',
  ({ chains }: WalletRows, removal: Removal): boolean => removeWallet(chains, removal),
);

function endWallet(
  chains: ChainRows,
  wallet: WalletRow,
  positions: readonly ScopePosition[],
  cause: 'removed' | 'replaced',
  now: EpochMs,
): void {
  const newest = new Map(positions.map(({ scope, position }) => [scope, position]));
  for (const span of chains.listOpenSpans(wallet, wallet.owner)) {
    const highest = chains.findHighest(span.scope) ?? span.after;
    chains.updateSpan({ ...span, until: Math.max(span.after, highest, newest.get(span.scope) ?? 0) });
  }
  chains.removeWallet(wallet);
  chains.insertFormerWallet({ ...wallet, endedAt: now, cause });
}

interface Challenge extends FamilyAddress {
  readonly nonce: string;
  readonly owner: string;
  readonly message: string;
  readonly expiresAt: EpochMs;
  readonly now: EpochMs;
}

/**
 * Stores a challenge that the key of a wallet has to sign. It replaces earlier challenges of the owner for the wallet.
 */
export const challengeWallet = operation(
  'chains.challengeWallet',
  ({ chains }: WalletRows, { now, ...challenge }: Challenge): null => {
    chains.removeExpiredChallenges(now);
    for (const { nonce } of chains.listChallenges(challenge, challenge.owner)) chains.removeChallenge(nonce);
    chains.insertChallenge(challenge);
    return null;
  },
);

/** Uses up a challenge. @returns false: the challenge was used or replaced, or has expired. */
function useChallenge(chains: ChainRows, { now, ...registration }: Registration, nonce: string): boolean {
  const challenge = chains
    .listChallenges(registration, registration.owner)
    .find((row) => row.nonce === nonce && row.expiresAt > now);
  if (challenge === undefined) return false;
  chains.removeChallenge(nonce);
  return true;
}
