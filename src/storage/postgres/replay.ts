import type { SqlRow, SqlValue, Statement, Statements, TouchedRows } from '../statements.ts';

/** A statement with its values, in the form that is sent to the server. */
export interface Command {
  readonly sql: string;
  /** Values of the statement. A list becomes an array of the server. */
  readonly values: readonly (SqlValue | readonly SqlValue[])[];
}

/** A read that has no answer yet. */
export interface PendingRead extends Command {
  /** Rows of another area that the statement reads. */
  readonly touches: TouchedRows | undefined;
}

/** End of a run of an operation: its result, or the first read whose rows it needs. */
export type RunOutcome<Result> =
  | { readonly done: true; readonly result: Result }
  | {
      readonly done: false;
      /** Writes since the last read, in order. They are sent to the server before this read. */
      readonly writes: readonly Command[];
      readonly read: PendingRead;
    };

/**
 * Runs a synchronous operation on a server that answers later. A run ends at the first read without an answer. The
 * engine sends the read, and the operation runs again from its beginning with the answers so far. The result of an
 * operation depends only on its rows and its argument, so each run takes the same path up to the new read.
 *
 * Reads see the writes before them, because writes are sent first. Writes after the last read wait for the next read or
 * the end, so an operation costs one round trip per read.
 */
export class Replay implements Statements {
  readonly #statements = new Map<string, Statement>();
  /** Answers of the running operation, in the order of its reads. */
  readonly #answers: { readonly sql: string; readonly rows: readonly SqlRow[] }[] = [];
  #reads = 0;
  #writes: Command[] = [];
  #written = 0;
  #sent = 0;
  #pendingRead: PendingRead | null = null;

  /** Begins the next operation without answers. */
  begin(): void {
    this.#answers.length = 0;
    this.#sent = 0;
  }

  /** Runs an operation. @throws The error of the operation, unless it only lacked an answer. */
  run<Result>(operation: () => Result): RunOutcome<Result> {
    this.#rewind();
    try {
      const result = operation();
      if (this.#pendingRead === null) return { done: true, result };
    } catch (error) {
      if (this.#pendingRead === null) throw error;
    }
    return this.#stop();
  }

  /** Runs a query whose result is a promise, although the replay itself waits for nothing. */
  async runLater<Result>(query: () => Promise<Result>): Promise<RunOutcome<Result>> {
    this.#rewind();
    try {
      const result = await query();
      if (this.#pendingRead === null) return { done: true, result };
    } catch (error) {
      if (this.#pendingRead === null) throw error;
    }
    return this.#stop();
  }

  /** Adds the rows of the read at which the last run ended. */
  answer(rows: readonly SqlRow[]): void {
    this.#answers.push({ sql: (this.#pendingRead as PendingRead).sql, rows });
  }

  /** Takes the writes since the last read of a finished operation. */
  takeWrites(): readonly Command[] {
    const writes = this.#writes;
    this.#writes = [];
    return writes;
  }

  get<Row = SqlRow>(sql: string, touches?: TouchedRows): Statement<Row> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = {
        get: (...values) => this.#read({ sql, values, touches })[0],
        all: (...values) => [...this.#read({ sql, values, touches })],
        run: (...values) => this.#write(sql, values),
      };
      this.#statements.set(sql, statement);
    }
    return statement as Statement<Row>;
  }

  #rewind(): void {
    this.#reads = 0;
    this.#written = 0;
    this.#writes = [];
    this.#pendingRead = null;
  }

  /** Ends the run at the read, even when the operation caught the exception that should end it. */
  #stop(): RunOutcome<never> {
    this.#sent = this.#written;
    return { done: false, writes: this.#writes, read: this.#pendingRead as PendingRead };
  }

  #read(read: PendingRead): readonly SqlRow[] {
    const known = this.#answers[this.#reads++];
    if (known !== undefined) {
      if (known.sql !== read.sql)
        throw new Error(`an operation read another statement when it ran again: ${read.sql}`);
      return known.rows;
    }
    this.#pendingRead ??= read;
    throw READ_NEEDED;
  }

  #write(sql: string, values: readonly SqlValue[]): void {
    if (this.#pendingRead !== null) throw READ_NEEDED;
    this.#written += 1;
    if (this.#written > this.#sent) this.#writes.push({ sql, values });
  }
}

/** Error that ends a run at a read without an answer. All runs share one object, because its stack is never read. */
const READ_NEEDED = new Error('an answer of the database is needed first');
