import type { EpochMs, MicroUsd } from '../../../domain/index.ts';
import type { MoneyRows } from '../../deposits/operations/record.ts';
import type { ReviewItem } from '../review-item.ts';

/** A person's decision about an item. */
export interface ApplyRequest {
  readonly id: string;
  /** Owner whom the person named; null: the owner that the item names. */
  readonly owner: string | null;
  /** Amount that the person named; null: the amount of the item. 0 takes back what an earlier decision took. */
  readonly amount: MicroUsd | null;
}

/** Outcomes in order of precedence. */
export type ApplyOutcome =
  | { readonly status: 'unknown_item' }
  /** Items of its kind can only be dismissed. */
  | { readonly status: 'not_applicable'; readonly item: ReviewItem }
  /** The item ended before: nothing changes. */
  | { readonly status: 'ended'; readonly item: ReviewItem }
  /** The decision lacks a member or has a wrong one. */
  | { readonly status: 'refused'; readonly member: 'owner' | 'microUsd'; readonly message: string }
  | {
      readonly status: 'applied';
      readonly item: ReviewItem;
      readonly owner: string;
      /** Change of the balance, debts aside. Micro-USD. */
      readonly moved: number;
    };

/** Step of one kind for an item that waits. */
export type ApplyStep = (
  rows: MoneyRows,
  item: ReviewItem,
  request: Omit<ApplyRequest, 'id'>,
  now: EpochMs,
) =>
  | Extract<ApplyOutcome, { readonly status: 'refused' }>
  | { readonly owner: string; readonly moved: number };

/** A refusal of a decision. */
export function refuseDecision(
  member: 'owner' | 'microUsd',
  message: string,
): Extract<ApplyOutcome, { readonly status: 'refused' }> {
  return { status: 'refused', member, message };
}
