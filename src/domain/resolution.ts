import type { WholeStatement } from './settling-terms.ts';
import type { EpochMs } from './time.ts';

/** How a binary market ended, as its venue's settlement source says. Never inferred from a price. */
export interface Resolution {
  readonly asset: string;
  /** `void`: the venue paid both sides back or settled between 0 and 1; `payout` then says how much. */
  readonly outcome: 'yes' | 'no' | 'void';
  /** Payout of one Yes contract, 0 to 1; null when the venue does not say. */
  readonly payout: number | null;
  /** When the venue settled; null when it does not say. */
  readonly settledAt: EpochMs | null;
  /** Answer of the venue that said so, for example `kalshi:/markets/{ticker}`. */
  readonly source: string;
  /** Whether the result was disputed; null when the venue reports no disputes. */
  readonly disputed: boolean | null;
}

/** Resolution as a venue answers it, with what it states of a market about a price afterwards. */
export interface ResolutionAnswer extends Resolution {
  /** Absent: not stated, or not yet. */
  readonly stated?: WholeStatement;
}

/** Outcome of a market by the payout of one Yes contract: only exactly 1 and exactly 0 are a yes and a no. */
export function toOutcome(payout: number): Resolution['outcome'] {
  return payout === 1 ? 'yes' : payout === 0 ? 'no' : 'void';
}
