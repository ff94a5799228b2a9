import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Statements } from '../statements.ts';

/** Statements of one connection, each compiled once. */
export class SqliteStatements implements Statements {
  readonly #db: DatabaseSync;
  readonly #known = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** @param sql A constant text: every distinct one is kept. */
  get(sql: string): StatementSync {
    let statement = this.#known.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#known.set(sql, statement);
    }
    return statement;
  }
}
