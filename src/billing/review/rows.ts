import type { NewReviewItem, ReviewEnd, ReviewItem, ReviewKind } from './review-item.ts';

/** Kind, time and reason of an item's end. */
export interface ReviewEnding {
  readonly as: ReviewEnd;
  /** Time when the item ended, epoch ms. */
  readonly at: number;
  readonly reason: string | null;
}

/** Rows of the review within a transaction. */
export interface ReviewRows {
  /** Finds an item, open or ended; null: no item ever had this id. */
  find(id: string): ReviewItem | null;
  /**
   * Opens an item, or replaces the facts of an open one. An item that a person applied or dismissed stays ended while its
   * amounts are the same, and opens again when they change.
   */
  put(item: NewReviewItem): void;
  /** Ends an open item; an item that has already ended stays as it is. */
  end(kind: ReviewKind, subject: string, ending: ReviewEnding): void;
}

export interface ReviewFilter {
  readonly kind: ReviewKind | null;
  readonly owner: string | null;
  /** Last item of the page before; null: the page begins with the oldest item. */
  readonly after: { readonly since: number; readonly id: string } | null;
  readonly limit: number;
}

/** Figures about the open items of one kind, as the database counts them. */
export interface ReviewCount {
  readonly kind: ReviewKind;
  readonly count: number;
  /** Sum of the amounts that are known in micro-USD, exact up to 2^53; null: no item has one. */
  readonly microUsd: number | null;
  /** Time when the oldest item began to wait, epoch ms. */
  readonly oldestMs: number;
  /** Number of items that began to wait before a given time. */
  readonly waitedBefore: number;
}

/** Rows of the review that are committed. */
export interface ReviewQueries {
  find(id: string): Promise<ReviewItem | null>;
  /** Lists the open items that a filter selects, oldest first. */
  list(filter: ReviewFilter): Promise<readonly ReviewItem[]>;
  /**
   * Counts the open items of each kind that has any. @param before Time for {@link ReviewCount.waitedBefore}, epoch ms.
   */
  count(before: number): Promise<readonly ReviewCount[]>;
}
