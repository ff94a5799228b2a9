import type { CallResult } from './call-result.ts';
import type { Operation } from './operation.ts';
import { type ProcedureCall, prepareCall } from './procedure.ts';
import { StorageUnavailableError } from './service-database.ts';

export interface QueueLimits {
  /** Calls of one commit. */
  readonly maxGroup: number;
  /** Calls that may wait; beyond it a call fails at once. */
  readonly maxWaiting: number;
  /** Groups that are handed over before the first is answered: one is worked on while the other travels. */
  readonly maxGroupsAhead: number;
  /** A call that was not handed over after this many ms is refused: nothing of it was stored. Absent: it waits. */
  readonly maxWaitMs?: number;
}

export const DEFAULT_QUEUE_LIMITS: QueueLimits = { maxGroup: 512, maxWaiting: 20_000, maxGroupsAhead: 2 };

const CLOSED = 'the service database is closed';

interface WaitingCall {
  readonly call: ProcedureCall;
  /** Time of the beginning, monotonic ms. */
  readonly since: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** @param since Monotonic ms when the first of the calls came. */
type SendGroup = (group: number, calls: readonly ProcedureCall[], since: number) => void;

/**
 * Collects calls into groups. While a group is being committed the next one fills, so groups are as large as
 * the load makes them and a single call never waits for others.
 */
export class CallQueue {
  readonly #send: SendGroup;
  readonly #limits: QueueLimits;
  #maxGroup: number;
  #waiting: WaitingCall[] = [];
  /** Calls of `#waiting` that were handed over already; they are cut off in one go. */
  #taken = 0;
  readonly #sent = new Map<number, readonly WaitingCall[]>();
  #nextGroup = 0;
  #isScheduled = false;
  #overdue: NodeJS.Timeout | null = null;
  #failure: Error | null = null;
  #isClosed = false;
  #idle: (() => void)[] = [];

  constructor(send: SendGroup, limits: QueueLimits = DEFAULT_QUEUE_LIMITS) {
    this.#send = send;
    this.#limits = limits;
    this.#maxGroup = limits.maxGroup;
  }

  /** Calls of the groups to come: an engine takes fewer while they take long. Never more than the limit. */
  resizeGroups(calls: number): void {
    this.#maxGroup = Math.min(this.#limits.maxGroup, calls);
  }

  /** Runs an operation with one of the next groups. @throws {StorageUnavailableError} as `add` does, or after `close`. */
  async transact<Argument, Result>(
    operation: Operation<never, Argument, Result>,
    argument: Argument,
  ): Promise<Result> {
    if (this.#isClosed) throw new StorageUnavailableError(CLOSED);
    return (await this.add(prepareCall(operation, argument))) as Result;
  }

  /** Accepts no further operation. Resolves when those that wait have their results. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.waitUntilIdle();
    this.fail(new StorageUnavailableError(CLOSED));
  }

  /** @throws {StorageUnavailableError} when too many calls wait, or the writer is gone. */
  add(call: ProcedureCall): Promise<unknown> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (this.#waiting.length - this.#taken >= this.#limits.maxWaiting) {
      return Promise.reject(new StorageUnavailableError('too many calls wait for the service database'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, since: performance.now(), resolve, reject });
      this.#schedule();
    });
  }

  /** Delivers the results of a group, in the order of its calls. */
  deliver(group: number, results: readonly CallResult[]): void {
    const calls = this.#sent.get(group);
    this.#sent.delete(group);
    this.#dispatch();
    for (const [i, { resolve, reject }] of (calls ?? []).entries()) {
      const result = results[i];
      if (result === undefined)
        reject(new StorageUnavailableError('the writer of the service database returned no result'));
      else if (result.ok) resolve(result.value);
      else reject(toError(result));
    }
    this.#announceIdle();
  }

  /** Calls that were not handed over yet fail: nothing of them was stored. */
  failWaiting(error: Error): void {
    const waiting = this.#waiting.slice(this.#taken);
    this.#waiting = [];
    this.#taken = 0;
    for (const { reject } of waiting) reject(error);
    this.#announceIdle();
  }

  /** Fails waiting calls, and new ones until `recover`: the writer is gone. */
  fail(error: Error): void {
    this.#failure = error;
    const lost = [...this.#sent.values()].flat().concat(this.#waiting.slice(this.#taken));
    this.#sent.clear();
    this.#waiting = [];
    this.#taken = 0;
    for (const { reject } of lost) reject(error);
    this.#announceIdle();
  }

  /** Calls are taken again: there is another writer. */
  recover(): void {
    this.#failure = null;
  }

  /** Resolves when nothing waits any more. */
  waitUntilIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#announceIdle();
    });
  }

  get waiting(): number {
    return this.#waiting.length - this.#taken;
  }

  /** Calls of one turn of the event loop travel together. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    const { maxGroupsAhead } = this.#limits;
    while (this.#taken < this.#waiting.length && this.#sent.size < maxGroupsAhead) {
      const group = this.#waiting.slice(this.#taken, this.#taken + this.#maxGroup);
      this.#taken += group.length;
      const id = this.#nextGroup++;
      this.#sent.set(id, group);
      this.#send(
        id,
        group.map(({ call }) => call),
        group[0]!.since,
      );
    }
    if (this.#taken === this.#waiting.length) {
      this.#waiting = [];
      this.#taken = 0;
    } else if (this.#taken > 4_096) {
      this.#waiting = this.#waiting.slice(this.#taken);
      this.#taken = 0;
    }
    this.#watchOverdue();
  }

  /** The call that has waited longest is the first to become overdue. */
  #watchOverdue(): void {
    const { maxWaitMs } = this.#limits;
    const oldest = this.#waiting[this.#taken];
    if (maxWaitMs === undefined || oldest === undefined || this.#overdue !== null) return;
    const leftMs = oldest.since + maxWaitMs - performance.now();
    this.#overdue = setTimeout(() => {
      this.#overdue = null;
      this.#refuseOverdue(maxWaitMs);
      this.#watchOverdue();
    }, leftMs).unref();
  }

  #refuseOverdue(maxWaitMs: number): void {
    const last = performance.now() - maxWaitMs;
    const isOverdue = (one: WaitingCall | undefined) => one !== undefined && one.since <= last;
    for (; isOverdue(this.#waiting[this.#taken]); this.#taken += 1) {
      this.#waiting[this.#taken]?.reject(
        new StorageUnavailableError(
          `the service database took no further call for ${Math.round(maxWaitMs / 1_000)} s`,
        ),
      );
    }
    this.#announceIdle();
  }

  #announceIdle(): void {
    if (this.waiting > 0 || this.#sent.size > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}

function toError({ isStorage, isUnknown, name, message }: Extract<CallResult, { ok: false }>): Error {
  if (isStorage) return new StorageUnavailableError(message, isUnknown === true ? { isUnknown } : {});
  const error = new Error(message);
  error.name = name;
  return error;
}
