interface Spending {
  readonly at: number;
  readonly cost: number;
}

/** Pause of a call that only lacks the room kept for answers in progress: these usually arrive within this time. */
const RESERVED_RETRY_MS = 100;

/** Counts the cost of calls within a sliding window. It holds one row for each call in the window. */
export class CallWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  #spendings: Spending[] = [];
  #spent = 0;
  /** Possible cost of the answers in progress. */
  #reserved = 0;

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /**
   * Computes the time in ms until a call of this cost fits; 0: now. A call that costs more than the whole limit fits
   * when nothing else was spent.
   *
   * @param shareFrac Part of the limit that the call and those before it may fill.
   * @param answerCost Possible cost of the answer beyond the call. It must fit into the whole limit, beside the
   * possible costs of other answers.
   */
  waitMs(now: number, cost: number, shareFrac: number, answerCost = 0): number {
    this.#forget(now);
    if (cost === 0 || this.#spent + this.#reserved === 0) return 0;
    const spent = this.#spent + cost;
    let excess = Math.max(spent - this.#limit * shareFrac, spent + answerCost - this.#limit);
    if (this.#spent === 0) excess = 0;
    if (excess <= 0) return spent + this.#reserved + answerCost <= this.#limit ? 0 : RESERVED_RETRY_MS;
    let lastAt = now;
    for (const spending of this.#spendings) {
      lastAt = spending.at;
      excess -= spending.cost;
      if (excess <= 0) break;
    }
    return Math.max(1, Math.ceil(lastAt + this.#windowMs - now));
  }

  /** Sums the weight that was spent within the window that ends now. */
  spentBy(now: number): number {
    this.#forget(now);
    return this.#spent;
  }

  /** Keeps room for the possible cost of a call's answer, or with a negative cost gives the room back. */
  reserve(cost: number): void {
    this.#reserved += cost;
  }

  spend(now: number, cost: number): void {
    if (cost === 0) return;
    this.#spendings.push({ at: now, cost });
    this.#spent += cost;
  }

  #forget(now: number): void {
    const kept = this.#spendings.findIndex(({ at }) => at > now - this.#windowMs);
    if (kept === 0 || this.#spendings.length === 0) return;
    this.#spendings = kept === -1 ? [] : this.#spendings.slice(kept);
    this.#spent = this.#spendings.reduce((sum, { cost }) => sum + cost, 0);
  }
}
