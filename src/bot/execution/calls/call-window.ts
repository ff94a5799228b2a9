interface Spending {
  readonly at: number;
  readonly cost: number;
}

/** Pause of a call that waits only for answers in progress, which usually arrive earlier. */
const RESERVED_RETRY_MS = 100;

/** Counts the cost of calls within a sliding window. Memory holds one row for each call in it. */
export class CallWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  #spendings: Spending[] = [];
  #spent = 0;
  /** Cost that answers in progress may still have. */
  #reserved = 0;

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /**
   * How long until a call of this cost fits, in ms; 0: now. One that never fits may go when nothing else was spent.
   *
   * @param shareFrac How much of the limit the call and those before it may fill.
   * @param answerCost What its answer may cost beyond; with what other answers may cost it stays within the limit.
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

  /** Weight spent within the window that ends now. */
  spentBy(now: number): number {
    this.#forget(now);
    return this.#spent;
  }

  /** Keeps room for what the answer of a call may cost, or with a negative cost gives it back. */
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
