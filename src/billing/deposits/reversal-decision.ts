import type { ReversalEffect } from './reversal.ts';

/** What one event reported of a payment. */
export interface ReversalPart {
  readonly effect: ReversalEffect;
  readonly objectId: string;
  readonly amount: number;
}

/**
 * What a provider has taken back of a payment: refunds and disputes less what disputes gave back, each dispute at most
 * what it took. The order in which the parts arrived does not matter.
 */
export function computeTakenBack(parts: readonly ReversalPart[]): number {
  const disputes = new Map<string, { taken: number; given: number }>();
  let total = 0;
  for (const { effect, objectId, amount } of parts) {
    if (effect === 'refund') {
      total += amount;
      continue;
    }
    const dispute = disputes.get(objectId) ?? { taken: 0, given: 0 };
    if (effect === 'dispute') dispute.taken += amount;
    else dispute.given += amount;
    disputes.set(objectId, dispute);
  }
  for (const { taken, given } of disputes.values()) total += taken - Math.min(given, taken);
  return total;
}

export interface ReviewFacts {
  /** What was paid. */
  readonly whole: number;
  /** What of it has left the review: to the provider, and by returns of the operator. */
  readonly takenBack: number;
  /** Of that, by returns of the operator. */
  readonly returned: number;
  readonly parts: readonly ReversalPart[];
}

/**
 * What leaves the review of a deposit that waits now (positive), or comes back into it (negative), so that the provider
 * has taken out what it reports in all: at most what the operator has not returned.
 */
export function decideReviewChange({ whole, takenBack, returned, parts }: ReviewFacts): number {
  const target = Math.min(computeTakenBack(parts), whole - returned);
  return target - (takenBack - returned);
}
