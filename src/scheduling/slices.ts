import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest work between two turns of the event loop. */
const SLICE_MS = 4;
/** Time of a slice: several lists may be mapped at once, and each turn of the event loop has a slice of each. */
const MAP_SLICE_MS = 2;
/** Steps of a job between two looks at the clock. */
const STEPS_PER_LOOK = 32;

export interface SliceOptions {
  readonly sliceMs?: number;
  /** Milliseconds of a monotonic clock. Default `performance.now`. */
  readonly now?: () => number;
  /** Gives the event loop its turn. Default `setImmediate`. */
  readonly yieldTurn?: () => Promise<void>;
}

/**
 * A long loop that others have their turn in: `if (slices.isDue()) await slices.pause()` after each step costs next to
 * nothing, and answers of others wait a few milliseconds at most.
 */
export class Slices {
  /** The longest so far, milliseconds. */
  longestMs = 0;
  #workedMs = 0;
  #startedAt: number;
  readonly #sliceMs: number;
  readonly #now: () => number;
  readonly #yieldTurn: () => Promise<void>;

  constructor({
    sliceMs = SLICE_MS,
    now = () => performance.now(),
    yieldTurn = nextTurn,
  }: SliceOptions = {}) {
    this.#sliceMs = sliceMs;
    this.#now = now;
    this.#yieldTurn = yieldTurn;
    this.#startedAt = now();
  }

  /** Whether the work has run long enough. Asked first, so that steps that need no turn await nothing. */
  isDue(): boolean {
    return this.#now() - this.#startedAt >= this.#sliceMs;
  }

  /** Gives the event loop its turn. */
  async pause(): Promise<void> {
    this.#count();
    await this.#yieldTurn();
    this.#startedAt = this.#now();
  }

  /** Computing time so far, without the turns given away. */
  workMs(): number {
    this.#count();
    return this.#workedMs;
  }

  #count(): void {
    const now = this.#now();
    const elapsed = now - this.#startedAt;
    this.#startedAt = now;
    this.#workedMs += elapsed;
    this.longestMs = Math.max(this.longestMs, elapsed);
  }
}

/** Maps a long list in slices. */
export async function mapInSlices<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const slices = new Slices({ sliceMs: MAP_SLICE_MS });
  const results: R[] = [];
  for (const item of items) {
    results.push(map(item));
    if (slices.isDue()) await slices.pause();
  }
  return results;
}

/**
 * Slices that the synchronous work of many shares: a hundred answers that become ready at once, or one that ten
 * thousand readers are told, do not hold up what else the event loop has to do.
 *
 * Jobs take turns within a slice; a job's own steps stay in order, and so do pieces of one step.
 */
export class SliceQueue {
  readonly #now: () => number;
  readonly #jobs: Iterator<unknown>[] = [];
  #isScheduled = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs the job to its end, beginning after the current event. */
  run(job: Iterator<unknown>): void {
    this.#jobs.push(job);
    this.#schedule();
  }

  /** Does one short piece of work. @throws What the work throws. */
  do<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const next = (): IteratorResult<never> => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
        return DONE;
      };
      this.run({ next });
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#jobs.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      try {
        this.#slice();
      } finally {
        this.#schedule();
      }
    });
  }

  #slice(): void {
    const end = this.#now() + SLICE_MS;
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      if (!takeSteps(job)) this.#jobs.push(job);
      if (this.#now() >= end) return;
    }
  }
}

const DONE = { done: true, value: undefined } as IteratorResult<never>;

/** @returns true when the job is done. */
function takeSteps(job: Iterator<unknown>): boolean {
  for (let step = 0; step < STEPS_PER_LOOK; step++) {
    if (job.next().done === true) return true;
  }
  return false;
}
