import { setTimeout as wait } from 'node:timers/promises';
import { type Leadership, NotLeaderError } from '../postgres/lead.ts';
import { HistoryUnavailableError } from '../unavailable.ts';

/** How long batches wait in memory for PostgreSQL, and how much of them. */
export interface Patience {
  readonly maxMs: number;
  readonly maxBytes: number;
}

export const PATIENCE: Patience = { maxMs: 10 * 60_000, maxBytes: 256 << 20 };

const RETRY_MS = { first: 50, longest: 1_000 };

/**
 * Stores batches of each venue one after the other, in the order in which they came. While PostgreSQL is away they wait in
 * memory, and are stored once it is sure that nobody else has recorded the venue meanwhile.
 */
export class WaitingBatches {
  readonly #leadership: Leadership;
  readonly #patience: Patience;
  readonly #queues = new Map<string, Promise<unknown>>();
  #bytes = 0;
  #isStopped = false;

  constructor(leadership: Leadership, patience: Patience) {
    this.#leadership = leadership;
    this.#patience = patience;
  }

  /** Bytes that are not stored yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is not stored by now is not stored at all: the process ends. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Runs work after everything that came before it of the same venues. */
  async inOrder<Result>(venues: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const before = venues.map((venue) => this.#queues.get(venue)?.catch(() => undefined));
    const done = Promise.all(before).then(work);
    for (const venue of venues) this.#queues.set(venue, done);
    return done;
  }

  /**
   * Tries until it is stored. Must be safe to repeat: whether a lost connection stored it is not known.
   *
   * @param bytes What is kept in memory meanwhile.
   * @throws {HistoryUnavailableError} when it waited for too long, or too much waits.
   * @throws {NotLeaderError} when another process records one of the venues.
   */
  async store(
    venues: readonly string[],
    bytes: number,
    attempt: (fences: readonly number[]) => Promise<void>,
  ): Promise<void> {
    if (this.#bytes + bytes > this.#patience.maxBytes) {
      throw new HistoryUnavailableError('PostgreSQL is away, and no more is kept in memory');
    }
    this.#bytes += bytes;
    try {
      await this.#tryUntilStored(venues, attempt);
    } finally {
      this.#bytes -= bytes;
    }
  }

  async #tryUntilStored(
    venues: readonly string[],
    attempt: (fences: readonly number[]) => Promise<void>,
  ): Promise<void> {
    const endsAt = performance.now() + this.#patience.maxMs;
    let first: readonly number[] | null = null;
    let reason: unknown = new NotLeaderError(`another process records ${venues.join(', ')}`);
    for (let waitMs = RETRY_MS.first; ; waitMs = Math.min(waitMs * 2, RETRY_MS.longest)) {
      const fences = venues.map((venue) => this.#leadership.fence(venue));
      if (fences.every((fence) => fence !== null)) {
        first ??= fences;
        if (fences.join() !== first.join()) {
          throw new NotLeaderError(`another process has recorded ${venues.join(', ')} meanwhile`);
        }
        try {
          return await attempt(fences);
        } catch (error) {
          if (!(error instanceof HistoryUnavailableError)) throw error;
          reason = error;
        }
      }
      if (this.#isStopped || performance.now() + waitMs > endsAt) throw reason;
      await wait(waitMs);
    }
  }
}
