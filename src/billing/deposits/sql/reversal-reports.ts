import type { Statements } from '../../../storage/statements.ts';
import type { DepositRows, ReportRow } from '../rows.ts';

const REPORT_COLUMNS = `scope, effect, object_id AS "objectId", event_id AS "eventId", idem, payment_id AS "paymentId",
  owner, deposit, currency, amount, total, is_void AS "isVoid", part_of AS "partOf", part_since AS "partSince", at, moved,
  taken, from_review AS "fromReview", created_at AS "createdAt"`;

type StoredReport = Omit<ReportRow, 'isVoid'> & { readonly isVoid: number };

/** Members of {@link DepositRows} about reports of reversals. */
export type ReportMember = 'listObjectReports' | 'listReports' | 'insertReport' | 'updateReport';

/** Prepares the rows of reversal reports, by object and by payment. */
export function prepareReversalReports(tx: Statements): Pick<DepositRows, ReportMember> {
  const listReports = (where: string, ...values: readonly (string | null)[]) =>
    tx
      .get<StoredReport>(
        `SELECT ${REPORT_COLUMNS} FROM reversal_report WHERE ${where} ORDER BY created_at, event_id`,
      )
      .all(...values)
      .map((row): ReportRow => ({ ...row, isVoid: row.isVoid === 1 }));
  return {
    listObjectReports: (scope, objectId) => listReports('scope = ? AND object_id = ?', scope, objectId),
    listReports: ({ scope, paymentId, deposit }) =>
      paymentId === null
        ? listReports('deposit = ?', deposit)
        : listReports('(scope = ? AND payment_id = ? OR deposit = ?)', scope, paymentId, deposit),
    insertReport: (row) => {
      tx.get(
        `INSERT INTO reversal_report (scope, effect, object_id, event_id, idem, payment_id, owner, deposit, currency, amount,
           total, is_void, part_of, part_since, at, moved, taken, from_review, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        row.scope,
        row.effect,
        row.objectId,
        row.eventId,
        row.idem,
        row.paymentId,
        row.owner,
        row.deposit,
        row.currency,
        row.amount,
        row.total,
        row.isVoid ? 1 : 0,
        row.partOf,
        row.partSince,
        row.at,
        row.moved,
        row.taken,
        row.fromReview,
        row.createdAt,
      );
    },
    updateReport: (row) => {
      tx.get(
        `UPDATE reversal_report SET payment_id = ?, owner = ?, deposit = ?, moved = ?, taken = ?, from_review = ?
         WHERE scope = ? AND object_id = ? AND effect = ? AND event_id = ?`,
      ).run(
        row.paymentId,
        row.owner,
        row.deposit,
        row.moved,
        row.taken,
        row.fromReview,
        row.scope,
        row.objectId,
        row.effect,
        row.eventId,
      );
    },
  };
}
