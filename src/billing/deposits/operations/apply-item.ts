import type { EpochMs } from '../../../domain/index.ts';
import type { ApplyOutcome, ApplyRequest, ApplyStep } from '../../review/operations/apply-step.ts';
import { canApply, type ReviewItem } from '../../review/review-item.ts';
import { applyConflictItem } from './apply-conflict-item.ts';
import { applyDepositItem } from './apply-deposit-item.ts';
import { applyCurrencyItem, applyExcessItem, applyUnpaidItem } from './apply-reversal-item.ts';
import { applySkipped } from './apply-skipped.ts';
import type { MoneyRows } from './record.ts';

/** Steps by kind of item. Items of a kind without a step can only be dismissed. */
const STEPS: Partial<Record<ReviewItem['kind'], ApplyStep>> = {
  held: applyDepositItem,
  ref_conflict: applyConflictItem,
  unattributed: applyDepositItem,
  skipped_transaction: applySkipped,
  reversal_currency: applyCurrencyItem,
  reversal_excess: applyExcessItem,
  reversal_waiting: applyUnpaidItem,
  reversal_without_payment: applyUnpaidItem,
};

/** Applies a person's decision about an item, and ends the item. @param now Wall clock, epoch ms. */
export function applyItem(rows: MoneyRows, { id, ...request }: ApplyRequest, now: EpochMs): ApplyOutcome {
  const item = rows.review.find(id);
  if (item === null) return { status: 'unknown_item' };
  const step = STEPS[item.kind];
  if (!canApply(item.kind) || step === undefined) return { status: 'not_applicable', item };
  if (item.endedAt !== null) return { status: 'ended', item };
  const done = step(rows, item, request, now);
  if ('status' in done) return done;
  const { kind, subject } = item;
  rows.review.end(kind, subject, { as: 'applied', at: now, reason: null });
  return { status: 'applied', item: { ...item, endedAt: now, endedAs: 'applied' }, ...done };
}
