import { bindOperations } from '../../../storage/procedure.ts';
import type { SqlValue, Statements } from '../../../storage/statements.ts';
import { prepareLedgerRows } from '../../ledger/sql/rows.ts';
import { issueVouchers, redeemVoucher, type VoucherMoneyRows } from '../operations/vouchers.ts';
import type { VoucherRecord, VoucherSelection } from '../voucher.ts';
import type { VoucherQueries, VoucherRow, VoucherRows, VoucherTotals } from '../voucher-rows.ts';

const COLUMNS = `hash, amount AS "microUsd", label, created_at AS "createdAt", expires_at AS "expiresAt",
  redeemed_at AS "redeemedAt", redeemed_by AS "redeemedBy",
  cancelled_at AS "cancelledAt"`;

/** Condition of vouchers that are neither redeemed nor cancelled, whether expired or not. */
const OPEN = 'redeemed_at IS NULL AND cancelled_at IS NULL';

function describeSelection(selection: VoucherSelection): {
  readonly where: string;
  readonly values: SqlValue[];
} {
  switch (selection.kind) {
    case 'hash':
      return { where: 'hash = ?', values: [selection.hash] };
    case 'label':
      return { where: 'label = ?', values: [selection.label] };
    case 'issued':
      return { where: 'created_at >= ? AND created_at <= ?', values: [selection.fromMs, selection.toMs] };
  }
}

/** Prepares the rows of vouchers for operations inside a transaction, as SQL for both engines. */
function prepareVoucherRows(tx: Statements): VoucherRows {
  return {
    find: (hash) => {
      const row = tx.get<VoucherRow>(
        `SELECT ${COLUMNS}, transfer_id AS "transferId" FROM voucher WHERE hash = ?`,
      );
      return row.get(hash) ?? null;
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
    count: (selection) => {
      const { where, values } = describeSelection(selection);
      const row = tx
        .get<VoucherTotals>(
          `SELECT COUNT(*) AS known, COUNT(redeemed_at) AS redeemed,
             COUNT(CASE WHEN ${OPEN} THEN 1 END) AS open,
             COALESCE(SUM(CASE WHEN ${OPEN} THEN amount END), 0) AS "microUsd"
           FROM voucher WHERE ${where}`,
        )
        .get(...values);
      return row!;
    },
    cancel: (selection, at) => {
      const { where, values } = describeSelection(selection);
      tx.get(`UPDATE voucher SET cancelled_at = ? WHERE ${OPEN} AND ${where}`).run(at, ...values);
    },
    update: ({ hash, redeemedAt, redeemedBy, transferId }) => {
      tx.get('UPDATE voucher SET redeemed_at = ?, redeemed_by = ?, transfer_id = ? WHERE hash = ?').run(
        redeemedAt,
        redeemedBy,
        transferId,
        hash,
      );
    },
  };
}

export const voucherBooks = (tx: Statements): VoucherMoneyRows => ({
  ledger: prepareLedgerRows(tx),
  vouchers: prepareVoucherRows(tx),
});

export const procedures = bindOperations(import.meta.url, [issueVouchers, redeemVoucher], voucherBooks);

/** Reads of vouchers outside of transactions, newest first, as SQL for both engines. */
export function prepareVoucherQueries(reads: Statements): VoucherQueries {
  return {
    list: async (limit) =>
      reads
        .get<VoucherRecord>(`SELECT ${COLUMNS} FROM voucher ORDER BY created_at DESC, hash DESC LIMIT ?`)
        .all(limit),
  };
}
