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
  /** A deposit of this sender was credited to this owner before. */
  readonly isKnownSender: boolean;
}

export type DepositDecision =
  | { readonly state: 'credited'; readonly owner: string; readonly amount: MicroUsd }
  | { readonly state: 'held'; readonly reason: HeldReason }
  | { readonly state: 'unattributed'; readonly reason: UnattributedReason };

/**
 * Decides what becomes of money that arrived. Writes nothing: the caller reads the facts and stores the decision
 * within one transaction, otherwise two deposits could share what is left of a day's limit.
 */
export function decideDeposit(arrival: Arrival, facts: DepositFacts): DepositDecision {
  const { currency, microUsd, owner, isSanctioned, firstDepositCap } = arrival;
  const held = (reason: HeldReason) => ({ state: 'held' as const, reason });
  const unattributed = (reason: UnattributedReason) => ({ state: 'unattributed' as const, reason });

  if (!CREDITED_CURRENCIES.includes(currency)) return unattributed('currency');
  if (microUsd === null) return held('amount_out_of_range');
  if (isSanctioned === true) return held('sanctioned');
  if (typeof owner !== 'string') return unattributed(owner.unknown);
  if (firstDepositCap !== undefined && microUsd > firstDepositCap && !facts.isKnownSender) {
    return held('first_deposit');
  }
  if (microUsd > facts.limits.perDeposit) return held('deposit_cap');
  if (facts.creditedToday + microUsd > facts.limits.perDay) return held('day_cap');
  return { state: 'credited', owner, amount: microUsd };
}
