/** The longest stretch of writing before other requests get their turn. */
const SLICE_MS = 4;
/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 32;

/**
 * Long loops cut into slices, so that telling ten thousand readers does not hold up one request.
 *
 * Jobs take turns within a slice; a job's own steps stay in order.
 */
export class SliceQueue {
  readonly #now: () => number;
  readonly #jobs: Iterator<void>[] = [];
  #scheduled = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs the job to its end, beginning after the current event. */
  run(job: Iterator<void>): void {
    this.#jobs.push(job);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#jobs.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
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

/** @returns true when the job is done. */
function takeSteps(job: Iterator<void>): boolean {
  for (let step = 0; step < STEPS_PER_LOOK; step++) {
    if (job.next().done === true) return true;
  }
  return false;
}
