import { type Statements, toListValue } from '../../../../storage/statements.ts';
import type { ChainRows, SkippedRow, TreasuryRow } from '../rows.ts';

export const SKIPPED_COLUMNS =
  'scope, tx, chain, reason, skipped_at AS "skippedAt", tried_at AS "triedAt", read_at AS "readAt"';

type ReadingRows = Pick<
  ChainRows,
  | 'putIncome'
  | 'findSkipped'
  | 'putSkipped'
  | 'listSmall'
  | 'insertSmall'
  | 'listTreasuries'
  | 'insertTreasury'
>;

/** Prepares the rows of skipped transactions, small amounts and income, as SQL for both engines. */
export function prepareReadingRows(tx: Statements): ReadingRows {
  return {
    findSkipped: (scope, hash) =>
      tx
        .get<SkippedRow>(`SELECT ${SKIPPED_COLUMNS} FROM skipped_transaction WHERE scope = ? AND tx = ?`)
        .get(scope, hash) ?? null,
    putSkipped: ({ scope, tx: hash, chain, reason, skippedAt, triedAt, readAt }) => {
      tx.get(
        `INSERT INTO skipped_transaction (scope, tx, chain, reason, skipped_at, tried_at, read_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (scope, tx) DO UPDATE SET tried_at = excluded.tried_at, read_at = excluded.read_at`,
      ).run(scope, hash, chain, reason, skippedAt, triedAt, readAt);
    },
    listSmall: (scope, hashes) =>
      tx
        .get(
          `SELECT tx FROM small_transfer
           WHERE scope = ? AND tx IN (SELECT named.value FROM json_each(?) AS named)`,
        )
        .all(scope, toListValue(hashes))
        .map((row) => row.tx as string),
    insertSmall: (scope, hash) => {
      tx.get('INSERT INTO small_transfer (scope, tx) VALUES (?, ?)').run(scope, hash);
    },
    putIncome: ({ scope, idem, treasury, token, position, amount }) => {
      tx.get(
        `INSERT INTO chain_income (scope, idem, treasury, token, position, amount) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (scope, idem) DO NOTHING`,
      ).run(scope, idem, treasury, token, position, amount);
    },
    listTreasuries: (scope) =>
      tx
        .get<TreasuryRow>(
          'SELECT scope, treasury, chain, since FROM chain_treasury WHERE scope = ? ORDER BY since, treasury',
        )
        .all(scope),
    insertTreasury: ({ scope, treasury, chain, since }) => {
      tx.get('INSERT INTO chain_treasury (scope, treasury, chain, since) VALUES (?, ?, ?, ?)').run(
        scope,
        treasury,
        chain,
        since,
      );
    },
  };
}
