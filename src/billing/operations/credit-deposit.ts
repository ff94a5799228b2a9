import { ownerAccount } from '../chart.ts';
import type { DepositOutcome, DepositPosting } from '../ledger.ts';
import type { LedgerRows } from '../rows.ts';
import { postTransfer } from './post-transfer.ts';

/**
 * Credits an owner with money that arrived; debts are repaid from it first.
 *
 * @param now Wall clock, epoch ms.
 */
export function creditDeposit(
  rows: LedgerRows,
  { owner, ...deposit }: DepositPosting,
  now: number,
): DepositOutcome {
  const posted = postTransfer(rows, { ...deposit, dst: ownerAccount(owner) }, now);
  switch (posted.status) {
    case 'posted':
    case 'duplicate': {
      const { status, transfer, balances } = posted;
      return { status, transfer, balance: balances.dst };
    }
    default:
      return posted;
  }
}
