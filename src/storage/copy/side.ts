import type { SqlRow, SqlValue } from '../statements.ts';

/** Description of a table that holds for both engines. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key, in their order. */
  readonly key: readonly string[];
}

/** One database of a copy. Rows are read from one snapshot, in the byte order of their keys. */
export interface CopySource {
  listTables(): Promise<readonly TableShape[]>;
  /** Reads one page of a table. @param after Key of the last row of the previous page; null: from the start. */
  readPage(table: TableShape, after: readonly SqlValue[] | null, limit: number): Promise<readonly SqlRow[]>;
}

export interface CopyTarget extends CopySource {
  insert(table: TableShape, rows: readonly SqlRow[]): Promise<void>;
}

/** Tables that belong to an engine or an installation, and not to the service's data. */
export const OWN_TABLES: ReadonlySet<string> = new Set([
  'schema_version',
  'ledger_head',
  'installation',
  'lease',
  'role_status',
  'log_mark',
]);
