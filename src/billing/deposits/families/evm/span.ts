/** Number of successes after which the range may grow again. */
const SUCCESSES_TO_GROW = 20;

/**
 * Number of blocks per request. It is halved when a node rejects the range as too large, and doubled after a series of
 * successes.
 */
export class Span {
  readonly #max: number;
  #blocks: number;
  #successes = 0;

  constructor(max: number) {
    this.#max = max;
    this.#blocks = max;
  }

  get blocks(): number {
    return this.#blocks;
  }

  /** Halves the span. @returns false: the span cannot become smaller. */
  halve(): boolean {
    this.#successes = 0;
    if (this.#blocks === 1) return false;
    this.#blocks = Math.max(1, Math.floor(this.#blocks / 2));
    return true;
  }

  succeed(): void {
    this.#successes++;
    if (this.#successes < SUCCESSES_TO_GROW) return;
    this.#successes = 0;
    this.#blocks = Math.min(this.#max, this.#blocks * 2);
  }
}
