import { type Statements, toListValue } from '../../../storage/statements.ts';
import type { CreditedSum, DepositRows, Payment } from '../rows.ts';

/** Members of {@link DepositRows} that sum up deposits or look for one among many. */
export type DepositSum = 'sumCredited' | 'hasPaid' | 'listCredited' | 'listPaid' | 'sumPaid';

/** Prepares the rows of sums by owner, and of senders that have paid before. */
export function prepareDepositSums(tx: Statements): Pick<DepositRows, DepositSum> {
  return {
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
        .all(from, before, toListValue(owners)),
    listPaid: (payments) =>
      tx
        .get<Payment>(
          // A materialized list gets an automatic index for the join.
          `WITH paid AS MATERIALIZED (SELECT named.key AS place, named.value AS owner FROM json_each(?) AS named)
           SELECT payer.value AS sender, paid.owner FROM json_each(?) AS payer
           CROSS JOIN paid
           WHERE paid.place = payer.key AND EXISTS (SELECT 1 FROM deposit
             WHERE sender = payer.value AND owner = paid.owner AND state IN ('credited', 'released'))`,
        )
        .all(
          toListValue(payments.map(({ owner }) => owner)),
          toListValue(payments.map(({ sender }) => sender)),
        ),
    sumPaid: (owner) => {
      const row = tx
        .get<{ total: number }>(
          `SELECT COALESCE(SUM(micro_usd), 0) AS total FROM deposit
           WHERE owner = ? AND state IN ('credited', 'released')`,
        )
        .get(owner);
      return row!.total;
    },
  };
}
