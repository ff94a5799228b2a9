import type { EpochMs } from '../../domain/index.ts';
import type { ReviewItem, ReviewKind } from './review-item.ts';

export interface ReviewQuery {
  readonly kind?: ReviewKind | undefined;
  readonly owner?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ReviewPage {
  /** Open items of the page, oldest first. */
  readonly items: readonly ReviewItem[];
  /** Cursor of the next page; null: this is the last page. */
  readonly nextCursor: string | null;
}

/** Figures about the open items of one kind. */
export interface ReviewSummary {
  readonly count: number;
  /** Sum of the amounts that are known in micro-USD; null: no item has one. */
  readonly microUsd: number | null;
  /** Time when the oldest open item began to wait; null: no item waits. */
  readonly oldestMs: EpochMs | null;
  /** Number of items that have waited for a day or longer. */
  readonly waitedADay: number;
}

export type ReviewSummaries = Readonly<Record<ReviewKind, ReviewSummary>>;
