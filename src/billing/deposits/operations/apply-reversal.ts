import assert from 'node:assert/strict';
import { type EpochMs, microUsd } from '../../../domain/index.ts';
import type { AccountId } from '../../ledger/chart.ts';
import { clawBack } from '../../ledger/operations/debts.ts';
import { postTransfer } from '../../ledger/operations/post-transfer.ts';
import { reinstate } from '../../ledger/operations/reinstatement.ts';
import { requirePosted } from '../../ledger/operations/store-transfer.ts';
import type { IdempotencyKey } from '../../ledger/posting.ts';
import { SCOPES } from '../../ledger/scopes.ts';
import { isPaidOut, toReopened, toReturned, toReviewAccount } from '../deposit-row.ts';
import type { ReversalOutcome } from '../reversal.ts';
import {
  decideChange,
  decideUncounted,
  isOfPerson,
  isWithoutDispute,
  sortReports,
  toChangedReview,
} from '../reversal-decision.ts';
import type { DepositRow, DepositRows, ReportRow } from '../rows.ts';
import { storeDeposit } from './follow-deposit.ts';
import type { MoneyRows } from './record.ts';
import { sumReturned } from './review.ts';

/** The provider that reported a reversal. */
export interface ReversalSource {
  /** Scope of the provider's events: `wh:<provider>`. */
  readonly scope: string;
  /** Asset account of the provider: `asset:<provider>`. */
  readonly account: AccountId;
}

/** Context of the operations on reversals. */
export interface ReversalContext {
  readonly rows: MoneyRows;
  readonly source: ReversalSource;
  /** Wall clock, epoch ms. */
  readonly now: EpochMs;
}

/**
 * Applies one stored report to its deposit: the amount taken from the deposit becomes the amount that the newest
 * reports state. The report stays pending until its deposit and its dispute have arrived.
 *
 * @param deposit Deposit of the payment; null: it has not arrived.
 * @param reports All reports about the payment that count so far, this one included.
 */
export function applyReport(
  context: ReversalContext,
  row: ReportRow,
  deposit: DepositRow | null,
  reports: readonly ReportRow[],
): ReversalOutcome {
  const { deposits } = context.rows;
  if (deposit === null) {
    return row.total === null ? { status: 'currency' } : { status: 'pending' };
  }
  if (isWithoutDispute(row, reports)) return { status: 'pending' };
  const { counted, others, persons } = sortReports(deposit, reports);
  if (others.includes(row)) {
    storeApplied(deposits, row, deposit, {});
    return { status: 'currency' };
  }
  if (deposit.microUsd === null) {
    applyUncounted(context, row, deposit, counted);
    return { status: 'currency' };
  }
  const hasWaited = deposit.reason !== null;
  const change = decideChange({
    whole: deposit.microUsd,
    takenBack: deposit.takenBack,
    returned: hasWaited ? sumReturned(context.rows.ledger, deposit.id) : 0,
    reports: [...counted, ...persons],
  });
  return isPaidOut(deposit)
    ? changeBalance(context, row, deposit, { change, reports })
    : changeReview(context, row, deposit, change);
}

interface Change {
  readonly change: number;
  readonly reports: readonly ReportRow[];
}

/** Debits a change from the owner of a deposit, or gives it back. */
function changeBalance(
  context: ReversalContext,
  row: ReportRow,
  deposit: DepositRow,
  { change, reports }: Change,
): ReversalOutcome {
  const { deposits } = context.rows;
  const { owner } = deposit;
  assert(owner !== null, `deposit ${deposit.id} was paid out without an owner`);
  const moved = moveOwner(context, row, { owner, change, reports });
  storeApplied(deposits, row, deposit, { moved, taken: change });
  if (change !== 0) return { status: 'moved', owner, moved, isHeld: false };
  return { status: 'repeated', owner, moved: sumMoved(row, reports) };
}

/**
 * Debits a change from an owner, or gives it back. @returns Change of the balance. The rest of the change becomes a
 * debt, or covers a written-off debt.
 */
export function moveOwner(
  { rows: { ledger }, source: { account }, now }: ReversalContext,
  row: ReportRow,
  { owner, change, reports }: Change & { readonly owner: string },
): number {
  if (change === 0) return 0;
  const key = toPostingKey(row);
  const ref = isOfPerson(row) ? row.idem : row.eventId;
  if (change > 0) {
    const request = { ...key, owner, amount: microUsd(change), asset: account, ref };
    return 0 - requirePosted(clawBack(ledger, request, now), 'a claw-back of a provider').taken;
  }
  const clawBacks = reports.filter(({ taken }) => taken > 0).map(toPostingKey);
  const earlier = reports.filter(({ taken }) => taken < 0).map(toPostingKey);
  const amount = microUsd(0 - change);
  return reinstate(ledger, { ...key, owner, amount, asset: account, ref, clawBacks, earlier }, now).given;
}

/** Returns the key of the transfer of a report. */
function toPostingKey(row: ReportRow): IdempotencyKey {
  return { scope: isOfPerson(row) ? SCOPES.reviewApply : row.scope, idem: row.idem };
}

/** Moves money of a deposit in review to the provider, or back into the review. */
function changeReview(
  { rows, source: { account }, now }: ReversalContext,
  row: ReportRow,
  deposit: DepositRow,
  change: number,
): ReversalOutcome {
  if (change !== 0) {
    const changed = toChangedReview(deposit, change, now);
    const movement =
      change > 0
        ? ({ type: 'return', src: toReviewAccount(deposit), dst: account } as const)
        : ({ type: 'held', src: account, dst: toReviewAccount(changed) } as const);
    const posting = { ...toPostingKey(row), ...movement, amount: microUsd(Math.abs(change)), ref: null };
    requirePosted(postTransfer(rows.ledger, posting, now), 'a change of a review');
    storeDeposit(rows, changed, now);
  }
  storeApplied(rows.deposits, row, deposit, { fromReview: change });
  const { owner } = deposit;
  return owner === null ? { status: 'unattributed' } : { status: 'moved', owner, moved: 0, isHeld: true };
}

/** Applies reports to a deposit whose value is not known: returns it as a whole, or puts it back into review. */
function applyUncounted(
  { rows, now }: ReversalContext,
  row: ReportRow,
  deposit: DepositRow,
  reports: readonly ReportRow[],
): void {
  const { deposits } = rows;

  const decision = decideUncounted(deposit, reports);

  storeApplied(deposits, row, deposit, { fromReview: decision === 'return' ? 1 : 0 });
  if (decision === 'keep') return;
  storeDeposit(rows, decision === 'return' ? toReturned(deposit, now) : toReopened(deposit, 0), now);
  if (decision === 'return') return;
  for (const report of reports) {
    if (report.fromReview !== 0) storeApplied(deposits, report, deposit, { fromReview: 0 });
  }
}

/** Stores the amounts that a report moved, and the deposit of the report. */
function storeApplied(
  deposits: DepositRows,
  row: ReportRow,
  { id, owner }: DepositRow,
  applied: Partial<Pick<ReportRow, 'moved' | 'taken' | 'fromReview'>>,
): void {
  deposits.updateReport({ ...row, moved: 0, ...applied, deposit: id, owner: owner ?? row.owner });
}

function sumMoved(row: ReportRow, reports: readonly ReportRow[]): number {
  return reports
    .filter(({ effect, objectId }) => effect === row.effect && objectId === row.objectId)
    .reduce((sum, { moved }) => sum + (moved ?? 0), 0);
}
