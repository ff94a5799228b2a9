import type { SqlRow, SqlValue } from '../statements.ts';

/** A table as both engines have it. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of its primary key, in their order. */
  readonly key: readonly string[];
}

/** One database of a copy. Rows are read on one state of it, and come in the order of their keys by bytes. */
export interface CopySource {
  listTables(): Promise<readonly TableShape[]>;
  /** @param after The key of the last row of the page before; null: from the beginning. */
  readPage(table: TableShape, after: readonly SqlValue[] | null, limit: number): Promise<readonly SqlRow[]>;
}

export interface CopyTarget extends CopySource {
  insert(table: TableShape, rows: readonly SqlRow[]): Promise<void>;
}

/** Tables that belong to an engine or to one installation, not to the service's data. */
export const OWN_TABLES: ReadonlySet<string> = new Set([
  'schema_version',
  'ledger_head',
  'installation',
  'lease',
  'role_status',
  'log_mark',
]);
