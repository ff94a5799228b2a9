import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '../../domain/index.ts';
import { type Backoff, computeDoubledMs } from '../../scheduling/backoff.ts';
import { HistoryUnavailableError } from '../contract/unavailable.ts';
import { type Leadership, NotLeaderError } from './postgres/leadership.ts';

/** Limits of the batches that wait in memory for PostgreSQL: how long, and how many bytes. */
export interface Patience {
  readonly maxMs: number;
  readonly maxBytes: number;
}

export const PATIENCE: Patience = { maxMs: 10 * MINUTE_MS, maxBytes: 256 << 20 };

const RETRY: Backoff = { firstMs: 50, maxMs: 1_000 };

/**
 * Stores the batches of each venue one after the other, in the order of the calls. While PostgreSQL is away they wait
 * in memory; they are stored once it is certain that no other process has recorded the venue in the meantime.
 */
export class WaitingBatches {
  readonly #leadership: Leadership;
  readonly #patience: Patience;
  readonly #queues = new Map<string, Promise<unknown>>();
  /** Newest fence of each venue that this process has held. */
  readonly #fences = new Map<string, number>();
  #bytes = 0;
  #isStopped = false;
  /** Error of the first attempt that failed after the stop. */
  #givenUp: HistoryUnavailableError | null = null;

  constructor(leadership: Leadership, patience: Patience) {
    this.#leadership = leadership;
    this.#patience = patience;
  }

  /** Number of bytes that wait in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Waits until every earlier call has stored its batch or failed once more, since the process ends. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled(this.#queues.values());
  }

  /** Runs work after all earlier work of the same venues. */
  async runInOrder<Result>(venues: readonly string[], work: () => Promise<Result>): Promise<Result> {
    // The caller of the earlier work receives its failure.
    const before = venues.map((venue) => this.#queues.get(venue)?.catch(() => undefined));
    const done = Promise.all(before).then(work);
    for (const venue of venues) this.#queues.set(venue, done);
    return done;
  }

  /**
   * Attempts the work, in order, until it is stored. It must be safe to repeat: after a lost connection nobody knows
   * whether it was stored.
   *
   * @param bytes Size of the work in memory.
   * @throws {HistoryUnavailableError} when the work waited for too long, or too many bytes wait.
   * @throws {NotLeaderError} when another process records one of the venues, or has done so since the call.
   */
  async store(
    venues: readonly string[],
    bytes: number,
    attempt: (fences: readonly number[]) => Promise<void>,
  ): Promise<void> {
    if (this.#bytes + bytes > this.#patience.maxBytes) {
      throw new HistoryUnavailableError('PostgreSQL does not answer, and the buffer in memory is full');
    }
    const endsAt = performance.now() + this.#patience.maxMs;
    this.#lookAtFences(venues);
    const expected = venues.map((venue) => this.#fences.get(venue) ?? null);
    this.#bytes += bytes;
    try {
      await this.runInOrder(venues, () => this.#tryUntilStored(venues, { endsAt, expected }, attempt));
    } finally {
      this.#bytes -= bytes;
    }
  }

  /** Attempts the work until it is stored. @param expected Fence of each venue at the time of the call; null: none. */
  async #tryUntilStored(
    venues: readonly string[],
    { endsAt, expected }: { readonly endsAt: number; readonly expected: readonly (number | null)[] },
    attempt: (fences: readonly number[]) => Promise<void>,
  ): Promise<void> {
    if (this.#givenUp !== null) throw this.#givenUp;
    let first = expected;
    let reason: unknown = new NotLeaderError(`another process records ${venues.join(', ')}`);
    for (let failures = 0; ; failures++) {
      const fences = this.#lookAtFences(venues);
      if (fences.every((fence) => fence !== null)) {
        first = first.map((fence, i) => fence ?? fences[i]!);
        if (fences.join() !== first.join()) {
          throw new NotLeaderError(`another process has recorded ${venues.join(', ')} meanwhile`);
        }
        try {
          return await attempt(fences);
        } catch (error) {
          if (!(error instanceof HistoryUnavailableError)) throw error;
          reason = error;
          if (this.#isStopped) this.#givenUp = error;
        }
      }
      const waitMs = computeDoubledMs(RETRY, failures);
      if (this.#isStopped || performance.now() + waitMs > endsAt) throw reason;
      await wait(waitMs);
    }
  }

  #lookAtFences(venues: readonly string[]): (number | null)[] {
    return venues.map((venue) => {
      const fence = this.#leadership.fence(venue);
      if (fence !== null) this.#fences.set(venue, fence);
      return fence;
    });
  }
}
