import type { Attribution } from '../deposit.ts';
import type { WalletRow, WalletSpanRow } from './rows.ts';

/** `sweep`: the operator's own money moves, so the transfer is no deposit. */
export type SenderAttribution = Attribution | { readonly kind: 'sweep' };

/** The sender of a transfer to the treasury. */
export interface SenderFacts {
  /** Block, slot or time of the chain that the transfer is in. */
  readonly position: number;
  /** Time after which the transfer was mined, epoch ms; the transfer is not older than this. */
  readonly minedAfter: number;
  /**
   * The treasury itself, or an address that was given to an owner in any scope: a transfer on a wrong chain is swept
   * by the forwarder of the other chain's salt.
   */
  readonly isSweep: boolean;
  /** The registration of the sending address; null: not registered, or the chain names no sender. */
  readonly wallet: Pick<WalletRow, 'owner' | 'registeredAt'> | null;
  /** Owners of the sending address, by the part of this chain. */
  readonly spans: readonly Pick<WalletSpanRow, 'owner' | 'after' | 'until'>[];
}

/**
 * Decides whose a transfer to the treasury is. Writes nothing.
 *
 * A wallet that was registered after the transfer does not own it: else any owner could claim a transfer that is
 * already public. What decides is the position on the chain, because two clocks can differ. Registrations that have no
 * position on this chain, since it is watched for a shorter time than they are there, are compared by time.
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
