import type { Worker } from 'node:worker_threads';
import type { BodyMaker } from './body-maker.ts';
import { BodyThread } from './body-thread.ts';

export interface ThreadPoolOptions {
  readonly threads: number;
  readonly startThread: () => Worker;
  readonly onError: (error: Error) => void;
}

/** Worker threads for heavy work. Each is started on first use, and started again after it has ended. */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #threads = new Set<BodyThread>();

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.threads;
  }

  /** Picks the thread with the fewest unanswered requests. */
  pick(): BodyMaker {
    let best: BodyThread | null = null;
    for (const thread of this.#threads) if (best === null || thread.load < best.load) best = thread;
    if (best !== null && (best.load === 0 || this.#threads.size >= this.size)) return best;
    return this.#start();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  #start(): BodyThread {
    const { startThread, onError } = this.#options;
    const thread = new BodyThread(startThread(), (reason) => {
      this.#threads.delete(thread);
      if (reason !== null) onError(reason);
    });
    this.#threads.add(thread);
    return thread;
  }
}
