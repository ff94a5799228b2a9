export interface PeriodicTaskOptions {
  readonly everyMs: number;
  /** When the first run is due after `start`. Default: `everyMs`. */
  readonly firstAfterMs?: number;
  readonly run: () => Promise<void> | void;
  /** Receives what `run` throws; the next run is due as ever. */
  readonly onError: (error: unknown) => void;
}

/** Runs one piece of work at an interval. A run that takes longer than the interval is never overlapped. */
export class PeriodicTask {
  readonly #options: PeriodicTaskOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;

  constructor(options: PeriodicTaskOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#timer !== null) return;
    const { everyMs, firstAfterMs = everyMs } = this.#options;
    this.#timer = setTimeout(() => {
      this.#timer = setInterval(() => this.#runOnce(), everyMs).unref();
      this.#runOnce();
    }, firstAfterMs).unref();
  }

  /** No run begins after this call; resolves when the one in progress has ended. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  #runOnce(): void {
    if (this.#running !== null) return;
    this.#running = this.#attempt().finally(() => {
      this.#running = null;
    });
  }

  async #attempt(): Promise<void> {
    try {
      await this.#options.run();
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
