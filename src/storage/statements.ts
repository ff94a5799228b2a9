/** A value of a column. Integers are safe ones, truth is 0 or 1. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/**
 * A statement with `?` or `?1` in the place of its values. A text that not every engine keeps is an
 * `UnstorableTextError`, a fault of the call.
 */
export interface Statement<Row = SqlRow> {
  /** The first row. */
  get(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): Row[];
  /** Runs a statement that answers nothing; an engine may send it later, in its order. */
  run(...values: readonly SqlValue[]): void;
}

/**
 * Texts as one value of a statement: `FROM json_each(?) AS name` has a row for each of them, with the text as
 * `name.value` and its place as `name.key`. The statement stays the same for any number of them.
 */
export function toListValue(texts: readonly string[]): string {
  return JSON.stringify(texts);
}

/** Rows that an engine keeps in memory while a group of calls runs. */
export type TouchedRows = 'ledger';

/** The statements of an engine: of its open write transaction, or on committed rows. */
export interface Statements {
  /**
   * The shape of the rows is declared by the caller, not checked.
   *
   * @param sql A constant text: every distinct one is kept.
   * @param touches Rows of another area that the statement reads or changes: it finds them written.
   */
  get<Row = SqlRow>(sql: string, touches?: TouchedRows): Statement<Row>;
}
