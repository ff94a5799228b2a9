import type { MicroUsd } from '../../../domain/index.ts';
import type { Transaction } from '../../../storage/sqlite/procedure.ts';
import type { AccountId } from '../../chart.ts';
import { clawBack, deposit as creditDeposit } from '../../sqlite/debts.ts';
import { postTransfer } from '../../sqlite/transfers.ts';
import { readDecimal } from '../amounts.ts';
import { UNATTRIBUTED_REASONS, type UnattributedReason } from '../deposit.ts';
import type { Reversal, ReversalOutcome } from '../reversal.ts';
import { decideReviewChange } from '../reversal-decision.ts';
import {
  insertReversal,
  type ReversalRow,
  readPartsInReview,
  readPendingRows,
  readReversalRows,
  storeSettled,
  sumRows,
} from './reversal-rows.ts';
import { markReturned, reviewAccount, sumReturned } from './review.ts';
import { computeRemainder, DEPOSIT_COLUMNS, type DepositRow, findDepositRow, isInReview } from './rows.ts';

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
  tx: Transaction,
  source: ReversalSource,
  reversal: Reversal,
  now: number,
): ReversalOutcome {
  // A reinstatement belongs to what its dispute belonged to.
  const [dispute] =
    reversal.effect === 'reinstatement'
      ? readReversalRows(tx, source.scope, 'dispute', reversal.objectId)
      : [];
  const deposit =
    findPayment(tx, source.scope, reversal.paymentId ?? dispute?.paymentId ?? null) ??
    (dispute?.deposit == null ? null : findDepositRow(tx, dispute.deposit));
  if (reversal.total === null) return returnUncounted(tx, deposit, reversal, now);

  const earlier = readReversalRows(tx, source.scope, reversal.effect, reversal.objectId);
  const amount = reversal.total - sumRows(earlier, 'amount');
  if (amount <= 0) return repeated(earlier);
  const row: ReversalRow = {
    effect: reversal.effect,
    objectId: reversal.objectId,
    eventId: source.eventId,
    idem: reversal.idem,
    paymentId: reversal.paymentId ?? dispute?.paymentId ?? null,
    owner: deposit?.owner ?? reversal.owner ?? dispute?.owner ?? null,
    deposit: deposit?.id ?? null,
    amount,
    moved: null,
    fromReview: 0,
  };
  if (deposit === null && row.owner === null && row.paymentId === null) return { status: 'unattributed' };
  insertReversal(tx, source.scope, row, now);
  const outcome = settle(tx, source, row, deposit, now);
  if (row.effect === 'dispute' && outcome.status !== 'pending') {
    settleAll(tx, source, readReversalRows(tx, source.scope, 'reinstatement', row.objectId), now);
  }
  return outcome;
}

/** Applies what arrived before its deposit did. @returns What became of each, with its event. */
export function settlePending(
  tx: Transaction,
  source: Omit<ReversalSource, 'eventId'>,
  paymentId: string,
  now: number,
): { readonly eventId: string; readonly outcome: ReversalOutcome }[] {
  return settleAll(tx, source, readPendingRows(tx, source.scope, paymentId), now);
}

function settleAll(
  tx: Transaction,
  source: Omit<ReversalSource, 'eventId'>,
  rows: readonly ReversalRow[],
  now: number,
) {
  return rows
    .filter(({ moved }) => moved === null)
    .map((row) => ({
      eventId: row.eventId,
      outcome: settle(
        tx,
        { ...source, eventId: row.eventId },
        row,
        findPayment(tx, source.scope, row.paymentId),
        now,
      ),
    }));
}

