import { listValue, type Statements } from '../../../storage/statements.ts';
import type { DepositState } from '../deposit.ts';
import type { CreditedSum, DepositQueries, DepositRow, DepositRows, Payment, ReportRow } from '../rows.ts';

const DEPOSIT_COLUMNS = `seq, id, state, reason, source, scope, idem, account, owner, currency, amount,
  micro_usd AS "microUsd", taken_back AS "takenBack", event_id AS "eventId", object_id AS "objectId",
  payment_id AS "paymentId", chain, token, sender AS "from", tx_hash AS "txHash", log_index AS "logIndex",
  created_at AS "createdAt", resolved_at AS "resolvedAt",
  reversed_at AS "reversedAt"`;

const REPORT_COLUMNS = `scope, effect, object_id AS "objectId", event_id AS "eventId", idem, payment_id AS "paymentId",
  owner, deposit, currency, amount, total, is_void AS "isVoid", part_of AS "partOf", part_since AS "partSince", at, moved,
  taken, from_review AS "fromReview", created_at AS "createdAt"`;

type StoredReport = Omit<ReportRow, 'isVoid'> & { readonly isVoid: number };

/** Rows of deposits as statements of one connection. */
export function prepareDepositRows(tx: Statements): DepositRows {
  const find = (where: string, ...values: readonly string[]) =>
    tx.get<DepositRow>(`SELECT ${DEPOSIT_COLUMNS} FROM deposit WHERE ${where}`).get(...values) ?? null;
  const listReports = (where: string, ...values: readonly (string | null)[]) =>
    tx
      .get<StoredReport>(
        `SELECT ${REPORT_COLUMNS} FROM reversal_report WHERE ${where} ORDER BY created_at, event_id`,
      )
      .all(...values)
      .map((row): ReportRow => ({ ...row, isVoid: row.isVoid === 1 }));
  return {
    find: (id) => find('id = ?', id),
    findByKey: ({ scope, idem }) => find('scope = ? AND idem = ?', scope, idem),
    findByObject: (scope, objectId) => find('scope = ? AND object_id = ?', scope, objectId),
    findByPayment: (scope, paymentId) =>
      find('scope = ? AND payment_id = ? ORDER BY seq LIMIT 1', scope, paymentId),
    listOfTransactions: (scope, txHashes) =>
      // ';' follows ':', so the range holds the keys of one transaction alone.
      tx
        .get<DepositRow>(
          // CROSS JOIN keeps the order: the index is read once per transaction.
          `SELECT ${DEPOSIT_COLUMNS} FROM (SELECT named.value AS named FROM json_each(?) AS named) AS transactions
           CROSS JOIN deposit WHERE scope = ? AND idem > named || ':' AND idem < named || ';'`,
        )
        .all(listValue(txHashes), scope),
    sumCredited: (owner, from, before) => {
      const row = tx
        .get<{ total: number }>(
          `SELECT COALESCE(SUM(micro_usd), 0) AS total FROM deposit
           WHERE owner = ? AND state = 'credited' AND created_at >= ? AND created_at < ?`,
        )
        .get(owner, from, before);
      return row!.total;
    },
    hasPaid: (sender, owner) =>
      tx
        .get(
          `SELECT 1 FROM deposit WHERE sender = ? AND owner = ? AND state IN ('credited', 'released') LIMIT 1`,
        )
        .get(sender, owner) !== undefined,
    listCredited: (owners, from, before) =>
      tx
        .get<CreditedSum>(
          `SELECT named.value AS owner,
             (SELECT COALESCE(SUM(micro_usd), 0) FROM deposit
              WHERE owner = named.value AND state = 'credited' AND created_at >= ? AND created_at < ?) AS total
           FROM json_each(?) AS named`,
        )
        .all(from, before, listValue(owners)),
    listPaid: (payments) =>
      tx
        .get<Payment>(
          // A list that is kept as a table gets an index for the join.
          `WITH paid AS MATERIALIZED (SELECT named.key AS place, named.value AS owner FROM json_each(?) AS named)
           SELECT payer.value AS sender, paid.owner FROM json_each(?) AS payer
           CROSS JOIN paid
           WHERE paid.place = payer.key AND EXISTS (SELECT 1 FROM deposit
             WHERE sender = payer.value AND owner = paid.owner AND state IN ('credited', 'released'))`,
        )
        .all(listValue(payments.map(({ owner }) => owner)), listValue(payments.map(({ sender }) => sender))),
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
    sumPaid: (owner) => {
      const row = tx
        .get<{ total: number }>(
          `SELECT COALESCE(SUM(micro_usd), 0) AS total FROM deposit
           WHERE owner = ? AND state IN ('credited', 'released')`,
        )
        .get(owner);
      return row!.total;
    },
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

/** The condition of a shown state: a reversed deposit keeps the stored state in which it was paid out. */
function describeState(state: DepositState): string {
  return state === 'reversed'
    ? 'reversed_at IS NOT NULL'
    : `state = '${state}'${state === 'credited' || state === 'released' ? ' AND reversed_at IS NULL' : ''}`;
}

export function prepareDepositQueries(reads: Statements): DepositQueries {
  const rows = prepareDepositRows(reads);
  return {
    find: async (id) => rows.find(id),
    list: async ({ state, owner, before, limit }) => {
      // One statement for each set of filters, so that each walks its own index.
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
    count: async (state) => {
      const row = reads.get<{ n: number }>('SELECT COUNT(*) AS n FROM deposit WHERE state = ?').get(state);
      return row!.n;
    },
    findFirstAt: async (scope) => {
      const row = reads
        .get<{ at: number | null }>('SELECT MIN(created_at) AS at FROM deposit WHERE scope = ?')
        .get(scope);
      return row!.at;
    },
  };
}
