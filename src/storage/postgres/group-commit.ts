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

/** A group was not stored, or it is unknown whether it was. */
export class GroupFailure extends Error {
  override readonly name = 'GroupFailure';
  readonly kind: 'again' | 'away' | 'unknown';

  constructor(kind: 'again' | 'away' | 'unknown', cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.kind = kind;
  }
}

const command = (sql: string): Command => ({ sql, values: [] });

/**
 * Every write transaction of every process first locks this one row, so transactions commit one after the other: one
 * chain of hashes, and numbers that commit in their order. An acknowledged commit is in the log of the server, and of
 * its synchronous replicas, also where the server's default is another. The settings are of this transaction alone,
 * which a pooler between here and the server leaves as they are.
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
/** References of the call are checked here, so that it fails alone and not with the commit. */
const RELEASE = command('SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED; RELEASE one_call');
const UNDO = command('ROLLBACK TO one_call; RELEASE one_call');

/** The parts that outlive a connection of a process: rows are bound to them once. */
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
  /** Commands that go to the server with the next read. */
  #unsent: Command[] = [];

  /** @param deadline Monotonic ms: calls without an answer by then are given up. */
  constructor(client: Client, work: GroupWork, deadline: number, faults: CommitFaults = {}) {
    this.#client = client;
    this.#work = work;
    this.#deadline = deadline;
    this.#begin = begin(limitLock(deadline - performance.now()));
    this.#faults = faults;
  }

  /** @throws {GroupFailure} when nothing was stored, or it is unknown. Unless it may be tried again, the connection is spent. */
  async run(calls: readonly ProcedureCall[]): Promise<CallResult[]> {
    try {
      return await this.#commit(async () => {
        await this.#load(calls);
        const results: CallResult[] = [];
        for (const call of calls) results.push(await this.#call(call));
        return results;
      });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
    }
    // A call failed: all run again, each within its own savepoint, so that it alone fails.
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
      // Calls that asked nothing: a connection that died while it stood idle shows here, where nothing was stored yet.
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

  /** Loads the rows that the calls will ask for, in the round trip that begins the transaction. */
  async #load(calls: readonly ProcedureCall[]): Promise<void> {
    // A plan from a wrong argument fails, as the call itself will.
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
    if (procedure === undefined) throw new CallFailure(new Error(`no procedure has the name ${name}`));
    replay.begin();
    kept.begin();
    for (;;) {
      const outcome = runOnce(() => replay.run(() => procedure.run(replay as never, argument)));
      if (outcome.done) {
        this.#unsent.push(...replay.takeWrites());
        return { ok: true, value: outcome.result };
      }
      if (outcome.read.touches !== undefined && kept.hasUnsent()) {
        throw new CallFailure(
          new Error(
            `procedure ${name} must read its own unsent rows by key, not by this statement: ${outcome.read.sql}`,
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
      if (!(error instanceof CallFailure)) throw error;
      this.#work.kept.clear();
      const saved = this.#unsent.indexOf(SAVE);
      // A call that failed before anything of it was sent leaves nothing to undo.
      this.#unsent.length = Math.max(0, saved);
      if (saved < 0) await this.#send([UNDO]);
      const { name, message } = error.cause as Error;
      return { ok: false, isStorage: false, name, message };
    }
  }

  /** @returns The rows of the last command. */
  async #send(commands: readonly Command[]): Promise<readonly SqlRow[]> {
    return (await this.#exchange(commands)).at(-1) ?? [];
  }

  /**
   * Sends commands, after those that were not sent yet.
   *
   *
   * @throws {CallFailure} when a text cannot be stored, and nothing was sent; or the server refused a statement of a
   *   call.
   */
  async #exchange(commands: readonly Command[]): Promise<(readonly SqlRow[])[]> {
    const unsent = this.#unsent;
    this.#unsent = [];
    try {
      return await exchangeAll(this.#client, [...unsent, ...commands], limitTo(this.#deadline));
    } catch (error) {
      if (error instanceof UnstorableTextError) this.#unsent = unsent;
      const kind = readFailure(error);
      throw kind === 'call' ? new CallFailure(error) : new GroupFailure(kind, error);
    }
  }

  /** The last writes and the commit travel together: after a write that failed the server takes no commit. */
  async #finish(): Promise<void> {
    const { kept } = this.#work;
    kept.begin();
    try {
      // Rows that others refer to come first.
      await exchange(this.#client, [...kept.takeWrites(), ...this.#unsent, COMMIT], limitTo(this.#deadline));
      this.#unsent = [];
    } catch (error) {
      const kind = readCommitFailure(error);
      const failure = kind === 'call' ? new CallFailure(error) : new GroupFailure(kind, error);
      await this.#rollBack(failure);
      throw failure;
    }
  }

  /**
   * Rolls back on a connection that is used further: one that is given up rolls back by itself, and may answer nothing
   * more.
   */
  async #rollBack(failure: unknown): Promise<void> {
    this.#unsent = [];
    if (failure instanceof GroupFailure && failure.kind !== 'again') return;
    // A connection that cannot roll back fails its next group, which reports it.
    await exchange(this.#client, [ROLLBACK], limitTo(this.#deadline)).catch(() => undefined);
  }
}

/** A call failed by itself: its rule threw, or the schema refused its rows. */
class CallFailure extends Error {
  override readonly name = 'CallFailure';

  constructor(cause: unknown) {
    super('a call failed', { cause: cause instanceof Error ? cause : new Error(String(cause)) });
  }
}

function runOnce<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new CallFailure(error);
  }
}

/** Steps keep the texts of {@link begin} few: each is kept. */
const LOCK_STEP_MS = 500;

/** A wait for the lock ends before the time of the group does, so that the reason is known. @param leftMs Of that time. */
function limitLock(leftMs: number): number {
  const steps = Math.floor(leftMs / LOCK_STEP_MS) - 1;
  return Math.min(TIMEOUTS.lockMs, Math.max(1, steps) * LOCK_STEP_MS);
}
