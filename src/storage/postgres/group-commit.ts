import type { Client } from 'pg';
import type { CallResult, CommitFaults } from '../call-result.ts';
import type { AnyProcedure, ProcedureCall } from '../procedure.ts';
import type { SqlRow } from '../statements.ts';
import { UnstorableTextError } from '../unstorable-text.ts';
import type { CachedRows } from './cached-rows.ts';
import { exchange, exchangeAll, limitTo, TIMEOUTS } from './connection.ts';
import { readCommitFailure, readFailure } from './failures.ts';
import type { Command, Replay } from './replay.ts';
import { SET_TRANSACTION } from './session-settings.ts';

/** Error of a group that was not stored, or may have been. */
export class GroupCommitError extends Error {
  override readonly name = 'GroupCommitError';
  readonly kind: 'again' | 'away' | 'unknown';

  constructor(kind: 'again' | 'away' | 'unknown', cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.kind = kind;
  }
}

const command = (sql: string): Command => ({ sql, values: [] });

/**
 * Every write transaction of every process first locks this one row, so that transactions commit one after the other:
 * the hashes form one chain, and numbers follow the order of commits. An acknowledged commit is in the log of the
 * server and of its synchronous replicas, whatever the server's default is. The settings apply to this transaction
 * only, so they also work behind a pooler.
 */
const begin = (lockMs: number) =>
  command(
    `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
     ${SET_TRANSACTION};
     SET LOCAL synchronous_commit = on;
     SET LOCAL statement_timeout = ${TIMEOUTS.statementMs};
     SET LOCAL lock_timeout = ${lockMs};
     SET LOCAL idle_in_transaction_session_timeout = ${TIMEOUTS.idleInTransactionMs};
     SELECT 1 FROM ledger_head FOR UPDATE`,
  );
const COMMIT = command('COMMIT');
const ROLLBACK = command('ROLLBACK');
const SAVE = command('SAVEPOINT one_call');
/** The foreign keys of a call are checked here, so that this call fails and not the commit. */
const RELEASE = command('SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED; RELEASE one_call');
const UNDO = command('ROLLBACK TO one_call; RELEASE one_call');

/** Objects that outlive a connection, because rows are bound to them once. */
export interface GroupWork {
  readonly procedures: ReadonlyMap<string, AnyProcedure>;
  readonly replay: Replay;
  readonly kept: CachedRows;
}

/** Runs calls one after the other in one transaction of one connection. */
export class GroupCommit {
  readonly #client: Client;
  readonly #work: GroupWork;
  readonly #faults: CommitFaults;
  readonly #deadline: number;
  readonly #begin: Command;
  /** Commands that are sent with the next read. */
  #unsent: Command[] = [];

  /**
   * Sends nothing yet: the transaction begins with the first call.
   *
   * @param deadline Time by the monotonic clock, in ms, after which calls without an answer are aborted.
   */
  constructor(client: Client, work: GroupWork, deadline: number, faults: CommitFaults = {}) {
    this.#client = client;
    this.#work = work;
    this.#deadline = deadline;
    this.#begin = begin(limitLock(deadline - performance.now()));
    this.#faults = faults;
  }

