import { type Statements, toListValue } from '../../../storage/statements.ts';
import type { DepositState } from '../deposit.ts';
import type { DepositQueries, DepositRow, DepositRows } from '../rows.ts';
import { type DepositSum, prepareDepositSums } from './deposit-sums.ts';
import { prepareReversalReports, type ReportMember } from './reversal-reports.ts';

const DEPOSIT_COLUMNS = `seq, id, state, reason, source, scope, idem, account, owner, currency, amount,
  micro_usd AS "microUsd", taken_back AS "takenBack", event_id AS "eventId", object_id AS "objectId",
  payment_id AS "paymentId", chain, token, sender AS "from", tx_hash AS "txHash", log_index AS "logIndex",
  created_at AS "createdAt", resolved_at AS "resolvedAt",
  reversed_at AS "reversedAt"`;

/** Prepares the rows of deposits, their sums, and reports of reversals, as statements of one connection. */
export function prepareDepositRows(tx: Statements): DepositRows {
  return { ...prepareDeposits(tx), ...prepareDepositSums(tx), ...prepareReversalReports(tx) };
}

/** Prepares the rows of single deposits. */
function prepareDeposits(tx: Statements): Omit<DepositRows, DepositSum | ReportMember> {
  const find = (where: string, ...values: readonly string[]) =>
    tx.get<DepositRow>(`SELECT ${DEPOSIT_COLUMNS} FROM deposit WHERE ${where}`).get(...values) ?? null;
  return {
    find: (id) => find('id = ?', id),
    findByKey: ({ scope, idem }) => find('scope = ? AND idem = ?', scope, idem),
    findByObject: (scope, objectId) => find('scope = ? AND object_id = ?', scope, objectId),
    findByPayment: (scope, paymentId) =>
      find('scope = ? AND payment_id = ? ORDER BY seq LIMIT 1', scope, paymentId),
    listOfTransactions: (scope, txHashes) =>
      // In ASCII ';' follows ':', so the range contains exactly the keys of one transaction.
      tx
        .get<DepositRow>(
          // CROSS JOIN fixes the join order, so that the index is searched once per transaction.
          `SELECT ${DEPOSIT_COLUMNS} FROM (SELECT named.value AS named FROM json_each(?) AS named) AS transactions
           CROSS JOIN deposit WHERE scope = ? AND idem > named || ':' AND idem < named || ';'`,
        )
        .all(toListValue(txHashes), scope),
    insert: (row) => {
      tx.get(
        `INSERT INTO deposit (id, state, reason, source, scope, idem, account, owner, currency, amount, micro_usd,
             taken_back, event_id, object_id, payment_id, chain, token, sender, tx_hash, log_index, created_at,
             resolved_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        row.id,
        row.state,
        row.reason,
        row.source,
        row.scope,
        row.idem,
        row.account,
        row.owner,
        row.currency,
        row.amount,
        row.microUsd,
        row.takenBack,
        row.eventId,
        row.objectId,
        row.paymentId,
        row.chain,
        row.token,
        row.from,
        row.txHash,
        row.logIndex,
        row.createdAt,
        row.resolvedAt,
      );
    },
    grow: ({ id, amount, microUsd }) => {
      tx.get('UPDATE deposit SET amount = ?, micro_usd = ? WHERE id = ?').run(amount, microUsd, id);
    },
    update: ({ id, state, owner, microUsd, takenBack, resolvedAt, reversedAt }) => {
      tx.get(
        `UPDATE deposit SET state = ?, owner = ?, micro_usd = ?, taken_back = ?, resolved_at = ?, reversed_at = ?
         WHERE id = ?`,
      ).run(state, owner, microUsd, takenBack, resolvedAt, reversedAt, id);
    },
  };
}

/**
 * Returns the SQL condition of a state that callers see. A reversed deposit keeps the stored state in which it was paid
 * out.
 */
function describeState(state: DepositState): string {
  return state === 'reversed'
    ? 'reversed_at IS NOT NULL'
    : `state = '${state}'${state === 'credited' || state === 'released' ? ' AND reversed_at IS NULL' : ''}`;
}

/** Reads of deposits outside of transactions, as SQL for both engines. */
export function prepareDepositQueries(reads: Statements): DepositQueries {
  const rows = prepareDepositRows(reads);
  return {
    find: async (id) => rows.find(id),
    list: async ({ state, owner, before, limit }) => {
      // Each set of filters has its own statement, so that each can use its own index.
      const filters = [
        ...(state === null ? [] : [{ sql: describeState(state), values: [] }]),
        ...(owner === null ? [] : [{ sql: 'owner = ?', values: [owner] }]),
      ];
      const where = filters.map(({ sql }) => `${sql} AND `).join('');
      return reads
        .get<DepositRow>(
          `SELECT ${DEPOSIT_COLUMNS} FROM deposit WHERE ${where}seq < ? ORDER BY seq DESC LIMIT ?`,
        )
        .all(...filters.flatMap(({ values }) => values), before, limit);
    },
    findFirstAt: async (scope) => {
      const row = reads
        .get<{ at: number | null }>('SELECT MIN(created_at) AS at FROM deposit WHERE scope = ?')
        .get(scope);
      return row!.at;
    },
  };
}
