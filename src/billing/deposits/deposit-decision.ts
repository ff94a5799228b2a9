import type { MicroUsd } from '../../domain/index.ts';
import {
  type Arrival,
  CREDITED_CURRENCIES,
  type DepositLimits,
  type HeldReason,
  type UnattributedReason,
} from './deposit.ts';

export interface DepositFacts {
  readonly limits: DepositLimits;
  /** Sum that deposits credited to the owner today, micro-USD. */
  readonly creditedToday: number;
  /** Whether an earlier deposit of the sender was credited to the owner. */
  readonly isKnownSender: boolean;
}

/** Decision about a deposit. `counted`: amount of the posting; null: the deposit is recorded without a posting. */
export type DepositDecision =
  | { readonly state: 'credited'; readonly owner: string; readonly counted: MicroUsd }
  | { readonly state: 'held'; readonly reason: HeldReason; readonly counted: MicroUsd | null }
  | {
      readonly state: 'unattributed';
      readonly reason: UnattributedReason;
      readonly counted: MicroUsd | null;
    };

/** Decision about an amount that the ledger cannot count exactly. */
export const OUT_OF_RANGE: DepositDecision = { state: 'held', reason: 'amount_out_of_range', counted: null };

/**
 * Decides the state of an arrived deposit. Writes nothing. The caller reads the facts and stores the decision within
 * one transaction; otherwise two deposits could both use the rest of a day's limit.
 */
export function decideDeposit(arrival: Arrival, facts: DepositFacts): DepositDecision {
  const { currency, microUsd, attribution, isSanctioned, firstDepositCap } = arrival;
  if (!CREDITED_CURRENCIES.includes(currency)) {
    return { state: 'unattributed', reason: 'currency', counted: null };
  }
  if (microUsd === null) return OUT_OF_RANGE;
  const held = (reason: HeldReason) => ({ state: 'held' as const, reason, counted: microUsd });
  if (isSanctioned === true) return held('sanctioned');
  if (attribution.kind === 'unknown') {
    return { state: 'unattributed', reason: attribution.reason, counted: microUsd };
  }
  if (firstDepositCap !== undefined && microUsd > firstDepositCap && !facts.isKnownSender) {
    return held('first_deposit');
  }
  if (microUsd > facts.limits.perDeposit) return held('deposit_cap');
  if (facts.creditedToday + microUsd > facts.limits.perDay) return held('day_cap');
  return { state: 'credited', owner: attribution.owner, counted: microUsd };
}
