import type { Attribution } from '../deposit.ts';
import type { WalletRow } from './rows.ts';

/** `sweep`: the operator's own money moves, so the transfer is no deposit. */
export type SenderAttribution = Attribution | { readonly kind: 'sweep' };

/** The sender of a transfer to the treasury. */
export interface SenderFacts {
  /** Epoch ms; the transfer is not older than this. */
  readonly minedAfter: number;
  /**
   * The treasury itself, or an address that was given to an owner in any scope: a transfer on a wrong chain is swept
   * by the forwarder of the other chain's salt.
   */
  readonly isSweep: boolean;
  /** The registration of the sending address; null: it is not registered, or the chain names no sender. */
  readonly wallet: Pick<WalletRow, 'owner' | 'registeredAt'> | null;
}

/**
 * Decides whose a transfer to the treasury is. Writes nothing.
 *
 * A wallet that was registered after the transfer does not own it: else any owner could claim a transfer that is
 * already public.
 */
export function decideAttribution({ minedAfter, isSweep, wallet }: SenderFacts): SenderAttribution {
  if (isSweep) return { kind: 'sweep' };
  if (wallet === null) return { kind: 'unknown', reason: 'unknown_sender' };
  if (minedAfter <= wallet.registeredAt) return { kind: 'unknown', reason: 'before_registration' };
  return { kind: 'owner', owner: wallet.owner };
}
