import type { EpochMs, MicroUsd } from '../../domain/index.ts';
import { operation } from '../../storage/operation.ts';
import { ADJUST_VOUCHER, ownerAccount } from '../chart.ts';
import type { LedgerRows } from '../rows.ts';
import type { VoucherRows } from '../voucher-rows.ts';
import type { RedeemOutcome } from '../vouchers.ts';
import { requireOpen } from './open.ts';
import { postTransfer } from './post-transfer.ts';

/** Rows that operations of vouchers work on. */
export interface VoucherMoneyRows {
  readonly ledger: LedgerRows;
  readonly vouchers: VoucherRows;
}

export interface IssueVouchers {
  readonly hashes: readonly string[];
  readonly amount: MicroUsd;
  readonly label: string | null;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs | null;
}

export function insertVouchers({ ledger, vouchers }: VoucherMoneyRows, issue: IssueVouchers): void {
  requireOpen(ledger);
  const { hashes, amount, label, createdAt, expiresAt } = issue;
  const unredeemed = { redeemedAt: null, redeemedBy: null, transferId: null };
  for (const hash of hashes) {
    vouchers.insert({ hash, microUsd: amount, label, createdAt, expiresAt, ...unredeemed });
  }
}

export const issueVouchers = operation(
  'vouchers.issue',
  (rows: VoucherMoneyRows, issue: IssueVouchers): null => {
    insertVouchers(rows, issue);
    return null;
  },
);

interface Redeem {
  readonly hash: string;
  /** false: the code was mistyped. The same work is done for it. */
  readonly isPlausible: boolean;
  readonly owner: string;
  readonly now: EpochMs;
}

/** Marks a voucher as redeemed and credits its owner. */
export const redeemVoucher = operation(
  'vouchers.redeem',
  ({ ledger, vouchers }: VoucherMoneyRows, { hash, isPlausible, owner, now }: Redeem): RedeemOutcome => {
    const voucher = vouchers.find(hash);
    if (voucher === null || !isPlausible || voucher.redeemedAt !== null) return { status: 'invalid_code' };
    if (voucher.expiresAt !== null && now >= voucher.expiresAt) return { status: 'expired' };
    const posted = postTransfer(
      ledger,
      {
        scope: 'voucher',
        idem: hash,
        type: 'voucher',
        src: ADJUST_VOUCHER,
        dst: ownerAccount(owner),
        amount: voucher.microUsd,
        ref: null,
      },
      now,
    );
    if (posted.status === 'ceiling') return { status: 'ceiling' };
    // The voucher says that it was never redeemed; a transfer that says otherwise must not be followed by another.
    if (posted.status !== 'posted') throw new Error(`the credit of a voucher was ${posted.status}`);
    vouchers.update({ ...voucher, redeemedAt: now, redeemedBy: owner, transferId: posted.transfer.id });
    return { status: 'redeemed', microUsd: voucher.microUsd, balance: posted.balances.dst };
  },
);
