import { type Clock, type EpochMs, epochMs } from '../domain/index.ts';

/** A step of the wall clock. */
export interface ClockStep {
  /** Size of the step in ms. Negative: the clock was set back. */
  readonly stepMs: number;
  /** Wall clock time before and after the step. */
  readonly beforeMs: EpochMs;
  readonly afterMs: EpochMs;
}

/** Maximum drift in ms between the two clocks from one check to the next. Corrections by a time server are slower. */
const TOLERANCE_MS = 2_000;

/**
 * Detects steps of the wall clock by comparison with a monotonic clock. A machine that slept looks like a clock that
 * was set forward, because no other clock of the process distinguishes the two.
 */
export class ClockWatch {
  readonly #clock: Clock;
  readonly #monotonic: () => number;
  #wall: number;
  #steady: number;
  #last: ClockStep | null = null;

  constructor(clock: Clock, monotonic: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#monotonic = monotonic;
    this.#wall = clock();
    this.#steady = monotonic();
  }

  /** Newest step. null: none. */
  get last(): ClockStep | null {
    return this.#last;
  }

  /** Compares the clocks. @returns The step since the last check. null when there was none. */
  check(): ClockStep | null {
    const [wall, steady] = [this.#clock(), this.#monotonic()];
    const expected = this.#wall + (steady - this.#steady);
    this.#wall = wall;
    this.#steady = steady;
    const stepMs = Math.round(wall - expected);
    if (Math.abs(stepMs) <= TOLERANCE_MS) return null;
    this.#last = { stepMs, beforeMs: epochMs(expected), afterMs: wall };
    return this.#last;
  }
}
