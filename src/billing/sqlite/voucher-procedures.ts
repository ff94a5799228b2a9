import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import { procedure, procedureModule, type Transaction } from '../../storage/sqlite/procedure.ts';
import { ADJUST_VOUCHER, ownerAccount } from '../chart.ts';
import type { RedeemOutcome } from '../vouchers.ts';
import { postTransfer } from './transfers.ts';

export interface IssueVouchers {
  readonly hashes: readonly string[];
  readonly amount: MicroUsd;
  readonly label: string | null;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs | null;
}

export function insertVouchers(tx: Transaction, issue: IssueVouchers): void {
  const insert = tx.get(
    'INSERT INTO voucher (hash, amount, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
  );
  for (const hash of issue.hashes) {
    insert.run(hash, issue.amount, issue.label, issue.createdAt, issue.expiresAt);
  }
}

export const issueVouchersProcedure = procedure('vouchers.issue', (tx, issue: IssueVouchers): null => {
  insertVouchers(tx, issue);
  return null;
});

interface Redeem {
  readonly hash: string;
  /** false: the code was mistyped. The same work is done for it. */
  readonly isPlausible: boolean;
  readonly owner: string;
  readonly now: EpochMs;
}

export const redeemProcedure = procedure(
  'vouchers.redeem',
  (tx, { hash, isPlausible, owner, now }: Redeem): RedeemOutcome => {
    const voucher = tx
      .get('SELECT amount, expires_at AS expiresAt, redeemed_at AS redeemedAt FROM voucher WHERE hash = ?')
      .get(hash) as { amount: MicroUsd; expiresAt: number | null; redeemedAt: number | null } | undefined;
    if (voucher === undefined || !isPlausible || voucher.redeemedAt !== null)
      return { status: 'invalid_code' };
    if (voucher.expiresAt !== null && now >= voucher.expiresAt) return { status: 'expired' };
    const posted = postTransfer(
      tx,
      {
        scope: 'voucher',
        idem: hash,
        type: 'voucher',
        src: ADJUST_VOUCHER,
        dst: ownerAccount(owner),
        amount: voucher.amount,
        ref: null,
      },
      now,
    );
    if (posted.status === 'ceiling') return { status: 'ceiling' };
    // The voucher says that it was never redeemed; a transfer that says otherwise must not be followed by another.
    if (posted.status !== 'posted') throw new Error(`the credit of a voucher was ${posted.status}`);
    tx.get('UPDATE voucher SET redeemed_at = ?, redeemed_by = ?, transfer_id = ? WHERE hash = ?').run(
      now,
      owner,
      posted.transfer.id,
      hash,
    );
    return { status: 'redeemed', microUsd: voucher.amount, balance: posted.balances.dst };
  },
);

export const procedures = procedureModule(import.meta.url, [issueVouchersProcedure, redeemProcedure]);
