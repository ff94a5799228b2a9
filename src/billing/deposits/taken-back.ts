import Big from 'big.js';
import type { ReversalEffect } from './reversal.ts';

/** One report about a payment, in any unit. */
export interface ReversalPart {
  readonly effect: ReversalEffect;
  readonly objectId: string;
  readonly amount: Big.BigSource;
}

/**
 * Computes the amount of a payment that a provider has taken back: refunds and disputes less reinstatements, each
 * dispute at most its own amount. The order in which the parts arrived does not matter.
 */
export function computeTakenBack(parts: readonly ReversalPart[]): Big {
  const disputes = new Map<string, { taken: Big; given: Big }>();
  let total = new Big(0);
  for (const { effect, objectId, amount } of parts) {
    if (effect === 'refund') {
      total = total.plus(amount);
      continue;
    }
    const { taken, given } = disputes.get(objectId) ?? { taken: new Big(0), given: new Big(0) };
    disputes.set(
      objectId,
      effect === 'dispute' ? { taken: taken.plus(amount), given } : { taken, given: given.plus(amount) },
    );
  }
  for (const { taken, given } of disputes.values()) {
    if (taken.gt(given)) total = total.plus(taken).minus(given);
  }
  return total;
}
