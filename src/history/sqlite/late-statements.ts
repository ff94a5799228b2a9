import type { DatabaseSync } from 'node:sqlite';

/** Statements on tables that a file gets later: another process may add them while this one reads. */
export class LateStatements<Statements> {
  readonly #db: DatabaseSync;
  readonly #has: (db: DatabaseSync) => boolean;
  readonly #prepare: (db: DatabaseSync) => Statements;
  readonly #what: string;
  #statements: Statements | null = null;

  /**
   * Prepares no statement before the tables exist.
   *
   * @param what Name of the tables in an error: `tables of forecasts`.
   */
  constructor(
    db: DatabaseSync,
    tables: {
      readonly has: (db: DatabaseSync) => boolean;
      readonly prepare: (db: DatabaseSync) => Statements;
    },
    what: string,
  ) {
    this.#db = db;
    this.#has = tables.has;
    this.#prepare = tables.prepare;
    this.#what = what;
  }

  /** Prepares the statements when the tables exist; null: they do not. */
  open(): Statements | null {
    if (this.#statements === null && this.#has(this.#db)) this.#statements = this.#prepare(this.#db);
    return this.#statements;
  }

  /**
   * Returns the statements, which need their tables.
   *
   * @throws {Error} when the tables do not exist.
   */
  require(): Statements {
    const statements = this.open();
    if (statements === null) throw new Error(`the history file has no ${this.#what}`);
    return statements;
  }
}
