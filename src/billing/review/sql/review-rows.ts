import type { SqlValue, Statements } from '../../../storage/statements.ts';
import { computeReviewId, type ReviewFacts, type ReviewItem } from '../review-item.ts';
import type { ReviewCount, ReviewQueries, ReviewRows } from '../rows.ts';

const COLUMNS = `id, kind, subject, since, owner, currency, amount, micro_usd AS "microUsd", known,
  ended_at AS "endedAt", ended_as AS "endedAs", reason`;

/** Condition under which an item that a person ended stays ended: its amounts are the same. */
const STAYS = `review_item.ended_as IN ('applied', 'dismissed')
  AND review_item.amount IS NOT DISTINCT FROM excluded.amount
  AND review_item.micro_usd IS NOT DISTINCT FROM excluded.micro_usd`;

type StoredItem = Omit<ReviewItem, 'known'> & { readonly known: string };

const toItem = (row: StoredItem): ReviewItem => ({ ...row, known: JSON.parse(row.known) as ReviewFacts });

/** Prepares the rows of the review as statements of one connection. */
export function prepareReviewRows(tx: Statements): ReviewRows {
  return {
    find: (id) => {
      const row = tx.get<StoredItem>(`SELECT ${COLUMNS} FROM review_item WHERE id = ?`).get(id);
      return row === undefined ? null : toItem(row);
    },
    put: (item) => {
      const { kind, subject, since, owner, currency, amount, microUsd, known } = item;
      tx.get(
        `INSERT INTO review_item (id, kind, subject, since, owner, currency, amount, micro_usd, known)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (kind, subject) DO UPDATE SET
           since = CASE WHEN review_item.ended_at IS NULL OR ${STAYS} THEN review_item.since ELSE excluded.since END,
           ended_at = CASE WHEN ${STAYS} THEN review_item.ended_at END,
           ended_as = CASE WHEN ${STAYS} THEN review_item.ended_as END,
           reason = CASE WHEN ${STAYS} THEN review_item.reason END,
           owner = excluded.owner, currency = excluded.currency, amount = excluded.amount,
           micro_usd = excluded.micro_usd, known = excluded.known`,
      ).run(
        computeReviewId(item),
        kind,
        subject,
        since,
        owner,
        currency,
        amount,
        microUsd,
        JSON.stringify(known),
      );
    },
    end: (kind, subject, { as, at, reason }) => {
      tx.get(
        `UPDATE review_item SET ended_at = ?, ended_as = ?, reason = ?
         WHERE kind = ? AND subject = ? AND ended_at IS NULL`,
      ).run(at, as, reason, kind, subject);
    },
  };
}

/** Reads of review items outside of transactions, as SQL for both engines. */
export function prepareReviewQueries(reads: Statements): ReviewQueries {
  const rows = prepareReviewRows(reads);
  return {
    find: async (id) => rows.find(id),
    list: async ({ kind, owner, after, limit }) => {
      const filters: { sql: string; values: SqlValue[] }[] = [
        ...(kind === null ? [] : [{ sql: 'kind = ?', values: [kind] }]),
        ...(owner === null ? [] : [{ sql: 'owner = ?', values: [owner] }]),
        ...(after === null ? [] : [{ sql: '(since, id) > (?, ?)', values: [after.since, after.id] }]),
      ];
      const where = filters.map(({ sql }) => ` AND ${sql}`).join('');
      const found = reads
        .get<StoredItem>(
          `SELECT ${COLUMNS} FROM review_item WHERE ended_at IS NULL${where} ORDER BY since, id LIMIT ?`,
        )
        .all(...filters.flatMap(({ values }) => values), limit);
      return found.map(toItem);
    },
    count: async (before) =>
      reads
        .get<ReviewCount>(
          // The sum is read as floating point and rounded beyond 2^53: an integer of that size would make every scrape
          // fail.
          `SELECT kind, COUNT(*) AS count, SUM(CAST(micro_usd AS DOUBLE PRECISION)) AS "microUsd",
               MIN(since) AS "oldestMs", COUNT(CASE WHEN since <= ? THEN 1 END) AS "waitedBefore"
             FROM review_item WHERE ended_at IS NULL GROUP BY kind ORDER BY kind`,
        )
        .all(before)
        .map((row) => ({ ...row })),
  };
}
