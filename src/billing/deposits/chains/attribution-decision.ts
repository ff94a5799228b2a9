import type { Attribution } from '../deposit.ts';
import type { WalletRow, WalletSpanRow } from './rows.ts';

/**
 * Owner of a transfer, derived from its sender. `sweep`: the operator moves its own money, so the transfer is not a
 * deposit.
 */
export type SenderAttribution = Attribution | { readonly kind: 'sweep' };

/** Facts about the sender of a transfer to the treasury. */
export interface SenderFacts {
  /** Position of the transfer on its chain: block, slot or time. */
  readonly position: number;
  /** Earliest time at which the transfer can have been mined, epoch ms. */
  readonly minedAfter: number;
  /**
   * Whether the sender is the treasury itself, or an address that was assigned to an owner in any scope: the forwarder
   * of another chain's salt sweeps a transfer that was sent on the wrong chain.
   */
  readonly isSweep: boolean;
  /** Registration of the sending address; null: the address is not registered, or the chain states no sender. */
  readonly wallet: Pick<WalletRow, 'owner' | 'registeredAt'> | null;
  /** Owners of the sending address, each for a span of positions on this chain. */
  readonly spans: readonly Pick<WalletSpanRow, 'owner' | 'after' | 'until'>[];
}

/**
 * Decides the owner of a transfer to the treasury. Pure. A wallet that was registered after the transfer does not own
 * it; otherwise anyone could claim a transfer that is already public. The position on the chain decides, because two
 * clocks can differ. A registration without a position on this chain (the chain was not watched yet) is compared by
 * time.
 */
export function decideAttribution(facts: SenderFacts): SenderAttribution {
  const { position, minedAfter, isSweep, wallet, spans } = facts;
  if (isSweep) return { kind: 'sweep' };
  const span = spans.find(({ after, until }) => position > after && (until === null || position <= until));
  if (span !== undefined) return { kind: 'owner', owner: span.owner };
  if (wallet === null) return { kind: 'unknown', reason: 'unknown_sender' };
  const hasPosition = spans.some(({ owner, until }) => owner === wallet.owner && until === null);
  if (hasPosition || minedAfter <= wallet.registeredAt) {
    return { kind: 'unknown', reason: 'before_registration' };
  }
  return { kind: 'owner', owner: wallet.owner };
}
