import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SliceOptions } from '../../../scheduling/slices.ts';
import type { StepLimits } from '../import-steps.ts';

/** Maximum number of pieces of a step, each with `ROWS_A_PIECE` rows. */
const MAX_PIECES = 8;
const ROWS_A_PIECE = 256;

/**
 * Longest step, which blocks the event loop: after a longer one, the size is halved. With 10 ms an import took equally
 * long and blocked the loop a quarter longer at p99.
 */
const MAX_STEP_MS = 5;

/**
 * A turn in which other work took longer than this is followed by another turn, so that a venue's answer, which is read
 * in slices, and the steps of a change do not block the loop one after the other. At most {@link MAX_TURNS} follow, so
 * that permanent load does not stop a change.
 */
const BUSY_MS = 2;
const MAX_TURNS = 16;

/**
 * Sets the size of the steps of a long change, and yields to the event loop between them. The size depends on the
 * duration of the last step: a piece takes between a tenth of a millisecond and several, depending on its records and
 * on the load.
 */
export class StepPace {
  readonly #now: () => number;
  readonly #yieldTurn: () => Promise<void>;
  #pieces = 4;

  constructor({
    now = () => performance.now(),
    yieldTurn = nextTurn,
  }: Pick<SliceOptions, 'now' | 'yieldTurn'> = {}) {
    this.#now = now;
    this.#yieldTurn = yieldTurn;
  }

  /** Runs one step, and passes it its limits. */
  step(work: (limits: StepLimits) => void): void {
    const startedAt = this.#now();
    work({ maxPieces: this.#pieces, maxRows: this.#pieces * ROWS_A_PIECE });
    const tookMs = this.#now() - startedAt;
    if (tookMs > MAX_STEP_MS) this.#pieces = Math.max(1, this.#pieces >> 1);
    else if (tookMs < MAX_STEP_MS / 2) this.#pieces = Math.min(MAX_PIECES, this.#pieces + 1);
  }

  /** Yields to the event loop, more often while the loop is busy. */
  async pause(): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const startedAt = this.#now();
      await this.#yieldTurn();
      if (this.#now() - startedAt <= BUSY_MS) return;
    }
  }
}
