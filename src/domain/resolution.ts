import type { WholeStatement } from './settling-terms.ts';
import type { EpochMs } from './time.ts';

/** Resolution of a binary market, by its venue's settlement source. Never inferred from a price. */
export interface Resolution {
  readonly asset: string;
  /** Result. `void`: the venue refunded both sides or settled between 0 and 1, and `payout` states how much. */
  readonly outcome: 'yes' | 'no' | 'void';
  /** Payout of one Yes contract, from 0 to 1; null when the venue does not state it. */
  readonly payout: number | null;
  /** Time at which the venue settled; null when it does not state it. */
  readonly settledAt: EpochMs | null;
  /** Answer of the venue that contained the result, for example `kalshi:/markets/{ticker}`. */
  readonly source: string;
  /** Whether the result was disputed; null when the venue reports no disputes. */
  readonly disputed: boolean | null;
}

/** Resolution in a venue's answer, with what the venue states later about a market on a price. */
export interface ResolutionAnswer extends Resolution {
  /** Later statements. Absent: none, or not yet. */
  readonly stated?: WholeStatement;
}

/** Finds the result from the payout of one Yes contract: only exactly 1 is a yes, and only exactly 0 a no. */
export function toOutcome(payout: number): Resolution['outcome'] {
  return payout === 1 ? 'yes' : payout === 0 ? 'no' : 'void';
}
