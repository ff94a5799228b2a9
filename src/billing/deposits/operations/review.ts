import type { EpochMs, MicroUsd } from '../../../domain/index.ts';
import { toOwnerAccount } from '../../ledger/chart.ts';
import { readAccount } from '../../ledger/operations/accounts.ts';
import { postTransfer } from '../../ledger/operations/post-transfer.ts';
import { requirePosted } from '../../ledger/operations/store-transfer.ts';
import type { IdempotencyKey, Posting } from '../../ledger/posting.ts';
import type { LedgerRows } from '../../ledger/rows.ts';
import { SCOPES } from '../../ledger/scopes.ts';
import type { ReviewEnding } from '../../review/rows.ts';
import type { DepositReleaseOutcome, ReturnOutcome } from '../deposit-page.ts';
import { toDeposit, toReturned, toReviewAccount } from '../deposit-row.ts';
import { type DepositRelease, decideDepositRelease, decideDepositReturn } from '../review-decision.ts';
import type { DepositRow } from '../rows.ts';
import { storeDeposit } from './follow-deposit.ts';
import type { MoneyRows } from './record.ts';

/** Releases a deposit in review to its owner. Like any deposit, it first repays the owner's debts. */
export function releaseDeposit(
  { ledger, deposits, review }: MoneyRows,
  request: DepositRelease,
  now: EpochMs,
  ending?: Pick<ReviewEnding, 'as' | 'reason'>,
): DepositReleaseOutcome {
  const { id, owner, amount } = request;

  const decision = decideDepositRelease(deposits.find(id), request);

  if (decision.status === 'duplicate') {
    const { balance } = readAccount(ledger, toOwnerAccount(owner));
    return { status: 'duplicate', amount, balance };
  }
  if (decision.status !== 'release') return decision;
  const { row } = decision;
  const key = { scope: SCOPES.reviewRelease, idem: id };
  const accounts = { src: toReviewAccount(row), dst: toOwnerAccount(owner) };
  const release = { ...key, ...accounts, type: 'release', amount, ref: `release:${id}` } as const;
  const { balances } = requirePosted(postTransfer(ledger, release, now), 'the release of a deposit');
  storeDeposit({ deposits, review }, { ...row, state: 'released', owner, resolvedAt: now }, now, ending);
  return { status: 'released', amount, balance: balances.dst };
}

interface CountedRelease {
  /** A deposit in review whose value is not known. */
  readonly row: DepositRow;
  readonly owner: string;
  /** Value of the deposit in micro-USD, as a person named it. */
  readonly amount: MicroUsd;
}

/** Releases a deposit whose value is not known, with the value that a person named. */
export function releaseCounted(
  { ledger, deposits, review }: MoneyRows,
  { row, owner, amount }: CountedRelease,
  now: EpochMs,
  ending?: Pick<ReviewEnding, 'as' | 'reason'>,
): { readonly status: 'released' | 'ceiling' } {
  const { id, account } = row;
  // The deposit has no posting yet, so the money enters from its source.
  const posting: Posting = {
    scope: SCOPES.reviewRelease,
    idem: id,
    type: 'release',
    src: account,
    dst: toOwnerAccount(owner),
    amount,
    ref: `release:${id}`,
  };
  const outcome = postTransfer(ledger, posting, now);
  if (outcome.status === 'ceiling') return { status: 'ceiling' };
  requirePosted(outcome, 'the release of a deposit');
  const released = { ...row, state: 'released', owner, microUsd: amount, resolvedAt: now } as const;
  storeDeposit({ deposits, review }, released, now, ending);
  return { status: 'released' };
}

/** Removes a deposit from the review because its money goes back to the payer. */
export function returnDeposit(
  { ledger, deposits, review }: MoneyRows,
  id: string,
  now: EpochMs,
): ReturnOutcome {
  const decision = decideDepositReturn(deposits.find(id));

  if (decision.status === 'duplicate') return { status: 'duplicate', deposit: toDeposit(decision.row) };
  if (decision.status !== 'return') return decision;
  const { row, amount } = decision;
  if (amount > 0) {
    const key = toReturnKey(id, listReturns(ledger, id).length);
    const accounts = { src: toReviewAccount(row), dst: row.account };
    const posting = { ...key, ...accounts, type: 'return', amount, ref: null } as const;
    requirePosted(postTransfer(ledger, posting, now), 'the return of a deposit');
  }
  const returned = toReturned(row, now);
  storeDeposit({ deposits, review }, returned, now);
  return { status: 'returned', deposit: toDeposit(returned) };
}

/** Sums the amounts of a deposit that the operator returned. */
export function sumReturned(ledger: LedgerRows, id: string): number {
  return listReturns(ledger, id).reduce((total, amount) => total + amount, 0);
}

/** Lists the amounts that a deposit's returns moved, oldest first. */
function listReturns(ledger: LedgerRows, id: string): number[] {
  const amounts: number[] = [];
  for (;;) {
    const transfer = ledger.findTransfer(toReturnKey(id, amounts.length));
    if (transfer === null) return amounts;
    amounts.push(transfer.amount);
  }
}

/**
 * Builds the key of a return. After a won dispute a returned deposit waits again, so its next return needs another key.
 */
function toReturnKey(id: string, earlier: number): IdempotencyKey {
  return { scope: SCOPES.reviewReturn, idem: earlier === 0 ? id : `${id}:${earlier + 1}` };
}
