import type { EpochMs, MicroUsd } from '../../../domain/index.ts';
import type { AccountId } from '../../chart.ts';
import { clawBack } from '../../operations/debts.ts';
import { postTransfer } from '../../operations/post-transfer.ts';
import { reinstate } from '../../operations/reinstatement.ts';
import { requirePosted } from '../../operations/store-transfer.ts';
import { isPaidOut, toReviewAccount } from '../deposit-row.ts';
import type { ReversalOutcome } from '../reversal.ts';
import { decideReversal, type ReversalFacts, toChangedReview } from '../reversal-decision.ts';
import type { DepositRow, DepositRows, ReversalRow } from '../rows.ts';
import { storeDeposit } from './follow-deposit.ts';
import type { MoneyRows } from './record.ts';
import { sumReturned } from './review.ts';

/** The provider that reports reversals. */
export interface ReversalSource {
  /** `wh:<provider>`. */
  readonly scope: string;
  /** `asset:<provider>`. */
  readonly account: AccountId;
}

/** The context of each operation on reversals. */
export interface ReversalContext {
  readonly rows: MoneyRows;
  readonly source: ReversalSource;
  /** Wall clock. */
  readonly now: EpochMs;
}

/**
 * Applies one stored reversal to its deposit or to the balance of its owner. It stays pending while its deposit or its
 * dispute has not been applied.
 *
 * @param deposit The deposit of its payment; null: there is none.
 */
export function applyReversal(
  context: ReversalContext,
  row: ReversalRow,
  deposit: DepositRow | null,
): ReversalOutcome {
  const { rows } = context;
  const facts = readFacts(rows, row, deposit);

  const decision = decideReversal(row, facts);

  switch (decision.action) {
    case 'wait':
      return { status: 'pending' };
    case 'change_review': {
      const { change } = decision;
      if (change !== 0) changeReview(context, row, decision);
      storeApplied(rows.deposits, row, deposit, { moved: 0, fromReview: Math.abs(change) });
      const { owner } = decision.deposit;
      return owner === null ? { status: 'unattributed' } : { status: 'moved', owner, moved: 0, isHeld: true };
    }
    case 'claw_back': {
      const moved = 0 - takeFromOwner(context, row, decision);
      storeApplied(rows.deposits, row, deposit, { moved, fromReview: 0 });
      return { status: 'moved', owner: decision.owner, moved, isHeld: false };
    }
    case 'give_back': {
      const moved = decision.amount > 0 ? giveBack(context, row, { ...decision, ...facts }) : 0;
      storeApplied(rows.deposits, row, deposit, { moved, fromReview: 0 });
      return { status: 'moved', owner: decision.owner, moved, isHeld: false };
    }
  }
}

function readFacts(
  { ledger, deposits }: MoneyRows,
  row: ReversalRow,
  deposit: DepositRow | null,
): ReversalFacts {
  const listApplied = (effect: ReversalRow['effect']) =>
    row.effect === 'reinstatement'
      ? deposits.listReversals(row.scope, effect, row.objectId).filter(({ moved }) => moved !== null)
      : [];
  const followsReview = deposit !== null && deposit.microUsd !== null && !isPaidOut(deposit);
  return {
    deposit,
    disputes: listApplied('dispute'),
    reinstatements: listApplied('reinstatement'),
    review: followsReview
      ? { returned: sumReturned(ledger, deposit.id), parts: deposits.listRelatedReversals(deposit) }
      : null,
  };
}

/**
 * Moves money of a deposit in review to the provider, or back from it. The change follows from everything that is known
 * of the payment, so that events in any order end alike.
 */
function changeReview(
  { rows: { ledger, deposits, review }, source: { scope, account }, now }: ReversalContext,
  { idem }: ReversalRow,
  { deposit, change }: { readonly deposit: DepositRow; readonly change: number },
): void {
  const changed = toChangedReview(deposit, change, now);
  const movement =
    change > 0
      ? ({ type: 'return', src: toReviewAccount(deposit), dst: account } as const)
      : ({ type: 'held', src: account, dst: toReviewAccount(changed) } as const);
  const amount = Math.abs(change) as MicroUsd;
  const posting = { scope, idem, ...movement, amount, ref: null };
  requirePosted(postTransfer(ledger, posting, now), 'a change of a review');
  storeDeposit({ deposits, review }, changed, now);
}

interface OwnerAmount {
  readonly owner: string;
  readonly amount: MicroUsd;
}

/** @returns The part that the balance paid; the rest is owed. */
function takeFromOwner(
  { rows: { ledger }, source: { scope, account }, now }: ReversalContext,
  { idem, eventId }: ReversalRow,
  { owner, amount }: OwnerAmount,
): number {
  const request = { scope, idem, owner, amount, asset: account, ref: eventId };
  return requirePosted(clawBack(ledger, request, now), 'a claw-back of a provider').taken;
}

/** @returns The part that the owner got; the rest covers a written-off debt. */
function giveBack(
  { rows: { ledger }, source: { scope, account }, now }: ReversalContext,
  { idem, eventId }: ReversalRow,
  { owner, amount, disputes, reinstatements }: OwnerAmount & ReversalFacts,
): number {
  const earlier = { clawBacks: disputes, earlier: reinstatements };
  const request = { scope, idem, owner, amount, asset: account, ref: eventId, ...earlier };
  return reinstate(ledger, request, now).given;
}

/** Stores the amount that a reversal moved, and its deposit. */
function storeApplied(
  deposits: DepositRows,
  row: ReversalRow,
  deposit: DepositRow | null,
  applied: Pick<ReversalRow, 'moved' | 'fromReview'>,
): void {
  const owner = deposit?.owner ?? row.owner;
  deposits.updateReversal({ ...row, ...applied, deposit: deposit?.id ?? null, owner });
}
