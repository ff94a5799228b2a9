import type { MicroUsd } from '../../domain/index.ts';

/** `dispute`: the bank took the money while it decides. `reinstatement`: it decided for us. */
export const PROVIDER_EFFECTS = ['refund', 'dispute', 'reinstatement'] as const;
export type ProviderEffect = (typeof PROVIDER_EFFECTS)[number];

/**
 * Decisions of a person about a payment: `person` takes part of its deposit, `excess` takes money beyond it, and
 * `early` takes money that was reversed before the deposit came, or without one.
 */
export type PersonEffect = 'person' | 'excess' | 'early';

export type ReversalEffect = ProviderEffect | PersonEffect;

/** Money that a provider took back from a payment, or gave back: the state of one refund, charge or dispute. */
export interface Reversal {
  readonly effect: ProviderEffect;
  /** The charge, refund or dispute. A reinstatement has that of its dispute. */
  readonly objectId: string;
  /** Key of the transfer in the scope of the provider. */
  readonly idem: string;
  /** Id of the payment, by which the deposit is found; null: unknown. */
  readonly paymentId: string | null;
  /** The owner that the event names: shown to the person who decides, where no deposit is found. */
  readonly owner: string | null;
  /** Total that was taken back for the object at the time of the report; 0: nothing. null: not counted. */
  readonly total: MicroUsd | null;
  /** Currency in capitals. */
  readonly currency: string;
  /** Total as decimal text in units of the currency. */
  readonly amount: string;
  /** When the provider made the report, epoch ms: the newest report of an object counts. Absent: not stated. */
  readonly at?: number | undefined;
  /** Whether the refund failed or was cancelled: nothing is taken then. */
  readonly isVoid?: boolean;
  /** A refund that is also part of the total of a charge. */
  readonly part?: {
    /** Id of the charge; null: not known. */
    readonly of: string | null;
    /** When the refund was made, epoch ms; null: not known. */
    readonly since: number | null;
  };
}

/** Outcome of a reversal. */
export type ReversalOutcome =
  /** The deposit of the reversal, or its dispute, has not arrived. */
  | { readonly status: 'pending' }
  /** The currency is not counted, or differs from the currency of the deposit. */
  | { readonly status: 'currency' }
  /** The reversal takes nothing, and nothing was taken before. */
  | { readonly status: 'zero' }
  /** The deposit has no owner, or nothing names the payment. */
  | { readonly status: 'unattributed' }
  /** The reversal changes nothing: all of it was applied before. */
  | { readonly status: 'repeated'; readonly owner: string; readonly moved: number }
  | {
      readonly status: 'moved';
      readonly owner: string;
      /** Change of the balance, debts aside. Micro-USD. */
      readonly moved: number;
      /** Whether the deposit waits for a review or went back: no balance changed. */
      readonly isHeld: boolean;
    };
