/** So many of the newest changes are known. */
const KEPT = 64;

/** The newest changes of a book with the venue's times, to tell whether one that comes late was overtaken. */
export class RecentChanges {
  readonly #times = new Float64Array(KEPT);
  /** Prices of bids, and of asks below 0. */
  readonly #levels = new Float64Array(KEPT);
  #next = 0;
  /** The newest of the venue's times, epoch ms; null before the first. */
  newest: number | null = null;

  /** Notes a change that is applied. @param price Of an ask below 0. */
  add(price: number, time: number): void {
    this.#times[this.#next] = time;
    this.#levels[this.#next] = price;
    this.#next = (this.#next + 1) % KEPT;
    if (this.newest === null || time > this.newest) this.newest = time;
  }

  /** Whether a level was changed at a later time of the venue, as far back as changes are known. */
  hasLater(price: number, time: number): boolean {
    return this.#levels.some((level, i) => level === price && this.#times[i]! > time);
  }

  clear(): void {
    this.#times.fill(0);
    this.#levels.fill(0);
    this.newest = null;
  }
}
