export interface PeriodicTaskOptions {
  readonly everyMs: number;
  /** Time in ms from `start` to the first run. Default: `everyMs`. */
  readonly firstAfterMs?: number;
  readonly run: () => Promise<void> | void;
  /** Receives what `run` throws. The next run takes place as usual. */
  readonly onError: (error: unknown) => void;
}

/** Runs work at an interval. Runs never overlap, even when one takes longer than the interval. */
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

  /** Prevents further runs. Resolves when the run in progress has ended. */
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
