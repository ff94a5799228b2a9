import type { EpochMs } from '../../domain/index.ts';
import type { ReviewItem, ReviewKind } from './review-item.ts';

export interface ReviewQuery {
  readonly kind?: ReviewKind | undefined;
  readonly owner?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ReviewPage {
  /** Items, oldest first. */
  readonly items: readonly ReviewItem[];
  /** Cursor of the next page; null: none. */
  readonly nextCursor: string | null;
}

/** Open items of one kind. */
export interface ReviewSummary {
  readonly count: number;
  /** Sum of the counted amounts; null: no item has one. */
  readonly microUsd: number | null;
  /** When the oldest began to wait; null: none waits. */
  readonly oldestMs: EpochMs | null;
  /** Number of items that have waited for a day. */
  readonly waitedADay: number;
}

export type ReviewSummaries = Readonly<Record<ReviewKind, ReviewSummary>>;
