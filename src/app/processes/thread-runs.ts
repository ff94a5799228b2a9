import { Worker } from 'node:worker_threads';

/** Last message of a thread: success, or the reason of its failure. */
export type ThreadEnd = { readonly done: true } | { readonly failure: string };

/** Heap limit of a thread. A thread beyond it ends, and its work is tried again. Columns do not count. */
const MAX_OLD_SPACE_MB = 512;

/** Runs work in threads that end with it, for work of a few minutes a day. */
export class ThreadRuns<Event extends object> {
  readonly #file: URL;
  readonly #name: string;
  readonly #workers = new Set<Worker>();

  /**
   * Prepares the runs; a thread starts with each run.
   *
   * @param file Module of the thread, which posts its events and then its end.
   */
  constructor(file: URL, name: string) {
    this.#file = file;
    this.#name = name;
  }

  /** Yields the messages of the thread. @throws when it fails, or ends without a last message. */
  async *run(workerData: object): AsyncGenerator<Event> {
    const worker = new Worker(this.#file, {
      name: this.#name,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_SPACE_MB },
    });
    worker.unref();
    this.#workers.add(worker);
    try {
      for await (const event of readEvents<Event>(worker)) {
        if ('failure' in event) throw new Error(event.failure);
        if ('done' in event) return;
        yield event;
      }
    } finally {
      this.#workers.delete(worker);
      await worker.terminate();
    }
  }

  /** Aborts the work in progress. */
  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }
}

async function* readEvents<Event extends object>(worker: Worker): AsyncGenerator<Event | ThreadEnd> {
  const waiting: (Event | ThreadEnd)[] = [];
  let wake = Promise.withResolvers<void>();
  const add = (event: Event | ThreadEnd) => {
    waiting.push(event);
    wake.resolve();
  };
  worker.on('message', add);
  worker.once('error', (error) => add({ failure: String(error) }));
  worker.once('exit', () => add({ failure: 'the thread has ended' }));
  for (;;) {
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) yield event;
    await wake.promise;
    wake = Promise.withResolvers<void>();
  }
}
