import type { MicroUsd } from '../../../domain/index.ts';
import type { AccountId } from '../../chart.ts';
import { creditDeposit } from '../../operations/credit-deposit.ts';
import { clawBack } from '../../operations/debts.ts';
import { postTransfer } from '../../operations/post-transfer.ts';
import type { LedgerRows } from '../../rows.ts';
import { readDecimal } from '../amounts.ts';
import { UNATTRIBUTED_REASONS, type UnattributedReason } from '../deposit.ts';
import type { Reversal, ReversalOutcome } from '../reversal.ts';
import { decideReviewChange } from '../reversal-decision.ts';
import type { DepositRow, DepositRows, ReversalRow } from '../rows.ts';
import { computeRemainder, isInReview, isPaidOut, reviewAccount, toReturned } from '../stored-deposit.ts';
import type { MoneyRows } from './record.ts';
import { sumReturned } from './review.ts';

/** Whose events these are. */
export interface ReversalSource {
  /** `wh:<provider>`. */
  readonly scope: string;
  /** `asset:<provider>`. */
  readonly account: AccountId;
  /** What the owner sees beside the entry. */
  readonly eventId: string;
}

/** Applies what is new of a reversal to its deposit, to its owner, or keeps it until its deposit arrives. */
export function applyReversal(
  rows: MoneyRows,
  source: ReversalSource,
  reversal: Reversal,
  now: number,
): ReversalOutcome {
  const { deposits } = rows;
  const { scope } = source;
  const { effect, objectId } = reversal;
  // A reinstatement belongs to what its dispute belonged to.
  const [dispute] = effect === 'reinstatement' ? deposits.listReversals(scope, 'dispute', objectId) : [];
  const paymentId = reversal.paymentId ?? dispute?.paymentId ?? null;
  const deposit =
    findPayment(deposits, scope, paymentId) ??
    (dispute?.deposit == null ? null : deposits.find(dispute.deposit));
  if (reversal.total === null) return returnUncounted(deposits, deposit, reversal, now);

  const earlier = deposits.listReversals(scope, effect, objectId);
  const amount = reversal.total - sumRows(earlier, 'amount');
  if (amount <= 0) return repeated(earlier);
  const row: ReversalRow = {
    scope,
    effect,
    objectId,
    eventId: source.eventId,
    idem: reversal.idem,
    paymentId,
    owner: deposit?.owner ?? reversal.owner ?? dispute?.owner ?? null,
    deposit: deposit?.id ?? null,
    amount,
    moved: null,
    fromReview: 0,
    createdAt: now,
  };
  if (deposit === null && row.owner === null && row.paymentId === null) return { status: 'unattributed' };
  deposits.insertReversal(row);
  const outcome = applyRow(rows, source, row, deposit, now);
  if (effect === 'dispute' && outcome.status !== 'pending') {
    applyAll(rows, source, deposits.listReversals(scope, 'reinstatement', objectId), now);
  }
  return outcome;
}

/** Applies what arrived before its deposit did. @returns The outcome of each, with its event. */
export function applyPending(
  rows: MoneyRows,
  source: Omit<ReversalSource, 'eventId'>,
  paymentId: string,
  now: number,
): { readonly eventId: string; readonly outcome: ReversalOutcome }[] {
  const pending = rows.deposits.listPendingReversals(source.scope, paymentId);
  // Reinstatements come after what they undo.
  const isLate = ({ effect }: ReversalRow) => effect === 'reinstatement';
  const inOrder = [...pending.filter((row) => !isLate(row)), ...pending.filter(isLate)];
  return applyAll(rows, source, inOrder, now);
}

function applyAll(
  rows: MoneyRows,
  source: Omit<ReversalSource, 'eventId'>,
  reversals: readonly ReversalRow[],
  now: number,
) {
  return reversals
    .filter(({ moved }) => moved === null)
    .map((row) => ({
      eventId: row.eventId,
      outcome: applyRow(
        rows,
        { ...source, eventId: row.eventId },
        row,
        findPayment(rows.deposits, source.scope, row.paymentId),
        now,
      ),
    }));
}

function applyRow(
  rows: MoneyRows,
  source: ReversalSource,
  row: ReversalRow,
  deposit: DepositRow | null,
  now: number,
): ReversalOutcome {
  const { ledger, deposits } = rows;
  if (row.effect === 'reinstatement' && !hasAppliedDispute(deposits, row)) return { status: 'pending' };
  // Other money of the owner is never taken for a payment that has not arrived.
  if (deposit === null && row.paymentId !== null) return { status: 'pending' };
  if (deposit !== null && !isPaidOut(deposit)) return applyInReview(rows, source, row, deposit, now);
  if (row.effect === 'reinstatement') return giveBack(rows, source, row, deposit, now);
  const owner = deposit?.owner ?? row.owner;
  if (owner === null) throw new Error('a refund belongs to nobody');
  const outcome = clawBack(
    ledger,
    {
      scope: source.scope,
      idem: row.idem,
      owner,
      amount: row.amount as MicroUsd,
      asset: source.account,
      ref: source.eventId,
    },
    now,
  );
  if (outcome.status !== 'posted') throw new Error(`what a provider took back was ${outcome.status}`);
  const moved = 0 - outcome.taken;
  storeApplied(deposits, row, { moved, fromReview: 0, deposit });
  return { status: 'moved', owner, moved, isHeld: false };
}

/**
 * Money of a deposit that waits leaves the review as it left the provider, and returns to it when the provider pays it back. What moves follows
 * from all that is known of the payment, so that events in any order end alike.
 */
