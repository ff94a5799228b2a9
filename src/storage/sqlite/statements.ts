import type { DatabaseSync } from 'node:sqlite';
import type { SqlRow, Statement, Statements } from '../statements.ts';
import { requireStorable } from '../unstorable-text.ts';

/** Statements of one connection, each of which is compiled once. */
export class SqliteStatements implements Statements {
  readonly #db: DatabaseSync;
  readonly #known = new Map<string, Statement>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  get<Row = SqlRow>(sql: string): Statement<Row> {
    let statement = this.#known.get(sql);
    if (statement === undefined) {
      statement = compile(this.#db, sql);
      this.#known.set(sql, statement);
    }
    return statement as Statement<Row>;
  }
}

function compile(db: DatabaseSync, sql: string): Statement {
  const compiled = db.prepare(sql);
  return {
    get: (...values) => {
      requireStorable(values);
      return compiled.get(...values);
    },
    all: (...values) => {
      requireStorable(values);
      return compiled.all(...values);
    },
    run: (...values) => {
      requireStorable(values);
      compiled.run(...values);
    },
  };
}