  /**
   * Runs and commits calls.
   *
   * @throws {GroupCommitError} when nothing was stored, or the result is unknown. Unless a retry is possible, the
   * connection cannot be used again.
   */
  async run(calls: readonly ProcedureCall[]): Promise<CallResult[]> {
    try {
      return await this.#commit(async () => {
        await this.#load(calls);
        const results: CallResult[] = [];
        for (const call of calls) results.push(await this.#call(call));
        return results;
      });
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
    }
    // A call failed, so all of them run again, each with its own savepoint: only the invalid call then fails.
    return await this.#commit(async () => {
      const results: CallResult[] = [];
      for (const call of calls) results.push(await this.#commitSeparately(call));
      return results;
    });
  }

  async #commit(run: () => Promise<CallResult[]>): Promise<CallResult[]> {
    this.#work.kept.clear();
    this.#unsent = [this.#begin];
    let results: CallResult[];
    try {
      results = await run();
      // When no call has sent anything, the transaction begins here. A connection that broke while idle fails at this
      // point, where nothing was stored yet.
      if (this.#unsent[0] === this.#begin) await this.#sendBegin();
      this.#faults.beforeCommit?.();
    } catch (error) {
      await this.#rollBack(error);
      throw error;
    }
    await this.#finish();
    this.#faults.afterCommit?.();
    return results;
  }

  async #sendBegin(): Promise<void> {
    const [, ...writes] = this.#unsent;
    this.#unsent = [this.#begin];
    await this.#send([]);
    this.#unsent = writes;
  }

  /** Loads the rows that the calls will need, in the round trip that begins the transaction. */
  async #load(calls: readonly ProcedureCall[]): Promise<void> {
    // A plan for an invalid argument fails in the same way as the call will.
    const loads = runOnce(() => this.#work.kept.plan(calls));
    if (loads.length === 0) return;
    const answers = await this.#exchange(loads.map(({ command }) => command));
    const first = answers.length - loads.length;
    runOnce(() => {
      for (const [i, load] of loads.entries()) load.accept(answers[first + i] ?? []);
    });
  }

  async #call({ procedure: name, argument }: ProcedureCall): Promise<CallResult> {
    const { procedures, replay, kept } = this.#work;
    const procedure = procedures.get(name);
    if (procedure === undefined) throw new OperationError(new Error(`no procedure has the name ${name}`));
    replay.begin();
    kept.begin();
    for (;;) {
      const outcome = runOnce(() => replay.run(() => procedure.run(replay as never, argument)));
      if (outcome.done) {
        this.#unsent.push(...replay.takeWrites());
        return { ok: true, value: outcome.result };
      }
      if (outcome.read.touches !== undefined && kept.hasUnsent()) {
        throw new OperationError(
          new Error(
            `procedure ${name} reads rows that it may have changed but not yet sent; read them by key: ${outcome.read.sql}`,
          ),
        );
      }
      kept.rewind();
      replay.answer(await this.#send([...kept.takeWrites(), ...outcome.writes, outcome.read]));
    }
  }

  async #commitSeparately(call: ProcedureCall): Promise<CallResult> {
    this.#unsent.push(SAVE);
    try {
      const result = await this.#call(call);
      this.#work.kept.begin();
      await this.#send([...this.#work.kept.takeWrites(), RELEASE]);
      return result;
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      this.#work.kept.clear();
      const saved = this.#unsent.indexOf(SAVE);
      // Nothing has to be undone when a call failed before anything was sent.
      this.#unsent.length = Math.max(0, saved);
      if (saved < 0) await this.#send([UNDO]);
      const { name, message } = error.cause as Error;
      return { ok: false, isStorage: false, name, message };
    }
  }

  /** Sends commands. @returns The rows of the last one. */
  async #send(commands: readonly Command[]): Promise<readonly SqlRow[]> {
    return (await this.#exchange(commands)).at(-1) ?? [];
  }

  /**
   * Sends commands, after those that were not sent yet.
   *
   * @throws {OperationError} when a text cannot be stored, so that nothing was sent, or when the server rejected a
   * statement of a call.
   */
  async #exchange(commands: readonly Command[]): Promise<(readonly SqlRow[])[]> {
    const unsent = this.#unsent;
    this.#unsent = [];
    try {
      return await exchangeAll(this.#client, [...unsent, ...commands], limitTo(this.#deadline));
    } catch (error) {
      if (error instanceof UnstorableTextError) this.#unsent = unsent;
      const kind = readFailure(error);
      throw kind === 'call' ? new OperationError(error) : new GroupCommitError(kind, error);
    }
  }

  /** Sends the last writes together with the commit. After a failed write the server does not commit. */
  async #finish(): Promise<void> {
    const { kept } = this.#work;
    kept.begin();
    try {
      // Rows to which others refer are written first.
      await exchange(this.#client, [...kept.takeWrites(), ...this.#unsent, COMMIT], limitTo(this.#deadline));
      this.#unsent = [];
    } catch (error) {
      const kind = readCommitFailure(error);
      const failure = kind === 'call' ? new OperationError(error) : new GroupCommitError(kind, error);
      await this.#rollBack(failure);
      throw failure;
    }
  }

  /**
   * Rolls back when the connection will be used further. A connection that is closed rolls back by itself, and may not
   * answer any more.
   */
  async #rollBack(failure: unknown): Promise<void> {
    this.#unsent = [];
    if (failure instanceof GroupCommitError && failure.kind !== 'again') return;
    // When the connection cannot roll back, its next group fails and reports it.
    await exchange(this.#client, [ROLLBACK], limitTo(this.#deadline)).catch(() => undefined);
  }
}

/** Error of a single call: its operation threw, or the schema rejected its rows. */
class OperationError extends Error {
  override readonly name = 'OperationError';

  constructor(cause: unknown) {
    super('a call failed', { cause: cause instanceof Error ? cause : new Error(String(cause)) });
  }
}

function runOnce<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new OperationError(error);
  }
}

/** Step to which lock times are rounded, because each text of {@link begin} is cached. */
const LOCK_STEP_MS = 500;

/**
 * Limits the wait for the lock so that it ends before the time of the group does, and the reason is known.
 *
 * @param leftMs Remaining time of the group.
 */
function limitLock(leftMs: number): number {
  const steps = Math.floor(leftMs / LOCK_STEP_MS) - 1;
  return Math.min(TIMEOUTS.lockMs, Math.max(1, steps) * LOCK_STEP_MS);
}
