import type { EpochMs, MicroUsd } from '../../../domain/index.ts';
import type { MoneyRows } from '../../deposits/operations/record.ts';
import type { ReviewItem } from '../review-item.ts';

/** A request to apply a review item, as a person decided. */
export interface ApplyRequest {
  readonly id: string;
  /** Owner whom the person named; null: the owner stated in the item. */
  readonly owner: string | null;
  /** Amount that the person named; null: the amount of the item. 0 takes back the amount of an earlier decision. */
  readonly amount: MicroUsd | null;
}

/** Outcomes of applying a review item, in order of precedence. */
export type ApplyOutcome =
  | { readonly status: 'unknown_item' }
  /** Items of this kind can only be dismissed. */
  | { readonly status: 'not_applicable'; readonly item: ReviewItem }
  /** The item had ended before; nothing changes. */
  | { readonly status: 'ended'; readonly item: ReviewItem }
  /** The decision lacks a member or has a wrong one. */
  | { readonly status: 'refused'; readonly member: 'owner' | 'microUsd'; readonly message: string }
  | {
      readonly status: 'applied';
      readonly item: ReviewItem;
      readonly owner: string;
      /** Change of the owner's balance in micro-USD, without the part that repays or creates debt. */
      readonly moved: number;
    };

/** Applies a waiting item of one kind. */
export type ApplyStep = (
  rows: MoneyRows,
  item: ReviewItem,
  request: Omit<ApplyRequest, 'id'>,
  now: EpochMs,
) =>
  | Extract<ApplyOutcome, { readonly status: 'refused' }>
  | { readonly owner: string; readonly moved: number };

/** Creates the outcome of a decision with a missing or wrong member. */
export function refuseDecision(
  member: 'owner' | 'microUsd',
  message: string,
): Extract<ApplyOutcome, { readonly status: 'refused' }> {
  return { status: 'refused', member, message };
}
