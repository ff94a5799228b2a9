import type { Transaction } from '../../../storage/procedure.ts';
import type { SqlValue } from '../../../storage/statements.ts';

/**
 * Prepares functions from SQL: `find` returns one row or null, `list` returns rows, and `run` returns nothing. Rows are
 * copies.
 */
export function prepareStatements(tx: Transaction) {
  const find = <Row extends object>(sql: string) => {
    const statement = tx.get<Row>(sql);
    return (...values: SqlValue[]): Row | null => {
      const row = statement.get(...values);
      return row === undefined ? null : { ...row };
    };
  };
  const list = <Row extends object>(sql: string) => {
    const statement = tx.get<Row>(sql);
    return (...values: SqlValue[]): Row[] => statement.all(...values).map((row) => ({ ...row }));
  };
  const run = (sql: string) => {
    const statement = tx.get(sql);
    return (...values: SqlValue[]): void => {
      statement.run(...values);
    };
  };
  return { find, list, run };
}
