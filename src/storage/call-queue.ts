import type { CallResult } from './call-result.ts';
import type { Operation } from './operation.ts';
import { type ProcedureCall, prepareCall } from './procedure.ts';
import { StorageUnavailableError } from './service-database.ts';

export interface QueueLimits {
  /** Maximum number of calls in one commit. */
  readonly maxGroup: number;
  /** Maximum number of waiting calls. Beyond it a call fails at once. */
  readonly maxWaiting: number;
  /**
   * Number of groups that may be sent before the first is answered, so that one is processed while the next is in
   * transit.
   */
  readonly maxGroupsAhead: number;
  /** Time in ms after which a call that was not sent is rejected. Nothing of it was stored. Absent: it waits. */
  readonly maxWaitMs?: number;
}

export const DEFAULT_QUEUE_LIMITS: QueueLimits = { maxGroup: 512, maxWaiting: 20_000, maxGroupsAhead: 2 };

const CLOSED = 'the service database is closed';

interface WaitingCall {
  readonly call: ProcedureCall;
  /** Time at which the call began, by the monotonic clock in ms. */
  readonly since: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Sends a group. @param since Time at which its first call began, by the monotonic clock in ms. */
type SendGroup = (group: number, calls: readonly ProcedureCall[], since: number) => void;

/**
 * Collects calls into groups. While a group is being committed the next one fills, so that groups are as large as the
 * load makes them and a single call never waits for others.
 */
export class CallQueue {
  readonly #send: SendGroup;
  readonly #limits: QueueLimits;
  #maxGroup: number;
  #waiting: WaitingCall[] = [];
  /** Number of calls in `#waiting` that were sent already. They are removed together. */
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

  /** Sets the size of later groups, within the limit. An engine reduces it when groups take long. */
  resizeGroups(calls: number): void {
    this.#maxGroup = Math.min(this.#limits.maxGroup, calls);
  }

  /** Runs an operation with one of the next groups. @throws {StorageUnavailableError} as `add`, and after `close`. */
  async transact<Argument, Result>(
    operation: Operation<never, Argument, Result>,
    argument: Argument,
  ): Promise<Result> {
    if (this.#isClosed) throw new StorageUnavailableError(CLOSED);
    return (await this.add(prepareCall(operation, argument))) as Result;
  }

  /** Accepts no further operations. Resolves when the waiting ones have their results. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.waitUntilIdle();
    this.fail(new StorageUnavailableError(CLOSED));
  }

  /** Adds a call to the queue. @throws {StorageUnavailableError} when too many calls wait, or the writer has ended. */
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

  /** Fails all calls that were not sent yet. Nothing of them was stored. */
  failWaiting(error: Error): void {
    const waiting = this.#waiting.slice(this.#taken);
    this.#waiting = [];
    this.#taken = 0;
    for (const { reject } of waiting) reject(error);
    this.#announceIdle();
  }

  /** Fails all calls, and new ones until `recover`, because the writer has ended. */
  fail(error: Error): void {
    this.#failure = error;
    const lost = [...this.#sent.values()].flat().concat(this.#waiting.slice(this.#taken));
    this.#sent.clear();
    this.#waiting = [];
    this.#taken = 0;
    for (const { reject } of lost) reject(error);
    this.#announceIdle();
  }

  /** Accepts calls again, because there is a new writer. */
  recover(): void {
    this.#failure = null;
  }

  /** Resolves when no call waits any more. */
  waitUntilIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#announceIdle();
    });
  }

  get waiting(): number {
    return this.#waiting.length - this.#taken;
  }

  /** Schedules the sending after the current turn of the event loop, so that calls of one turn are sent together. */
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

  /** Watches the oldest waiting call, which is the first to become overdue. */
  #watchOverdue(): void {
    const { maxWaitMs } = this.#limits;
    const oldest = this.#waiting[this.#taken];
    if (maxWaitMs === undefined || oldest === undefined || this.#overdue !== null) return;
    const leftMs = oldest.since + maxWaitMs - performance.now();
    this.#overdue = setTimeout(() => {
      this.#overdue = null;
      this.#rejectOverdue(maxWaitMs);
      this.#watchOverdue();
    }, leftMs).unref();
  }

  #rejectOverdue(maxWaitMs: number): void {
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
