/** Error of a full queue. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface FairQueueOptions {
  /** Maximum number of tasks that run at the same time. */
  readonly maxRunning: number;
  /** Maximum number of waiting tasks of all callers together. */
  readonly maxWaiting: number;
  readonly maxWaitingPerCaller: number;
  /** Whether a task of a caller may start now, for queues with a limit besides the number of tasks. Default: always. */
  readonly mayStart?: (caller: string) => boolean;
}

interface WaitingTask {
  readonly start: () => void;
}

/**
 * Runs a limited number of tasks at the same time and queues a limited number of others. Callers take turns, so that a
 * caller with many tasks waits behind callers with few. A task whose signal is aborted while it waits is dropped.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Waiting tasks by caller, in the order of the callers' turns. */
  readonly #waiting = new Map<string, WaitingTask[]>();
  #running = 0;
  #length = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Number of waiting tasks. */
  get length(): number {
    return this.#length;
  }

  get running(): number {
    return this.#running;
  }

  /**
   * Runs a task when its turn comes.
   *
   * @throws {QueueFullError} when too many tasks wait already.
   * @throws What `work` throws, or the reason of the signal when it is aborted before the task has started.
   */
  async run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#isFree(caller)) this.#running++;
    else await this.#waitForTurn(caller, signal);
    return this.#finish(work);
  }

  /** Runs the task if nothing waits and it may start immediately. null otherwise. */
  tryRun<T>(caller: string, work: () => Promise<T>): Promise<T> | null {
    if (this.#length > 0 || !this.#isFree(caller)) return null;
    this.#running++;
    return this.#finish(work);
  }

  /** Starts the tasks that may run. Must be called when `mayStart` changes from false to true. */
  startWhatMay(): void {
    while (this.#startRound());
  }

  /** Starts at most one task of each caller. @returns Whether any task was started. */
  #startRound(): boolean {
    let isStarted = false;
    for (const [caller, waiting] of [...this.#waiting]) {
      if (!this.#isFree(caller)) continue;
      const [next, ...others] = waiting;
      this.#length--;
      // The caller is added again at the end, so that its next turn comes after those of all others.
      this.#waiting.delete(caller);
      if (others.length > 0) this.#waiting.set(caller, others);
      this.#running++;
      next?.start();
      isStarted = true;
    }
    return isStarted;
  }

  async #finish<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#running--;
      this.startWhatMay();
    }
  }

  #isFree(caller: string): boolean {
    if (this.#running >= this.#options.maxRunning) return false;
    return this.#options.mayStart?.(caller) ?? true;
  }

  #waitForTurn(caller: string, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(caller) ?? [];
    const { maxWaiting, maxWaitingPerCaller } = this.#options;
    if (this.#length >= maxWaiting) throw new QueueFullError(`the queue is full: ${maxWaiting} are waiting`);
    if (waiting.length >= maxWaitingPerCaller) {
      throw new QueueFullError(`the queue is full: ${maxWaitingPerCaller} of this caller are waiting`);
    }
    return new Promise((resolve, reject) => {
      const entry: WaitingTask = {
        start: () => {
          signal.removeEventListener('abort', drop);
          resolve();
        },
      };
      const drop = () => {
        const remaining = (this.#waiting.get(caller) ?? []).filter((one) => one !== entry);
        if (remaining.length > 0) this.#waiting.set(caller, remaining);
        else this.#waiting.delete(caller);
        this.#length--;
        reject(signal.reason);
      };
      signal.addEventListener('abort', drop, { once: true });
      this.#waiting.set(caller, [...waiting, entry]);
      this.#length++;
    });
  }
}
