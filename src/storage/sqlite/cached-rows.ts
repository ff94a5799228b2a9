import type { SqlRow, Statement, Statements, TouchedRows } from '../statements.ts';

/**
 * Rows that stay in memory while a group runs, which saves a read and a write per call. No other process changes them,
 * because the group holds the write lock of the file.
 */
export interface CachedRows {
  /** Writes changed rows, and forgets all rows. */
  writeBack(): void;
  /** Forgets all rows, including changed ones, because their transaction was rolled back. */
  forget(): void;
}

/** Cached rows, with the module from which another thread can load them. */
export interface CachedRowsModule {
  /** URL of the module (`import.meta.url`), which exports this object as `cachedRows`. */
  readonly url: string;
  /**
   * Opens the cached rows.
   *
   * @param own Statements of the cached rows themselves.
   * @param shared Statements of the procedures that use the cached rows.
   */
  readonly open: (own: Statements, shared: Statements) => CachedRows;
}

const NOTHING_KEPT: CachedRows = {
  writeBack: () => undefined,
  forget: () => undefined,
};

/** Statements of procedures, which write cached rows back when they touch them. */
export class WriteBackStatements implements Statements {
  readonly kept: CachedRows;
  readonly #own: Statements;
  readonly #known = new Map<string, Statement>();

  constructor(own: Statements, module: CachedRowsModule | null) {
    this.#own = own;
    this.kept = module === null ? NOTHING_KEPT : module.open(own, this);
  }

  get<Row = SqlRow>(sql: string, touches?: TouchedRows): Statement<Row> {
    let statement = this.#known.get(sql);
    if (statement === undefined) {
      const own = this.#own.get(sql);
      statement = touches === undefined ? own : writeBackBefore(this.kept, own);
      this.#known.set(sql, statement);
    }
    return statement as Statement<Row>;
  }
}

function writeBackBefore(kept: CachedRows, own: Statement): Statement {
  return {
    get: (...values) => {
      kept.writeBack();
      return own.get(...values);
    },
    all: (...values) => {
      kept.writeBack();
      return own.all(...values);
    },
    run: (...values) => {
      kept.writeBack();
      own.run(...values);
    },
  };
}
