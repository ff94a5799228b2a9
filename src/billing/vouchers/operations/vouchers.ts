import { type EpochMs, type MicroUsd, microUsd } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import { ADJUST_VOUCHER, toOwnerAccount } from '../../ledger/chart.ts';
import { readAccount } from '../../ledger/operations/accounts.ts';
import { requireOpen } from '../../ledger/operations/open.ts';
import { postTransfer } from '../../ledger/operations/post-transfer.ts';
import { requirePosted } from '../../ledger/operations/store-transfer.ts';
import type { Posting } from '../../ledger/posting.ts';
import type { LedgerRows } from '../../ledger/rows.ts';
import { SCOPES } from '../../ledger/scopes.ts';
import { decideRedemption } from '../redemption-decision.ts';
import type { CancelOutcome, RedeemOutcome, VoucherSelection } from '../voucher.ts';
import type { VoucherRow, VoucherRows } from '../voucher-rows.ts';

/** Rows of vouchers, and of the ledger that credits their owners. */
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

/** Stores new vouchers by the hashes of their codes. @throws {LedgerClosedError} when the ledger is closed. */
export function insertVouchers({ ledger, vouchers }: VoucherMoneyRows, issue: IssueVouchers): void {
  requireOpen(ledger);
  const { hashes, amount, label, createdAt, expiresAt } = issue;
  const unredeemed = { redeemedAt: null, redeemedBy: null, cancelledAt: null, transferId: null };
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

/** Cancels the open vouchers of a selection; redeemed ones stay as they are. @param at Wall clock, epoch ms. */
export function cancelVouchers(
  { ledger, vouchers }: VoucherMoneyRows,
  selection: VoucherSelection,
  at: EpochMs,
): CancelOutcome {
  // Operations on the ledger run one after the other, so a redemption at this moment commits before or after the
  // cancellation.
  requireOpen(ledger);
  const { known, redeemed, open, microUsd: sum } = vouchers.count(selection);
  if (known === 0 && selection.kind === 'hash') return { status: 'invalid_code' };
  if (open > 0) vouchers.cancel(selection, at);
  return { status: 'cancelled', cancelled: open, microUsd: microUsd(sum), redeemedAlready: redeemed };
}

export interface Redeem {
  readonly hash: string;
  /** Whether the check symbol is right. The voucher is read in either case, so that both take equally long. */
  readonly isPlausible: boolean;
  readonly owner: string;
  /** Time of the owner's first redemption of this code whose commit answer was lost; null: none. */
  readonly unansweredSince: EpochMs | null;
  readonly now: EpochMs;
}

/** Marks a voucher as redeemed and credits its owner, in one transaction. */
export const redeemVoucher = operation(
  'vouchers.redeem',
  ({ ledger, vouchers }: VoucherMoneyRows, { hash, ...request }: Redeem): RedeemOutcome => {
    const { owner, now } = request;
    const decision = decideRedemption({ ...request, voucher: vouchers.find(hash) });
    if (decision.status === 'invalid_code' || decision.status === 'expired') return decision;
    const { voucher } = decision;
    if (decision.status === 'repeated') {
      const { balance } = readAccount(ledger, toOwnerAccount(owner));
      return { status: 'redeemed', microUsd: voucher.microUsd, balance };
    }
    const outcome = postTransfer(ledger, toCredit(voucher, owner), now);
    if (outcome.status === 'ceiling') return { status: 'ceiling' };
    // The voucher was never redeemed, so no transfer has the hash as its key.
    const posted = requirePosted(outcome, 'the credit of a voucher');
    vouchers.update({ ...voucher, redeemedAt: now, redeemedBy: owner, transferId: posted.transfer.id });
    return { status: 'redeemed', microUsd: voucher.microUsd, balance: posted.balances.dst };
  },
);

function toCredit({ hash, microUsd: amount }: VoucherRow, owner: string): Posting {
  const src = ADJUST_VOUCHER;
  return {
    scope: SCOPES.voucher,
    idem: hash,
    type: 'voucher',
    src,
    dst: toOwnerAccount(owner),
    amount,
    ref: null,
  };
}
