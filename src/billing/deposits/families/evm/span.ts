/** Successes after which a range may grow again. */
const SUCCESSES_TO_GROW = 20;

/** Blocks requested at once: halved when a node finds it too many, doubled after a while of success. */
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

  /** @returns false: the span cannot be smaller. */
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
