import type { Arrival } from '../deposit.ts';
import type { WalletRow } from './rows.ts';

/** The sender of a transfer to the treasury. */
export interface SenderFacts {
  /** Epoch ms; the transfer is not older than this. */
  readonly minedAfter: number;
  /**
   * The treasury itself, or an address that was given to an owner in any scope: what was sent on a wrong chain is swept
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
 *
 * @returns null when it is no deposit.
 */
export function attributeToSender({ minedAfter, isSweep, wallet }: SenderFacts): Arrival['owner'] | null {
  if (isSweep) return null;
  if (wallet === null) return { unknown: 'unknown_sender' };
  return minedAfter > wallet.registeredAt ? wallet.owner : { unknown: 'before_registration' };
}
