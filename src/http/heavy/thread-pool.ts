import type { Worker } from 'node:worker_threads';
import type { BodyPlace } from './body-place.ts';
import { ThreadPlace } from './thread-place.ts';

export interface ThreadPoolOptions {
  readonly threads: number;
  readonly startThread: () => Worker;
  readonly onError: (error: Error) => void;
}

/** Threads for heavy work. Each is started when it is needed for the first time, and again when it has ended. */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #places = new Set<ThreadPlace>();

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.threads;
  }

  /** The thread with the least to do. */
  pick(): BodyPlace {
    let best: ThreadPlace | null = null;
    for (const place of this.#places) if (best === null || place.load < best.load) best = place;
    if (best !== null && (best.load === 0 || this.#places.size >= this.size)) return best;
    return this.#start();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#places].map((place) => place.close()));
  }

  #start(): ThreadPlace {
    const { startThread, onError } = this.#options;
    const place = new ThreadPlace(startThread(), (reason) => {
      this.#places.delete(place);
      if (reason !== null) onError(reason);
    });
    this.#places.add(place);
    return place;
  }
}
