import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SliceOptions } from '../../../scheduling/slices.ts';
import type { StepLimits } from '../import-steps.ts';

/** Pieces, and rows for each of them, that a step touches at most, however fast the machine is. */
const MAX_PIECES = 8;
const ROWS_A_PIECE = 256;

/**
 * The event loop does nothing else during a step: one that took longer than this is followed by one of half its size.
 * At 10 ms an import took as long, and held the loop a quarter longer at p99.
 */
const MAX_STEP_MS = 5;

/**
 * A turn in which others worked for longer than this is followed by another one, so that the answer of a venue, which
 * is read in slices, and the steps of a change do not hold the loop one after the other. Others that always work do not
 * keep a change from going on.
 */
const BUSY_MS = 2;
const MAX_TURNS = 16;

/**
 * Sizes of the steps of a long change, and the turns of others between them. The sizes follow how long the last step
 * took: a piece of a series costs a tenth of a millisecond or several, depending on its records and on the load of the
 * machine.
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

  /** Does one step within the limits that it is given. */
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
