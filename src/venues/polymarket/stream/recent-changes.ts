/** Number of changes that are remembered. */
const KEPT = 256;

/**
 * Remembers the newest changes of a book with the venue's times, to detect late changes that a newer one has replaced.
 */
export class RecentChanges {
  readonly #times = new Float64Array(KEPT);
  /** Changed prices. Those of asks are negative. */
  readonly #levels = new Float64Array(KEPT);
  #next = 0;
  /** Newest venue time of a change, in epoch ms; null before the first one. */
  newest: number | null = null;
  /** Newest venue time of a forgotten change, in epoch ms. */
  #forgotten = 0;

  /** Remembers an applied change. @param price Price of the level, negative for an ask. */
  add(price: number, time: number): void {
    this.#forgotten = Math.max(this.#forgotten, this.#times[this.#next]!);
    this.#times[this.#next] = time;
    this.#levels[this.#next] = price;
    this.#next = (this.#next + 1) % KEPT;
    if (this.newest === null || time > this.newest) this.newest = time;
  }

  /** Whether every change with a later venue time is remembered. */
  coversAfter(time: number): boolean {
    return this.#forgotten <= time;
  }

  /** Whether a level was changed at a later venue time, as far as changes are remembered. */
  hasLater(price: number, time: number): boolean {
    return this.#levels.some((level, i) => level === price && this.#times[i]! > time);
  }

  clear(): void {
    this.#times.fill(0);
    this.#levels.fill(0);
    this.#forgotten = 0;
    this.newest = null;
  }
}
