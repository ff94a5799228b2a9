/** A value of a column. Integers are safe ones, and booleans are 0 or 1. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/**
 * A statement with `?` or `?1` in place of its values. A text that not every engine can store causes an
 * `UnstorableTextError`, an error of the call.
 */
export interface Statement<Row = SqlRow> {
  /** Returns the first row; undefined without one. */
  get(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): Row[];
  /** Runs a statement without a result. An engine may send it later, in its order. */
  run(...values: readonly SqlValue[]): void;
}

/**
 * Encodes texts as one value of a statement: `FROM json_each(?) AS name` has a row for each of them, with the text as
 * `name.value` and its index as `name.key`. The statement is the same for any number of texts.
 */
export function toListValue(texts: readonly string[]): string {
  return JSON.stringify(texts);
}

/** Name of rows that an engine keeps in memory while a group of calls runs. */
export type TouchedRows = 'ledger';

/** Statements of an engine, in its open write transaction or on committed rows. */
export interface Statements {
  /**
   * Compiles a statement. The shape of its rows is declared by the caller and not checked.
   *
   * @param sql Constant text, because every distinct text is cached.
   * @param touches Rows of another area that the statement reads or changes. They are written first.
   */
  get<Row = SqlRow>(sql: string, touches?: TouchedRows): Statement<Row>;
}
