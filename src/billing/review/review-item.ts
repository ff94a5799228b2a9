import { hash } from 'node:crypto';
import type { EpochMs } from '../../domain/index.ts';

/** Kinds of matters that need a decision of the operator. */
export const REVIEW_KINDS = [
  /** A deposit that a limit or a sanctions list stopped. */
  'held',
  /** A deposit whose owner is not known, or whose currency is not counted. */
  'unattributed',
  /** A refund or dispute that names no payment. */
  'reversal_without_payment',
  /** A refund or dispute in another currency than its deposit. */
  'reversal_currency',
  /** The part of refunds and disputes that exceeds the deposit. */
  'reversal_excess',
  /** A refund or dispute whose deposit has not arrived. */
  'reversal_waiting',
  /** A chain whose configured treasury address has changed. */
  'treasury_changed',
  /** A transaction of a chain that could not be read and was skipped. */
  'skipped_transaction',
  /** A ledger that went back to an earlier state, or was rewritten, and that the operator accepted. */
  'ledger_restored',
  /** A stored credential that no configured key can decrypt. */
  'vault_unreadable',
  /** A webhook that repeats a known event id with another owner or amount. */
  'ref_conflict',
  /** A difference between the money at a source and the money that was recorded. */
  'source_difference',
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** Kinds whose items move money when they are applied. Items of every kind can be dismissed. */
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

/** Facts about an item, by name: ids at the provider, id of the deposit, block heights. No secrets. */
export type ReviewFacts = Readonly<Record<string, string | number | null>>;

/** A review item before the store adds its id. */
export interface NewReviewItem {
  readonly kind: ReviewKind;
  /** Identifies the matter within its kind: a deposit, a payment, a transaction. */
  readonly subject: string;
  /** Time since when the matter waits, epoch ms. */
  readonly since: number;
  readonly owner: string | null;
  /** Currency in capitals; null: the matter has no amount. */
  readonly currency: string | null;
  /** Amount as the source stated it: decimal text in units of the currency. */
  readonly amount: string | null;
  /** Amount in micro-USD; null: the currency does not count as US dollars, or the matter has no amount. */
  readonly microUsd: number | null;
  readonly known: ReviewFacts;
}

/** End of an item: a person applied or dismissed it, or the reason for it no longer exists. */
export type ReviewEnd = 'applied' | 'dismissed' | 'resolved';

export interface ReviewItem extends NewReviewItem {
  readonly id: string;
  /** Time when the item ended, epoch ms; null: the item waits. */
  readonly endedAt: EpochMs | null;
  readonly endedAs: ReviewEnd | null;
  /** Reason why the item ended; null: it has not ended, or none was given. */
  readonly reason: string | null;
}

/** Computes the id of an item from kind and subject, so that the same matter always has the same id. */
export function computeReviewId({ kind, subject }: Pick<NewReviewItem, 'kind' | 'subject'>): string {
  // The item of a deposit keeps the rest of the deposit's id: migrations created the first items this way.
  if (subject.startsWith('dep_') && (kind === 'held' || kind === 'unattributed')) {
    return `rev_${subject.slice('dep_'.length)}`;
  }
  return `rev_${hash('sha256', JSON.stringify([kind, subject]), 'hex').slice(0, 24)}`;
}
