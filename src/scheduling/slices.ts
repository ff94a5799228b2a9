import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time in ms of work between two turns of the event loop. */
const SLICE_MS = 4;
/**
 * Maximum time in ms of one slice of {@link mapInSlices}. Several lists may be mapped at the same time, and each turn
 * of the event loop has a slice of each.
 */
const MAP_SLICE_MS = 2;
/** Number of steps of a job between two checks of the clock. */
const STEPS_PER_LOOK = 32;

export interface SliceOptions {
  readonly sliceMs?: number;
  /** Monotonic clock, in ms. Default: `performance.now`. */
  readonly now?: () => number;
  /** Gives the event loop its turn. Default: `setImmediate`. */
  readonly yieldTurn?: () => Promise<void>;
}

/**
 * Divides a long loop into slices with turns of the event loop in between. `if (slices.isDue()) await slices.pause()`
 * after each step costs almost nothing, and other work waits a few milliseconds at most.
 */
export class Slices {
  /** Longest slice so far, in ms. */
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

  /** Whether the slice has used its time. Callers check this first, so that most steps do not await anything. */
  isDue(): boolean {
    return this.#now() - this.#startedAt >= this.#sliceMs;
  }

  /** Gives the event loop its turn. */
  async pause(): Promise<void> {
    this.#count();
    await this.#yieldTurn();
    this.#startedAt = this.#now();
  }

  /** Returns the computing time so far in ms, without the turns of the event loop. */
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
 * Divides the synchronous work of many callers into common slices, so that a hundred answers that become ready
 * together, or a message to ten thousand readers, do not block the event loop.
 *
 * Jobs take turns within a slice. The steps of one job stay in order, and so do the parts of one step.
 */
export class SliceQueue {
  readonly #now: () => number;
  readonly #jobs: Iterator<unknown>[] = [];
  #isScheduled = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs a job to its end, starting after the current event. */
  run(job: Iterator<unknown>): void {
    this.#jobs.push(job);
    this.#schedule();
  }

  /** Runs one short task. @throws What the task throws. */
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
      if (!runSteps(job)) this.#jobs.push(job);
      if (this.#now() >= end) return;
    }
  }
}

const DONE = { done: true, value: undefined } as IteratorResult<never>;

/** Runs the next steps of a job. @returns Whether the job is done. */
function runSteps(job: Iterator<unknown>): boolean {
  for (let step = 0; step < STEPS_PER_LOOK; step++) {
    if (job.next().done === true) return true;
  }
  return false;
}
