import { hash } from 'node:crypto';
import type { EpochMs } from '../../domain/index.ts';

/** Matters that the service cannot decide by itself. */
export const REVIEW_KINDS = [
  /** A limit or a list stopped a deposit. */
  'held',
  /** A deposit whose owner is not known, or whose currency is not counted. */
  'unattributed',
  /** A refund or dispute that names no payment. */
  'reversal_without_payment',
  /** A refund or dispute in another currency than its deposit. */
  'reversal_currency',
  /** The part of refunds and disputes that lies beyond the deposit. */
  'reversal_excess',
  /** A refund or dispute whose deposit has not arrived. */
  'reversal_waiting',
  /** A chain has another treasury than before. */
  'treasury_changed',
  /** A transaction of a chain that could not be read and was passed over. */
  'skipped_transaction',
  /** The ledger went back to an earlier state, or was rewritten, and the operator accepted it. */
  'ledger_restored',
  /** A credential that no configured key opens. */
  'vault_unreadable',
  /** A webhook with a known id and another owner or amount. */
  'ref_conflict',
  /** The money at a source is not the money that was recorded. */
  'source_difference',
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** Kinds whose items move money when they are applied. All can be dismissed. */
const APPLIED_KINDS: readonly ReviewKind[] = [
  'held',
  'unattributed',
  'reversal_without_payment',
  'reversal_currency',
  'reversal_excess',
  'reversal_waiting',
  'skipped_transaction',
  'ref_conflict',
];

/** Whether an item of this kind moves money when the operator applies it. Other kinds can only be dismissed. */
export function canApply(kind: ReviewKind): boolean {
  return APPLIED_KINDS.includes(kind);
}

/** Facts about an item, by name: ids at the provider, the deposit, heights of a chain. No secrets. */
export type KnownFacts = Readonly<Record<string, string | number | null>>;

/** A matter that waits for a person. */
export interface NewReviewItem {
  readonly kind: ReviewKind;
  /** Names the matter within its kind: a deposit, a payment, a transaction. */
  readonly subject: string;
  /** Time of the beginning, epoch ms. */
  readonly since: number;
  readonly owner: string | null;
  /** Currency in capitals; null: the matter has no amount. */
  readonly currency: string | null;
  /** Amount of the money as it came: decimal text in units of the currency. */
  readonly amount: string | null;
  /** Amount in micro-USD; null: not counted in US dollars, or the matter has no amount. */
  readonly microUsd: number | null;
  readonly known: KnownFacts;
}

/** How an item ended: a person applied or dismissed it, or its reason is gone. */
export type ReviewEnd = 'applied' | 'dismissed' | 'resolved';

export interface ReviewItem extends NewReviewItem {
  readonly id: string;
  /** Time of the end, epoch ms; null: the item waits. */
  readonly endedAt: EpochMs | null;
  readonly endedAs: ReviewEnd | null;
  /** Reason of a dismissal. */
  readonly reason: string | null;
}

/** The id follows from kind and subject, so that the same matter has the same id wherever it is found. */
export function computeReviewId({ kind, subject }: Pick<NewReviewItem, 'kind' | 'subject'>): string {
  // Migrations gave the items of deposits their ids.
  if (subject.startsWith('dep_') && (kind === 'held' || kind === 'unattributed')) {
    return `rev_${subject.slice('dep_'.length)}`;
  }
  return `rev_${hash('sha256', JSON.stringify([kind, subject]), 'hex').slice(0, 24)}`;
}
