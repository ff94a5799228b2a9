import type { SqlRow, SqlValue, Statement, Statements, TouchedRows } from '../statements.ts';

/** A statement with its values, as it goes to the server. */
export interface Command {
  readonly sql: string;
  /** A list is an array of the server. */
  readonly values: readonly (SqlValue | readonly SqlValue[])[];
}

/** A read without an answer so far. */
export interface PendingRead extends Command {
  /** Rows of another area that it reads. */
  readonly touches: TouchedRows | undefined;
}

/** The end of a run of an operation: its result, or the read whose rows it needs first. */
export type RunOutcome<Result> =
  | { readonly done: true; readonly result: Result }
  | {
      readonly done: false;
      /** Writes since the last read, in order; they go to the server before this one. */
      readonly writes: readonly Command[];
      readonly read: PendingRead;
    };

/**
 * Runs a synchronous operation over a server that answers later. A run ends at the first read without an answer; the
 * engine asks the server, and the operation runs again from its beginning, with the answers so far. An operation is a
 * function of its rows and its argument alone, so each run takes the same way up to the new read.
 *
 * Reads see the writes before them, since writes are sent first; writes after the last read wait for the next one
 * or the end, so an operation costs one round trip for each of its reads.
 */
export class Replay implements Statements {
  readonly #statements = new Map<string, Statement>();
  /** Answers of the operation that runs, in the order of its reads. */
  readonly #answers: { readonly sql: string; readonly rows: readonly SqlRow[] }[] = [];
  #reads = 0;
  #writes: Command[] = [];
  #written = 0;
  #sent = 0;
  #pendingRead: PendingRead | null = null;

  /** The next operation: nothing is known of it. */
  begin(): void {
    this.#answers.length = 0;
    this.#sent = 0;
  }

  /** @throws The operation's error, unless it only lacked an answer. */
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

  /** Answers a query by a promise, although the replay waits for nothing. */
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

  /** The rows of the read at which the last run ended. */
  answer(rows: readonly SqlRow[]): void {
    this.#answers.push({ sql: (this.#pendingRead as PendingRead).sql, rows });
  }

  /** Writes since the last read of an operation that is done. */
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

  /** The run is over at the read, also where it caught the exception that ended it. */
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

/** Thrown to end a run at a read without an answer. All runs share one object, because its stack is never read. */
const READ_NEEDED = new Error('an answer of the database is needed first');
