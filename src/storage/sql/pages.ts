import type { TableShape } from '../copy/side.ts';

/** Builds the query for one page of a table. */
export function describePage({ name, columns, key }: TableShape, isFirst: boolean): string {
  const keys = key.map(quote).join(', ');
  const from = isFirst ? '' : `WHERE (${keys}) > (${key.map(() => '?').join(', ')})`;
  return `SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)} ${from} ORDER BY ${keys} LIMIT ?`;
}

/** Quotes a name of SQLite, which must not contain a quotation mark. */
export function quote(name: string): string {
  return `"${name}"`;
}
