import { type MicroUsd, microUsd } from '../../../domain/index.ts';
import type { Transaction } from '../../../storage/sqlite/procedure.ts';
import { type AccountId, ownerAccount, REVIEW_HELD, REVIEW_UNATTRIBUTED } from '../../chart.ts';
import type { IdempotencyKey } from '../../ledger.ts';
import { readAccount } from '../../sqlite/accounts.ts';
import { deposit as creditDeposit } from '../../sqlite/debts.ts';
import { findTransferRow } from '../../sqlite/transfer-rows.ts';
import { postTransfer } from '../../sqlite/transfers.ts';
import type { ReleaseOutcome, ReturnOutcome } from '../deposits.ts';
import { computeRemainder, type DepositRow, findDepositRow, isInReview, toDeposit } from './rows.ts';

/** The review account that a waiting deposit lies in. */
export function reviewAccount({ state }: Pick<DepositRow, 'state'>): AccountId {
  return state === 'held' ? REVIEW_HELD : REVIEW_UNATTRIBUTED;
}

export interface Release {
  readonly id: string;
  /** The deposit's; any, where it has none. */
  readonly owner: string;
  /** All that is left of it. */
  readonly amount: MicroUsd;
}

/** Pays a waiting deposit out to its owner; debts are repaid from it as from any deposit. */
export function releaseDeposit(tx: Transaction, { id, owner, amount }: Release, now: number): ReleaseOutcome {
  const row = findDepositRow(tx, id);
  if (row === null) return { status: 'deposit_not_found' };
  const isReplay = row.state === 'released';
  if (!isReplay && !isInReview(row)) return { status: 'deposit_not_found' };
  const left = computeRemainder(row);
  if (left !== amount || (row.owner !== null && row.owner !== owner)) return { status: 'conflict' };
  if (isReplay) {
    return { status: 'duplicate', amount, balance: microUsd(readAccount(tx, ownerAccount(owner)).balance) };
  }
  const outcome = creditDeposit(
    tx,
    {
      scope: 'review.release',
      idem: id,
      type: 'release',
      src: reviewAccount(row),
      owner,
      amount,
      ref: `release:${id}`,
    },
    now,
  );
  // The deposit says that it waits with this amount; a ledger that says otherwise must not be followed.
  if (outcome.status !== 'posted') throw new Error(`the release of a deposit was ${outcome.status}`);
  tx.get(`UPDATE deposit SET state = 'released', owner = ?, resolved_at = ? WHERE id = ?`).run(
    owner,
    now,
    id,
  );
  return { status: 'released', amount, balance: outcome.balance };
}

/** Takes a waiting deposit out of the books: its money went back outside. */
export function returnDeposit(tx: Transaction, id: string, now: number): ReturnOutcome {
  const row = findDepositRow(tx, id);
  if (row === null) return { status: 'deposit_not_found' };
  if (row.state === 'returned') return { status: 'duplicate', deposit: toDeposit(row) };
  if (!isInReview(row)) return { status: 'deposit_not_found' };
  const left = computeRemainder(row);
  if (left !== null && left > 0) {
    const { status } = postTransfer(
      tx,
      {
        ...returnKey(tx, id),
        type: 'return',
        src: reviewAccount(row),
        dst: row.account,
        amount: left,
        ref: null,
      },
      now,
    );
    if (status !== 'posted') throw new Error(`the return of a deposit was ${status}`);
  }
  markReturned(tx, id, now);
  return { status: 'returned', deposit: toDeposit(findDepositRow(tx, id) as DepositRow) };
}

/** A dispute that is won lets a returned deposit wait again: its next return is another one. */
function returnKey(tx: Transaction, id: string): IdempotencyKey {
  const scope = 'review.return';
  let idem = id;
  for (let time = 2; findTransferRow(tx, { scope, idem }) !== null; time++) idem = `${id}:${time}`;
  return { scope, idem };
}

/** What the operator returned of a deposit. */
export function sumReturned(tx: Transaction, id: string): number {
  // ';' follows ':', so the range holds the later returns of this deposit alone.
  const { total } = tx
    .get(
      `SELECT COALESCE(SUM(amount), 0) AS total FROM transfer
       WHERE scope = 'review.return' AND (idem = ?1 OR idem > ?1 || ':' AND idem < ?1 || ';')`,
    )
    .get(id) as { total: number };
  return total;
}

export function markReturned(tx: Transaction, id: string, now: number): void {
  tx.get(
    `UPDATE deposit SET state = 'returned', taken_back = COALESCE(micro_usd, 0), resolved_at = ? WHERE id = ?`,
  ).run(now, id);
}
