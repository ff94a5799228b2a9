import { bindOperations } from '../../storage/procedure.ts';
import type { Statements } from '../../storage/statements.ts';
import { issueVouchers, redeemVoucher, type VoucherMoneyRows } from '../vouchers/operations/vouchers.ts';
import type { VoucherQueries, VoucherRow, VoucherRows } from '../vouchers/voucher-rows.ts';
import type { VoucherRecord } from '../vouchers/vouchers.ts';
import { prepareLedgerRows } from './rows.ts';

const COLUMNS = `hash, amount AS "microUsd", label, created_at AS "createdAt", expires_at AS "expiresAt",
  redeemed_at AS "redeemedAt", redeemed_by AS "redeemedBy"`;

export function prepareVoucherRows(tx: Statements): VoucherRows {
  return {
    find: (hash) => {
      const row = tx
        .get(`SELECT ${COLUMNS}, transfer_id AS "transferId" FROM voucher WHERE hash = ?`)
        .get(hash);
      return (row as unknown as VoucherRow | undefined) ?? null;
    },
    insert: ({ hash, microUsd, label, createdAt, expiresAt }) => {
      tx.get('INSERT INTO voucher (hash, amount, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?)').run(
        hash,
        microUsd,
        label,
        createdAt,
        expiresAt,
      );
    },
    update: ({ hash, redeemedAt, redeemedBy, transferId }) => {
      tx.get('UPDATE voucher SET redeemed_at = ?, redeemed_by = ?, transfer_id = ? WHERE hash = ?').run(
        ...[redeemedAt, redeemedBy, transferId, hash],
      );
    },
  };
}

export const voucherBooks = (tx: Statements): VoucherMoneyRows => ({
  ledger: prepareLedgerRows(tx),
  vouchers: prepareVoucherRows(tx),
});

export const procedures = bindOperations(import.meta.url, [issueVouchers, redeemVoucher], voucherBooks);

export function prepareVoucherQueries(reads: Statements): VoucherQueries {
  return {
    list: async (limit) =>
      reads
        .get(`SELECT ${COLUMNS} FROM voucher ORDER BY created_at DESC, hash DESC LIMIT ?`)
        .all(limit) as unknown as VoucherRecord[],
  };
}