function settle(
  tx: Transaction,
  source: ReversalSource,
  row: ReversalRow,
  deposit: DepositRow | null,
  now: number,
): ReversalOutcome {
  if (row.effect === 'reinstatement' && !hasSettledDispute(tx, source.scope, row))
    return { status: 'pending' };
  // Other money of the owner is never taken for a payment that has not arrived.
  if (deposit === null && row.paymentId !== null) return { status: 'pending' };
  if (deposit !== null && !isPaidOut(deposit)) return settleInReview(tx, source, row, deposit, now);
  if (row.effect === 'reinstatement') return giveBack(tx, source, row, deposit, now);
  const owner = deposit?.owner ?? row.owner;
  if (owner === null) throw new Error('a refund belongs to nobody');
  const outcome = clawBack(
    tx,
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
  storeSettled(tx, source.scope, row, { moved, fromReview: 0, deposit });
  return { status: 'moved', owner, moved, isHeld: false };
}

/**
 * Money of a deposit that waits leaves the books as it left the provider, and comes back as it does. What moves follows
 * from all that is known of the payment, so that events in any order end alike.
 */
function settleInReview(
  tx: Transaction,
  source: ReversalSource,
  row: ReversalRow,
  deposit: DepositRow,
  now: number,
): ReversalOutcome {
  const change =
    deposit.microUsd === null
      ? 0
      : decideReviewChange({
          whole: deposit.microUsd,
          takenBack: deposit.takenBack,
          returned: sumReturned(tx, deposit.id),
          parts: readPartsInReview(tx, source.scope, deposit),
        });
  if (change > 0) takeFromReview(tx, source, row, deposit, change, now);
  if (change < 0) putIntoReview(tx, source, row, deposit, 0 - change, now);
  storeSettled(tx, source.scope, row, { moved: 0, fromReview: Math.abs(change), deposit });
  return heldOutcome(deposit, 0);
}

function takeFromReview(
  tx: Transaction,
  { scope, account }: ReversalSource,
  row: ReversalRow,
  deposit: DepositRow,
  amount: number,
  now: number,
): void {
  post(tx, { scope, idem: row.idem, type: 'return', src: reviewAccount(deposit), dst: account, amount, now });
  tx.get('UPDATE deposit SET taken_back = taken_back + ? WHERE id = ?').run(amount, deposit.id);
  if (amount === computeRemainder(deposit)) markReturned(tx, deposit.id, now);
}

function hasSettledDispute(tx: Transaction, scope: string, { objectId }: ReversalRow): boolean {
  return readReversalRows(tx, scope, 'dispute', objectId).some(({ moved }) => moved !== null);
}

/** At most what the dispute took. */
function giveBack(
  tx: Transaction,
  source: ReversalSource,
  row: ReversalRow,
  deposit: DepositRow | null,
  now: number,
): ReversalOutcome {
  const isSettled = ({ moved }: ReversalRow) => moved !== null;
  const disputes = readReversalRows(tx, source.scope, 'dispute', row.objectId).filter(isSettled);
  const before = readReversalRows(tx, source.scope, 'reinstatement', row.objectId).filter(isSettled);
  const amount = Math.min(row.amount, sumRows(disputes, 'amount') - sumRows(before, 'amount'));
  const owner = deposit?.owner ?? disputes[0]?.owner ?? null;
  if (owner === null) throw new Error('a dispute took money of nobody');
  if (amount > 0) {
    const { status } = creditDeposit(
      tx,
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
  storeSettled(tx, source.scope, row, { moved: Math.max(0, amount), fromReview: 0, deposit });
  return { status: 'moved', owner, moved: Math.max(0, amount), isHeld: false };
}

function putIntoReview(
  tx: Transaction,
  { scope, account }: ReversalSource,
  row: ReversalRow,
  deposit: DepositRow,
  amount: number,
  now: number,
): void {
  const isOfNobody = UNATTRIBUTED_REASONS.includes(deposit.reason as UnattributedReason);
  const state = isOfNobody ? 'unattributed' : 'held';
  post(tx, { scope, idem: row.idem, type: 'held', src: account, dst: reviewAccount({ state }), amount, now });
  tx.get('UPDATE deposit SET state = ?, taken_back = taken_back - ?, resolved_at = NULL WHERE id = ?').run(
    state,
    amount,
    deposit.id,
  );
}

/** A deposit that was never counted is returned when all of it went back. */
function returnUncounted(
  tx: Transaction,
  deposit: DepositRow | null,
  { effect, amount }: Reversal,
  now: number,
): ReversalOutcome {
  const isWhole = deposit !== null && readDecimal(deposit.amount)?.text === readDecimal(amount)?.text;
  if (isWhole && effect !== 'reinstatement' && isInReview(deposit) && deposit.microUsd === null) {
    markReturned(tx, deposit.id, now);
  }
  return { status: 'currency' };
}

function post(
  tx: Transaction,
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
  const { status } = postTransfer(tx, { ...posting, amount: amount as MicroUsd, ref: null }, now);
  if (status !== 'posted') throw new Error(`a movement of the review was ${status}`);
}

function isPaidOut({ state }: DepositRow): boolean {
  return state === 'credited' || state === 'released';
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

function findPayment(tx: Transaction, scope: string, paymentId: string | null): DepositRow | null {
  if (paymentId === null) return null;
  const row = tx
    .get(`SELECT ${DEPOSIT_COLUMNS} FROM deposit WHERE scope = ? AND payment_id = ? ORDER BY seq LIMIT 1`)
    .get(scope, paymentId) as { id: string } | undefined;
  return row === undefined ? null : findDepositRow(tx, row.id);
}
