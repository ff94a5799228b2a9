import type { Clock } from '../../../domain/index.ts';
import type { OpenServiceDatabase } from '../../../storage/service-database.ts';
import type { Statements } from '../../../storage/statements.ts';
import { toOwnerAccount } from '../chart.ts';
import type { Hold } from '../ledger.ts';
import type { AccountBalance, Debtor } from '../ledger-views.ts';
import type { DebtTransfer, EntryRow, FloatRow, LedgerQueries } from '../rows.ts';
import { StoredLedger } from '../stored-ledger.ts';
import { auditSource } from './audit-queries.ts';
import { HOLD_COLUMNS, prepareLedgerRows } from './rows.ts';

/** Opens the ledger of a service database. */
export function openLedger(database: OpenServiceDatabase, clock: Clock): StoredLedger {
  const queries = database.buildQueries(prepareLedgerQueries);
  return new StoredLedger({ database, queries, audits: auditSource(database), clock });
}

/** Condition of receivable accounts. The negative balance of such an account is its owner's debt. */
const RECEIVABLES = `r.id >= 'receivable:' AND r.id < 'receivable;'`;
const OWNER_OF_RECEIVABLE = 'substr(r.id, 12)';

/** Reads of accounts, holds and transfers outside of transactions, as SQL for both engines. */
export function prepareLedgerQueries(reads: Statements): LedgerQueries {
  const rows = prepareLedgerRows(reads);
  return {
    findClosure: async () => rows.readHead().closedBecause,
    findAccount: async (id) => rows.findAccount(id),
    findHold: async (key) => rows.findHold(key),
    listOverdueHolds: async (now, limit) =>
      reads
        .get<Hold>(
          `SELECT ${HOLD_COLUMNS} FROM hold WHERE state = 'pending' AND expires_at < ? ORDER BY expires_at, id LIMIT ?`,
        )
        .all(now, limit),
    listDebtors: async (limit) => {
      const debtors = reads
        .get<Debtor>(
          `SELECT ${OWNER_OF_RECEIVABLE} AS owner, -r.balance AS "owedMicroUsd", COALESCE(o.balance, 0) AS "microUsd",
             COALESCE(o.held, 0) AS "heldMicroUsd"
           FROM account r LEFT JOIN account o ON o.id = 'owner:' || ${OWNER_OF_RECEIVABLE}
           WHERE ${RECEIVABLES} AND r.balance < 0 ORDER BY r.balance, r.id LIMIT ?`,
        )
        .all(limit);
      return debtors.map((debtor) => ({ ...debtor }));
    },
    listAbleDebtors: async (after, limit) => {
      const debtors = reads
        .get<{ owner: string }>(
          `SELECT ${OWNER_OF_RECEIVABLE} AS owner
           FROM account r JOIN account o ON o.id = 'owner:' || ${OWNER_OF_RECEIVABLE}
           WHERE ${RECEIVABLES} AND r.balance < 0 AND o.balance > o.held AND o.id > ? ORDER BY r.id LIMIT ?`,
        )
        .all(toOwnerAccount(after), limit);
      return debtors.map(({ owner }) => owner);
    },
    listEntries: async (account, beforeSeq, limit) =>
      reads
        .get<EntryRow>(
          `SELECT * FROM (
             SELECT * FROM (SELECT id, ts, type, -amount AS "microUsd", src_after AS "balanceAfter", ref, src_seq AS seq
               FROM transfer WHERE src = ? AND src_seq < ? ORDER BY src_seq DESC LIMIT ?) AS spent
             UNION ALL
             SELECT * FROM (SELECT id, ts, type, amount, dst_after, ref, dst_seq
               FROM transfer WHERE dst = ? AND dst_seq < ? ORDER BY dst_seq DESC LIMIT ?) AS received
           ) AS entries ORDER BY seq DESC LIMIT ?`,
        )
        .all(account, beforeSeq, limit, account, beforeSeq, limit, limit),
    findWholeAuditAt: async () =>
      Number(reads.get('SELECT MAX(at) AS at FROM ledger_audit WHERE whole = 1').get()?.at ?? 0) || null,
    listDebtTransfers: async (receivable, limit) =>
      reads
        .get<DebtTransfer>(
          'SELECT id, ts, ref, meta, amount FROM transfer WHERE src = ? ORDER BY src_seq DESC LIMIT ?',
        )
        .all(receivable, limit),
    listPendingHolds: async (owner, limit) =>
      reads
        .get<Hold>(
          `SELECT ${HOLD_COLUMNS} FROM hold WHERE owner = ? AND state = 'pending' ORDER BY created_at, id LIMIT ?`,
        )
        .all(owner, limit),
    sumAccounts: async () =>
      reads
        .get<AccountBalance>(
          `SELECT account, SUM(balance) AS "balanceMicroUsd" FROM
             (SELECT CASE WHEN id >= 'receivable:' AND id < 'receivable;' THEN 'receivable' ELSE id END AS account,
                balance
              FROM account WHERE kind <> 'owner') AS accounts
           GROUP BY account ORDER BY account`,
        )
        .all(),
    sumFloat: async () =>
      reads
        .get<FloatRow>(
          `SELECT owners.*, debts.owed FROM
             (SELECT COALESCE(SUM(balance), 0) AS total, COUNT(*) AS accounts,
                COUNT(CASE WHEN balance <> 0 THEN 1 END) AS "nonZero"
              FROM account WHERE id >= 'owner:' AND id < 'owner;') AS owners,
             (SELECT COALESCE(-SUM(r.balance), 0) AS owed FROM account r WHERE ${RECEIVABLES}) AS debts`,
        )
        .get() as FloatRow,
  };
}
