import type { ReviewItem } from '../review-item.ts';
import type { ReviewRows } from '../rows.ts';

/** Outcomes of dismissing a review item, in order of precedence. */
export type DismissOutcome =
  | { readonly status: 'unknown_item' }
  /** The item had ended before; nothing changes. */
  | { readonly status: 'ended'; readonly item: ReviewItem }
  | { readonly status: 'dismissed'; readonly item: ReviewItem };

/** Ends an item without moving money. @param now Wall clock, epoch ms. */
export function dismissItem(review: ReviewRows, id: string, reason: string, now: number): DismissOutcome {
  const item = review.find(id);
  if (item === null) return { status: 'unknown_item' };
  if (item.endedAt !== null) return { status: 'ended', item };
  const { kind, subject } = item;
  review.end(kind, subject, { as: 'dismissed', at: now, reason });
  return {
    status: 'dismissed',
    item: { ...item, endedAt: now as ReviewItem['endedAt'], endedAs: 'dismissed', reason },
  };
}
