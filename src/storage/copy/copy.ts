import { createHash } from 'node:crypto';
import type { SqlRow, SqlValue } from '../statements.ts';
import type { CopySource, CopyTarget, TableShape } from './side.ts';

const ROWS_PER_PAGE = 2_000;

/** Description of one copied table. */
export interface TableCopy {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 over all values in the order of the keys, in hexadecimal. */
  readonly sha256: string;
}

/** Error of two databases whose contents differ. */
export class CopyMismatchError extends Error {
  override readonly name = 'CopyMismatchError';
}

/**
 * Copies every table completely.
 *
 * @throws {CopyMismatchError} when a table of one side is missing in the other, or has other columns.
 */
export async function copyTables(
  source: CopySource,
  target: CopyTarget,
  onTable: (copied: TableCopy) => void,
): Promise<readonly TableCopy[]> {
  const tables = await pairTables(source, target);
  const copied: TableCopy[] = [];
  for (const table of tables) {
    const copy = await walk(source, table, (rows) => target.insert(table, rows));
    copied.push(copy);
    onTable(copy);
  }
  return copied;
}

/**
 * Reads every copied table from the other side and compares it.
 *
 * @throws {CopyMismatchError} that names the first table that differs.
 */
export async function compareTables(copied: readonly TableCopy[], other: CopySource): Promise<void> {
  const tables = new Map((await other.listTables()).map((table) => [table.name, table]));
  for (const { table, rows, sha256 } of copied) {
    const shape = tables.get(table);
    if (shape === undefined) throw new CopyMismatchError(`${table} is missing in the copy`);
    const found = await walk(other, shape, async () => undefined);
    if (found.rows !== rows)
      throw new CopyMismatchError(`${table} has ${found.rows} rows in the copy, not ${rows}`);
    if (found.sha256 !== sha256) throw new CopyMismatchError(`the values of ${table} differ in the copy`);
  }
}

async function pairTables(source: CopySource, target: CopySource): Promise<readonly TableShape[]> {
  const theirs = new Map((await target.listTables()).map((table) => [table.name, table]));
  const ours = await source.listTables();
  for (const table of ours) {
    const other = theirs.get(table.name);
    const columns = [...table.columns].sort().join();
    if (other === undefined || [...other.columns].sort().join() !== columns) {
      throw new CopyMismatchError(`the table ${table.name} is not the same in both databases`);
    }
  }
  const known = new Set(ours.map(({ name }) => name));
  const further = [...theirs.keys()].filter((name) => !known.has(name));
  if (further.length > 0) {
    throw new CopyMismatchError(`the copy has tables that the source lacks: ${further.join(', ')}`);
  }
  // The columns have the same order on both sides, so that the hashes can be compared.
  return ours;
}

async function walk(
  source: CopySource,
  table: TableShape,
  take: (rows: readonly SqlRow[]) => Promise<void>,
): Promise<TableCopy> {
  const columns = [...table.columns].sort();
  const hash = createHash('sha256');
  let rows = 0;
  let after: readonly SqlValue[] | null = null;
  for (;;) {
    const page: readonly SqlRow[] = await source.readPage(table, after, ROWS_PER_PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    for (const row of page)
      hash.update(`${JSON.stringify(columns.map((name) => toComparable(row[name])))}\n`);
    await take(page);
    rows += page.length;
    after = table.key.map((name) => last[name] as SqlValue);
    if (page.length < ROWS_PER_PAGE) break;
  }
  return { table: table.name, rows, sha256: hash.digest('hex') };
}

function toComparable(value: SqlValue | undefined): unknown {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') };
  if (typeof value === 'bigint') throw new RangeError(`${value} is no safe integer`);
  return value ?? null;
}
