import type { StepLimits } from '../history-writer.ts';

/** Pieces, and rows for each of them, that a step touches at most, however fast the machine is. */
const MAX_PIECES = 16;
const ROWS_A_PIECE = 256;

/**
 * The event loop does nothing else during a step: one that took longer than this is followed by one of half its size. At 10
 * ms an import took as long, and held the loop a quarter longer at p99.
 */
const MAX_STEP_MS = 5;

/**
 * Sizes of the steps of a long change. They follow how long the last one took: a piece of a series costs a tenth of a
 * millisecond or several, by what it holds and by what else the machine does.
 */
export class StepPace {
  readonly #now: () => number;
  #pieces = 4;

  /** @param now Milliseconds of a monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Does one step within the limits that it is given. */
  step(work: (limits: StepLimits) => void): void {
    const startedAt = this.#now();
    work({ maxPieces: this.#pieces, maxRows: this.#pieces * ROWS_A_PIECE });
    const tookMs = this.#now() - startedAt;
    if (tookMs > MAX_STEP_MS) this.#pieces = Math.max(1, this.#pieces >> 1);
    else if (tookMs < MAX_STEP_MS / 2) this.#pieces = Math.min(MAX_PIECES, this.#pieces + 1);
  }
}
