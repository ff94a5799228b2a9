import type { EpochMs } from '../../../domain/index.ts';
import type { SqlValue, Statements } from '../../../storage/statements.ts';
import type { EntryType } from '../../ledger/posting.ts';
import type { CountAndSum, MoneyQueries, WaitingDeposits } from '../money-figures.ts';

/**
 * Builds the SQL of a count and a sum. The sum is read as floating point and rounded beyond 2^53: an integer of that
 * size would make every scrape fail.
 */
const toSum = (amount: string) =>
  `COUNT(*) AS count, COALESCE(SUM(CAST(${amount} AS DOUBLE PRECISION)), 0) AS "microUsd"`;

/** Counts and sums of the ledger for the operator's figures, in micro-USD, as SQL for both engines. */
export function prepareMoneyQueries(reads: Statements): MoneyQueries {
  const find = <Row>(sql: string, ...values: SqlValue[]) => reads.get<Row>(sql).get(...values) as Row;
  return {
    findLastTransfer: async () =>
      Number(find<{ id: number }>('SELECT COALESCE(MAX(id), 0) AS id FROM transfer').id),
    sumPosted: async (after, upTo) =>
      reads
        .get<CountAndSum & { type: EntryType }>(
          `SELECT type, ${toSum('amount')} FROM transfer WHERE id > ? AND id <= ? GROUP BY type`,
        )
        .all(after, upTo),
    sumWaiting: async (state) => {
      const row = find<WaitingDeposits>(
        `SELECT ${toSum('micro_usd - taken_back')}, MIN(created_at) AS "oldestAt" FROM deposit WHERE state = ?`,
        state,
      );
      return { ...row };
    },
    sumDebts: async () => ({
      ...find<CountAndSum>(
        `SELECT ${toSum('-balance')} FROM account
         WHERE id >= 'receivable:' AND id < 'receivable;' AND balance < 0`,
      ),
    }),
    sumOpenVouchers: async (now) => ({
      ...find<CountAndSum>(
        `SELECT ${toSum('amount')} FROM (
           SELECT amount FROM voucher WHERE redeemed_at IS NULL AND cancelled_at IS NULL AND expires_at IS NULL
           UNION ALL
           SELECT amount FROM voucher WHERE redeemed_at IS NULL AND cancelled_at IS NULL AND expires_at > ?
         ) AS open_voucher`,
        now,
      ),
    }),
    findWholeAuditAt: async () =>
      find<{ at: EpochMs | null }>('SELECT MAX(at) AS at FROM ledger_audit WHERE whole = 1').at,
  };
}
