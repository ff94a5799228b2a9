/** The queue is full. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface FairQueueOptions {
  /** Work that runs at once. */
  readonly maxRunning: number;
  /** Work of all callers together that waits. */
  readonly maxWaiting: number;
  readonly maxWaitingPerCaller: number;
  /** Whether work of a caller may start now, in queues with a further bound than the number of works. Default: always. */
  readonly mayStart?: (caller: string) => boolean;
}

interface WaitingTask {
  readonly start: () => void;
}

/**
 * Runs little at once and lets the rest wait, within bounds. Callers take turns: one who asks for much waits
 * behind those who ask for little. Work whose signal aborts while it waits is dropped.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Callers in the order in which they have their turns. */
  readonly #waiting = new Map<string, WaitingTask[]>();
  #running = 0;
  #length = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** How much waits. */
  get length(): number {
    return this.#length;
  }

  get running(): number {
    return this.#running;
  }

  /**
   * Runs work when its turn comes. @throws {QueueFullError} when too much waits already.
   * @throws What `work` throws, or the reason of the signal when it aborts before the work has begun.
   */
  async run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#isFree(caller)) this.#running++;
    else await this.#waitForTurn(caller, signal);
    return this.#finish(work);
  }

  /** Runs the work if nothing waits and it may begin at once; null otherwise. */
  tryRun<T>(caller: string, work: () => Promise<T>): Promise<T> | null {
    if (this.#length > 0 || !this.#isFree(caller)) return null;
    this.#running++;
    return this.#finish(work);
  }

  /** Must be called when `mayStart` says yes where it said no before. */
  startWhatMay(): void {
    while (this.#startRound());
  }

  /** @returns Whether any work was started. */
  #startRound(): boolean {
    let isStarted = false;
    for (const [caller, waiting] of [...this.#waiting]) {
      if (!this.#isFree(caller)) continue;
      const [next, ...others] = waiting;
      this.#length--;
      // The caller's next turn comes after those of all others.
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
