import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { AlertStore } from '../alert-store.ts';
import type { DeliveryRow } from '../rows.ts';
import type { AlertConfig } from '../rule.ts';
import { decideAfterTry } from './retry-schedule.ts';
import type { Sender } from './send.ts';

/** Maximum number of tries at once. */
const MAX_AT_ONCE = 20;
/** Time for tries under way to end at a stop, well below the limit of a whole stop. */
const STOP_WITHIN_MS = 2 * SECOND_MS;

export interface DelivererOptions {
  readonly store: AlertStore;
  readonly sender: Sender;
  readonly findConfig: () => AlertConfig;
  readonly clock: Clock;
  /** Random number from 0 to 1, for jitter. */
  readonly random: () => number;
  readonly onError: (error: unknown) => void;
  /** Interval at which due deliveries are searched, in addition to each new event. Default: a second. */
  readonly everyMs?: number;
}

/**
 * Delivers events at least once, in order per rule and endpoint. A delivery is final only when its outcome is stored,
 * so after a kill it is sent again under the same id.
 */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #task: PeriodicTask;
  readonly #sending = new Map<string, Promise<void>>();
  #prunedAt = 0;
  #isLooking = false;
  #looksAgain = false;
  #isStopped = true;
  /** Ends the tries under way. */
  #stopping = new AbortController();

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#task = new PeriodicTask({
      everyMs: options.everyMs ?? SECOND_MS,
      run: () => this.runRound(),
      onError: options.onError,
    });
  }

  start(): void {
    this.#isStopped = false;
    this.#stopping = new AbortController();
    this.#task.start();
  }

  /** Resolves when no try is under way. One that takes longer than two seconds is given up, and made again later. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const limit = setTimeout(() => this.#stopping.abort(), STOP_WITHIN_MS);
    try {
      await this.#task.stop();
      await Promise.all(this.#sending.values());
    } finally {
      clearTimeout(limit);
    }
  }

  /** Looks for due deliveries now. */
  wake(): void {
    if (this.#isStopped) return;
    this.#look().catch(this.#options.onError);
  }

  /** Begins what is due, and tells what a limit left out. */
  async runRound(): Promise<void> {
    await this.#look();
    const { store, clock } = this.#options;
    const now = clock();
    for (const { endpoint, suppressed, suppressedSince } of await store.listEndpoints()) {
      if (suppressed === 0 || now < (suppressedSince ?? 0) + MINUTE_MS) continue;
      await store.tellSuppressed(endpoint);
      this.wake();
    }
    if (now < this.#prunedAt + HOUR_MS) return;
    this.#prunedAt = now;
    await store.prune();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) {
      this.#looksAgain = true;
      return;
    }
    this.#isLooking = true;
    try {
      do {
        this.#looksAgain = false;
        const due = await this.#options.store.listDue(MAX_AT_ONCE + this.#sending.size);
        for (const delivery of due) this.#begin(delivery);
      } while (this.#looksAgain && !this.#isStopped);
    } finally {
      this.#isLooking = false;
    }
  }

  #begin(delivery: DeliveryRow): void {
    // A row may be read again between its try and the storing of the outcome.
    if (this.#isStopped || this.#sending.has(delivery.id) || this.#sending.size >= MAX_AT_ONCE) return;
    const work = this.#deliver(delivery)
      .catch(this.#options.onError)
      .finally(() => {
        this.#sending.delete(delivery.id);
        // The next delivery of the rule may be due.
        this.wake();
      });
    this.#sending.set(delivery.id, work);
  }

  async #deliver(delivery: DeliveryRow): Promise<void> {
    const { store, sender, findConfig, clock, random } = this.#options;
    const endpoint = findConfig().endpoints.find(({ id }) => id === delivery.endpoint);
    const event = await store.findEvent(delivery.seq);
    if (endpoint === undefined || event === null) {
      const reason = endpoint === undefined ? 'no endpoint has this id any more' : 'the event is gone';
      await store.settle({ ...delivery, state: 'dead', reason, endedAt: clock() }, false);
      return;
    }
    const { signal } = this.#stopping;
    const result = await sender.send(endpoint, event.id, event, signal);
    // A try that the stop cut short says nothing about the endpoint: the delivery waits on.
    if (signal.aborted && result.status === null) return;
    const { delivery: after, isGone } = decideAfterTry(delivery, result, { now: clock(), random: random() });
    await store.settle(after, isGone);
  }
}
