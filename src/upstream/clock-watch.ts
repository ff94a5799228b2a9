import { type Clock, type EpochMs, epochMs } from '../domain/index.ts';

/** A step of the wall clock. */
export interface ClockStep {
  /** Size of the step, in ms; negative: the clock was set back. */
  readonly stepMs: number;
  /** Time before the step, and after it. */
  readonly beforeMs: EpochMs;
  readonly afterMs: EpochMs;
}

/** Clocks drift apart by less than this between two looks; corrections by a time server are slower. */
const TOLERANCE_MS = 2_000;

/**
 * Compares the wall clock with one that only goes forward. A machine that slept looks like a clock that was put forward:
 * no other clock of the process tells them apart.
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

  /** The newest step; null: none. */
  get last(): ClockStep | null {
    return this.#last;
  }

  /** Looks at both clocks. @returns The step since the last look; null without one. */
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
