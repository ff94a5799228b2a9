import { MINUTE_MS, SECOND_MS } from '../../../domain/index.ts';
import { PeriodicTask } from '../../../scheduling/periodic-task.ts';
import type { Chain } from './chain.ts';
import type { ChainReader } from './chain-reader.ts';
import { WatchFaultError } from './watch-fault.ts';

/** Time without progress, in addition to three polls, after which a watcher is reported as stalled. */
const GRACE_MS = 30 * SECOND_MS;
/** Time without progress after which a stalled watcher is critical. */
const CRITICAL_AFTER_MS = 30 * MINUTE_MS;

/** A chain whose deposits are not being read. */
export interface StalledWatcher {
  readonly chain: string;
  readonly isCritical: boolean;
  /** Reason of the delay. It contains no API key. */
  readonly message: string;
}

export interface ChainWatcherOptions {
  readonly reader: ChainReader;
  /** Monotonic clock in ms. */
  readonly now: () => number;
  /** Called with the error of a failed poll; not called again while the same message repeats. */
  readonly onProblem: (chain: Chain, error: Error, isCritical: boolean) => void;
}

/** Polls one chain as long as the service runs. After a failed poll, the next one starts at the stored position. */
export class ChainWatcher {
  readonly #options: ChainWatcherOptions;
  readonly #task: PeriodicTask;
  #stopping = new AbortController();
  #lastGoodAt: number;
  #problem: { readonly message: string; readonly isCritical: boolean } | null = null;

  constructor(options: ChainWatcherOptions) {
    this.#options = options;
    this.#lastGoodAt = options.now();
    this.#task = new PeriodicTask({
      everyMs: options.reader.chain.pollMs,
      firstAfterMs: 0,
      run: () => this.pollOnce(),
      onError: () => undefined,
    });
  }

  get chain(): Chain {
    return this.#options.reader.chain;
  }

  get reader(): ChainReader {
    return this.#options.reader;
  }

  /** Starts polling at the stored position. Can be called again after `stop`. */
  start(): void {
    this.#stopping = new AbortController();
    this.#lastGoodAt = this.#options.now();
    this.#task.start();
  }

  /** Stops polling, and waits for the running poll. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#task.stop();
  }

  /** Polls once; a failure is stored and never thrown. */
  async pollOnce(): Promise<void> {
    const { reader, now } = this.#options;
    const { signal } = this.#stopping;
    const isGood = () => {
      this.#lastGoodAt = now();
    };
    try {
      const { waitsFor } = await reader.poll(signal, isGood);
      this.#problem = waitsFor === null ? null : { message: `waits for ${waitsFor}`, isCritical: false };
      if (waitsFor === null) isGood();
    } catch (error) {
      if (signal.aborted) return;
      this.#note(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /**
   * Returns the state of a stalled watcher; null: deposits are being read, or polls have failed only for a short time.
   */
  stalled(): StalledWatcher | null {
    const { now, reader } = this.#options;
    const restedMs = now() - this.#lastGoodAt;
    const isCritical = this.#problem?.isCritical === true;
    if (!isCritical && restedMs <= 3 * reader.chain.pollMs + GRACE_MS) return null;
    return {
      chain: reader.chain.name,
      isCritical: isCritical || restedMs > CRITICAL_AFTER_MS,
      message: this.#problem?.message ?? 'no poll has come to an end',
    };
  }

  #note(error: Error): void {
    const isCritical = error instanceof WatchFaultError && error.isCritical;
    const isNew = this.#problem?.message !== error.message;
    this.#problem = { message: error.message, isCritical };
    if (isNew) this.#options.onProblem(this.chain, error, isCritical);
  }
}
