import type { NewReviewItem, ReviewEnd, ReviewItem, ReviewKind } from './review-item.ts';

/** The end of an item. */
export interface ReviewEnding {
  readonly as: ReviewEnd;
  /** Time of the entry, epoch ms. */
  readonly at: number;
  readonly reason: string | null;
}

/** Rows of the review within a transaction. */
export interface ReviewRows {
  /** null: no item ever had this id. */
  find(id: string): ReviewItem | null;
  /**
   * Opens an item, or replaces the facts of an open one. An item that a person applied or dismissed stays ended while its
   * amounts are the same, and opens again when they change.
   */
  put(item: NewReviewItem): void;
  /** Ends an open item; one that is not open stays as it is. */
  end(kind: ReviewKind, subject: string, ending: ReviewEnding): void;
}

export interface ReviewFilter {
  readonly kind: ReviewKind | null;
  readonly owner: string | null;
  /** Item behind which the page begins; null: the oldest. */
  readonly after: { readonly since: number; readonly id: string } | null;
  readonly limit: number;
}

/** Open items of one kind. */
export interface ReviewCount {
  readonly kind: ReviewKind;
  readonly count: number;
  /** Sum of the counted amounts, exact up to 2^53; null: no item has one. */
  readonly microUsd: number | null;
  /** Time when the oldest item began to wait, epoch ms. */
  readonly oldestMs: number;
  /** Number of items that waited already at a time. */
  readonly waitedBefore: number;
}

/** Rows of the review that are committed. */
export interface ReviewQueries {
  find(id: string): Promise<ReviewItem | null>;
  /** Lists open items, oldest first. */
  list(filter: ReviewFilter): Promise<readonly ReviewItem[]>;
  /** Kinds that have open items. @param before Time for {@link ReviewCount.waitedBefore}, epoch ms. */
  count(before: number): Promise<readonly ReviewCount[]>;
}
