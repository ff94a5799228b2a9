/** Maximum number of remembered times, about 100 bytes each. */
const MAX_TIMES = 500_000;

/**
 * Remembers the newest time of each series that this process writes: a record that is newer than all others of its
 * series needs no order of arrival. Forgotten series share one bound, the newest of their times. Before the stored
 * times are loaded, nothing is known of a series that is not in memory.
 */
export class NewestTimes {
  readonly #max: number;
  readonly #times = new Map<bigint, number>();
  /** Newest appended time of each series whose stored times are not loaded yet. */
  readonly #early = new Map<bigint, number>();
  /** Newest time of all forgotten series. */
  #forgottenMs = Number.NEGATIVE_INFINITY;
  #isLoaded = false;

  constructor(max = MAX_TIMES) {
    this.#max = max;
  }

  /**
   * Notes a record. @param isNew Whether the series has no stored record yet. @returns Whether the record is known to
   * be newer than every other record of its series.
   */
  advance(k: bigint, t: number, isNew: boolean): boolean {
    const known = this.#times.get(k) ?? this.#boundUnknown(isNew);
    if (known === undefined) {
      this.#early.set(k, Math.max(t, this.#early.get(k) ?? t));
      return false;
    }
    if (t <= known) return false;
    this.#set(k, t);
    return true;
  }

  /** Notes that an insert will store records up to this time. */
  reserve(k: bigint, t: number, isNew: boolean): void {
    this.advance(k, t, isNew);
  }

  /** Notes the newest time that was stored before this process began. */
  load(k: bigint, t: number): void {
    const newest = Math.max(t, this.#times.get(k) ?? t, this.#early.get(k) ?? t);
    this.#set(k, newest);
    this.#early.delete(k);
  }

  /** Notes that all stored times are loaded: from now on, a series not in memory was forgotten or has no records. */
  finish(): void {
    for (const [k, t] of this.#early) this.load(k, t);
    this.#isLoaded = true;
  }

  /** Returns a bound above which the series has no time; undefined when no bound is known. */
  #boundUnknown(isNew: boolean): number | undefined {
    if (isNew) return Number.NEGATIVE_INFINITY;
    return this.#isLoaded ? this.#forgottenMs : undefined;
  }

  #set(k: bigint, t: number): void {
    this.#times.set(k, t);
    if (this.#times.size > this.#max) this.#forgetOldest();
  }

  /** Forgets the tenth of the series whose newest records are the oldest. */
  #forgetOldest(): void {
    const times = Float64Array.from(this.#times.values()).sort();
    const boundMs = times[Math.floor(this.#max / 10)]!;
    for (const [k, time] of this.#times) if (time <= boundMs) this.#times.delete(k);
    this.#forgottenMs = Math.max(this.#forgottenMs, boundMs);
  }
}