function applyInReview(
  rows: MoneyRows,
  source: ReversalSource,
  row: ReversalRow,
  deposit: DepositRow,
  now: number,
): ReversalOutcome {
  const { ledger, deposits } = rows;
  const change =
    deposit.microUsd === null
      ? 0
      : decideReviewChange({
          whole: deposit.microUsd,
          takenBack: deposit.takenBack,
          returned: sumReturned(ledger, deposit.id),
          parts: deposits.listRelatedReversals(deposit),
        });
  if (change > 0) takeFromReview(rows, source, row, deposit, change, now);
  if (change < 0) putIntoReview(rows, source, row, deposit, 0 - change, now);
  storeApplied(deposits, row, { moved: 0, fromReview: Math.abs(change), deposit });
  return heldOutcome(deposit, 0);
}

function takeFromReview(
  { ledger, deposits }: MoneyRows,
  { scope, account }: ReversalSource,
  row: ReversalRow,
  deposit: DepositRow,
  amount: number,
  now: number,
): void {
  const src = reviewAccount(deposit);
  post(ledger, { scope, idem: row.idem, type: 'return', src, dst: account, amount, now });
  const isWhole = amount === computeRemainder(deposit);
  deposits.update(isWhole ? toReturned(deposit, now) : { ...deposit, takenBack: deposit.takenBack + amount });
}

function hasAppliedDispute(deposits: DepositRows, { scope, objectId }: ReversalRow): boolean {
  return deposits.listReversals(scope, 'dispute', objectId).some(({ moved }) => moved !== null);
}

/** At most what the dispute took. */
function giveBack(
  { ledger, deposits }: MoneyRows,
  source: ReversalSource,
  row: ReversalRow,
  deposit: DepositRow | null,
  now: number,
): ReversalOutcome {
  const isApplied = ({ moved }: ReversalRow) => moved !== null;
  const disputes = deposits.listReversals(source.scope, 'dispute', row.objectId).filter(isApplied);
  const before = deposits.listReversals(source.scope, 'reinstatement', row.objectId).filter(isApplied);
  const amount = Math.min(row.amount, sumRows(disputes, 'amount') - sumRows(before, 'amount'));
  const owner = deposit?.owner ?? disputes[0]?.owner ?? null;
  if (owner === null) throw new Error('a dispute took money of nobody');
  if (amount > 0) {
    const { status } = creditDeposit(
      ledger,
      {
        scope: source.scope,
        idem: row.idem,
        type: 'refund',
        src: source.account,
        owner,
        amount: amount as MicroUsd,
        ref: source.eventId,
      },
      now,
    );
    if (status !== 'posted') throw new Error(`money that came back was ${status}`);
  }
  storeApplied(deposits, row, { moved: Math.max(0, amount), fromReview: 0, deposit });
  return { status: 'moved', owner, moved: Math.max(0, amount), isHeld: false };
}

function putIntoReview(
  { ledger, deposits }: MoneyRows,
  { scope, account }: ReversalSource,
  row: ReversalRow,
  deposit: DepositRow,
  amount: number,
  now: number,
): void {
  const isOfNobody = UNATTRIBUTED_REASONS.includes(deposit.reason as UnattributedReason);
  const state = isOfNobody ? 'unattributed' : 'held';
  post(ledger, {
    scope,
    idem: row.idem,
    type: 'held',
    src: account,
    dst: reviewAccount({ state }),
    amount,
    now,
  });
  deposits.update({ ...deposit, state, takenBack: deposit.takenBack - amount, resolvedAt: null });
}

/** A deposit that was never counted is returned when all of it went back. */
function returnUncounted(
  deposits: DepositRows,
  deposit: DepositRow | null,
  { effect, amount }: Reversal,
  now: number,
): ReversalOutcome {
  const isWhole = deposit !== null && readDecimal(deposit.amount)?.text === readDecimal(amount)?.text;
  if (isWhole && effect !== 'reinstatement' && isInReview(deposit) && deposit.microUsd === null) {
    deposits.update(toReturned(deposit, now));
  }
  return { status: 'currency' };
}

function post(
  ledger: LedgerRows,
  {
    now,
    amount,
    ...posting
  }: {
    scope: string;
    idem: string;
    type: 'return' | 'held';
    src: AccountId;
    dst: AccountId;
    amount: number;
    now: number;
  },
): void {
  const { status } = postTransfer(ledger, { ...posting, amount: amount as MicroUsd, ref: null }, now);
  if (status !== 'posted') throw new Error(`a movement of the review was ${status}`);
}

/** Stores what a pending row moved, and the deposit that it belongs to. */
function storeApplied(
  deposits: DepositRows,
  row: ReversalRow,
  { moved, fromReview, deposit }: { moved: number; fromReview: number; deposit: DepositRow | null },
): void {
  const owner = deposit?.owner ?? row.owner;
  deposits.updateReversal({ ...row, moved, fromReview, deposit: deposit?.id ?? null, owner });
}

/** Adds up one column; a pending row has moved nothing. */
function sumRows(rows: readonly ReversalRow[], member: 'amount' | 'moved'): number {
  return rows.reduce((sum, row) => sum + (row[member] ?? 0), 0);
}

function heldOutcome({ owner }: DepositRow, moved: number): ReversalOutcome {
  return owner === null ? { status: 'unattributed' } : { status: 'moved', owner, moved, isHeld: true };
}

function repeated(earlier: readonly ReversalRow[]): ReversalOutcome {
  if (earlier.some(({ moved }) => moved === null)) return { status: 'pending' };
  const owner = earlier.find((row) => row.owner !== null)?.owner ?? null;
  if (owner === null) return { status: 'unattributed' };
  return { status: 'repeated', owner, moved: sumRows(earlier, 'moved') };
}

function findPayment(deposits: DepositRows, scope: string, paymentId: string | null): DepositRow | null {
  return paymentId === null ? null : deposits.findByPayment(scope, paymentId);
}
