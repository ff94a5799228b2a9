import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** A compiled statement whose rows have the declared shape of its table. */
export interface RowStatement<Row> extends Pick<StatementSync, 'setReturnArrays'> {
  get(...values: readonly SQLInputValue[]): Row | undefined;
  all(...values: readonly SQLInputValue[]): Row[];
  iterate(...values: readonly SQLInputValue[]): IterableIterator<Row>;
}

/** Compiles a statement. The shape of its rows is declared, not checked. */
export function prepareRows<Row>(db: DatabaseSync, sql: string): RowStatement<Row> {
  return db.prepare(sql) as unknown as RowStatement<Row>;
}
