import type { DatabaseSync } from 'node:sqlite';
import type { CallResult, CommitFaults } from '../call-result.ts';
import type { AnyProcedure, ProcedureCall } from '../procedure.ts';
import { type CachedRowsModule, WriteBackStatements } from './cached-rows.ts';
import { isSqliteError } from './sqlite-error.ts';
import { SqliteStatements } from './statements.ts';

/**
 * Primary result codes after which no statement of the transaction can be trusted, because the disk or the file failed.
 */
const STORAGE_FAILURES: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

export interface GroupOptions {
  readonly procedures: readonly AnyProcedure[];
  /** Module of the cached rows; null or absent: every row is read and written by a statement. */
  readonly cachedRows?: CachedRowsModule | null | undefined;
  readonly faults?: CommitFaults | undefined;
}

/**
 * Runs calls one after the other in one transaction, so that they share one sync of the disk. No result is returned
 * before the commit.
 */
export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #tx: WriteBackStatements;
  readonly #procedures: ReadonlyMap<string, AnyProcedure>;
  readonly #faults: CommitFaults;

  constructor(db: DatabaseSync, { procedures, cachedRows = null, faults = {} }: GroupOptions) {
    this.#db = db;
    this.#tx = new WriteBackStatements(new SqliteStatements(db), cachedRows);
    this.#procedures = byName(procedures);
    this.#faults = faults;
  }

  run(calls: readonly ProcedureCall[]): CallResult[] {
    try {
      return this.#commit(() => this.#commitTogether(calls));
    } catch (error) {
      if (!isProcedureError(error)) return calls.map(() => toFailure(error, true));
    }
    // A call threw, so all of them run again, each with its own savepoint: only the invalid call then fails.
    try {
      return this.#commit(() => calls.map((call) => this.#commitSeparately(call)));
    } catch (error) {
      return calls.map(() => toFailure(error, true));
    }
  }

  #commit(work: () => CallResult[]): CallResult[] {
    this.#db.exec('BEGIN IMMEDIATE');
    this.#tx.kept.forget();
    try {
      const results = work();
      this.#faults.beforeCommit?.();
      this.#db.exec('COMMIT');
      this.#faults.afterCommit?.();
      return results;
    } catch (error) {
      // SQLite itself rolls back after some disk failures.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  #commitTogether(calls: readonly ProcedureCall[]): CallResult[] {
    const results = calls.map((call) => this.#toValue(call));
    this.#writeBack('the group');
    return results;
  }

  #toValue({ procedure: name, argument }: ProcedureCall): CallResult {
    const procedure = this.#procedures.get(name);
    if (procedure === undefined) throw new ProcedureError(`no procedure has the name ${name}`);
    return { ok: true, value: runCall(name, () => procedure.run(this.#tx, argument)) };
  }

  /** Writes cached rows of a call. The schema may reject them here. */
  #writeBack(name: string): void {
    runCall(name, () => this.#tx.kept.writeBack());
  }

  #commitSeparately(call: ProcedureCall): CallResult {
    this.#db.exec('SAVEPOINT one_call');
    try {
      const result = this.#toValue(call);
      this.#writeBack(call.procedure);
      this.#db.exec('RELEASE one_call');
      return result;
    } catch (error) {
      if (!isProcedureError(error)) throw error;
      this.#tx.kept.forget();
      this.#db.exec('ROLLBACK TO one_call; RELEASE one_call');
      return toFailure(error.cause ?? error, false);
    }
  }
}

/** Error of a procedure that threw, as opposed to a failure of the disk. */
class ProcedureError extends Error {
  override readonly name = 'ProcedureError';
}

/** Runs a call. @throws {ProcedureError} for any error, unless the file or its disk failed. */
function runCall<T>(name: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    throw new ProcedureError(`${name} failed`, { cause: error });
  }
}

function isProcedureError(error: unknown): error is ProcedureError {
  return error instanceof ProcedureError;
}

/** Whether an error of `node:sqlite` means that the file or its disk failed. */
function isStorageFailure(error: unknown): boolean {
  return isSqliteError(error) && STORAGE_FAILURES.has(error.errcode & 0xff);
}

function toFailure(error: unknown, isStorage: boolean): CallResult {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { ok: false, isStorage, name, message };
}

function byName(procedures: readonly AnyProcedure[]): Map<string, AnyProcedure> {
  const known = new Map<string, AnyProcedure>();
  for (const procedure of procedures) {
    if (known.has(procedure.name)) throw new Error(`two procedures have the name ${procedure.name}`);
    known.set(procedure.name, procedure);
  }
  return known;
}
