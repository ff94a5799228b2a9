import type { MicroUsd } from '../../domain/index.ts';

/**
 * Effects of a report. `dispute`: the customer's bank took the money until it decides. `reinstatement`: it decided for
 * the operator and gave the money back.
 */
const PROVIDER_EFFECTS = ['refund', 'dispute', 'reinstatement'] as const;
export type ProviderEffect = (typeof PROVIDER_EFFECTS)[number];

/**
 * Effects of a person's decision about a payment. `person` takes part of its deposit. `excess` takes money beyond the
 * deposit. `early` takes money of a reversal that has no deposit.
 */
export type PersonEffect = 'person' | 'excess' | 'early';

export type ReversalEffect = ProviderEffect | PersonEffect;

/**
 * A report that a provider took money of a payment back, or returned it: the state of one refund, charge or dispute.
 */
export interface Reversal {
  readonly effect: ProviderEffect;
  /** Id of the charge, refund or dispute. A reinstatement has the id of its dispute. */
  readonly objectId: string;
  /** Key of the transfer within the provider's scope. */
  readonly idem: string;
  /** Id of the payment, by which the deposit is found; null: not known. */
  readonly paymentId: string | null;
  /** Owner that the event names, shown to the person who decides if no deposit is found; null: none. */
  readonly owner: string | null;
  /**
   * Total that is taken back for the object at the time of the report; 0: nothing. null: the currency is not counted.
   */
  readonly total: MicroUsd | null;
  /** Currency in capitals. */
  readonly currency: string;
  /** Total as decimal text in units of the currency. */
  readonly amount: string;
  /** Provider's time of the report, epoch ms. The newest report of an object counts. Absent: not stated. */
  readonly at?: number | undefined;
  /** Whether the refund failed or was cancelled, so that nothing is taken. */
  readonly isVoid?: boolean;
  /**
   * Charge that this refund is part of: the charge's total already includes the refund's amount. Absent: a report on
   * its own.
   */
  readonly part?: {
    /** Id of the charge; null: not known. */
    readonly of: string | null;
    /** Time when the refund was made, epoch ms; null: not known. */
    readonly since: number | null;
  };
}

/** Effect of a reversal on its deposit and on the owner's balance. */
export type ReversalOutcome =
  /** The deposit or the dispute of the reversal has not arrived. */
  | { readonly status: 'pending' }
  /** The currency is not counted, or is not that of the deposit. */
  | { readonly status: 'currency' }
  /** The reversal takes nothing, and nothing was taken before. */
  | { readonly status: 'zero' }
  /** The deposit has no owner, or nothing names the payment. */
  | { readonly status: 'unattributed' }
  /** The reversal was already applied in full; nothing changes. */
  | { readonly status: 'repeated'; readonly owner: string; readonly moved: number }
  | {
      readonly status: 'moved';
      readonly owner: string;
      /** Change of the owner's balance in micro-USD, without the part that repays or creates debt. */
      readonly moved: number;
      /** Whether the deposit is in review or was returned, so that no balance changed. */
      readonly isHeld: boolean;
    };
