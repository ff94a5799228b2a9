import type { MicroUsd } from '../../domain/index.ts';

/** `dispute`: the bank took the money while it decides. `reinstatement`: it decided for us. */
const REVERSAL_EFFECTS = ['refund', 'dispute', 'reinstatement'] as const;
export type ReversalEffect = (typeof REVERSAL_EFFECTS)[number];

/** Money that a provider took back from a payment, or gave back after a dispute. */
export interface Reversal {
  readonly effect: ReversalEffect;
  /** The charge, refund or dispute. A reinstatement has that of its dispute. */
  readonly objectId: string;
  /** Key of the transfer in the scope of the provider. */
  readonly idem: string;
  /** By which its deposit is found; null: unknown. */
  readonly paymentId: string | null;
  /** The owner that the event names: charged when the reversal names no payment, otherwise it waits for the deposit. */
  readonly owner: string | null;
  /** Total taken back for the object so far; the difference from the total before is new. null: not counted. */
  readonly total: MicroUsd | null;
  /** In capitals. */
  readonly currency: string;
  /** The same total as decimal text in units of the currency. */
  readonly amount: string;
}

/** A reversal in a currency that is counted. */
export type CountedReversal = Reversal & { readonly total: MicroUsd };

export function isCounted(reversal: Reversal): reversal is CountedReversal {
  return reversal.total !== null;
}

/** Outcome of a reversal. */
export type ReversalOutcome =
  /** Its deposit has not arrived; it is applied right after the deposit. */
  | { readonly status: 'pending' }
  /** The currency is not counted. */
  | { readonly status: 'currency' }
  /** The deposit or the reversal has no owner. */
  | { readonly status: 'unattributed' }
  /** Everything of it was applied before. */
  | { readonly status: 'repeated'; readonly owner: string; readonly moved: number }
  | {
      readonly status: 'moved';
      readonly owner: string;
      /** By how much the balance changed, debts aside. Micro-USD. */
      readonly moved: number;
      /** The deposit waits for a review or went back: no balance changed. */
      readonly isHeld: boolean;
    };
