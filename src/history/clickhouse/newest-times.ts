/** Times that are remembered; about 100 bytes each. */
const MAX_TIMES = 500_000;

/**
 * The newest time of each series that this process writes, so that a record which is newer than all of its series needs
 * no order of arrival. Of series that were forgotten only the newest time of all of them is known, and of one that is not known
 * nothing is claimed.
 */
export class NewestTimes {
  readonly #max: number;
  readonly #times = new Map<bigint, number>();
  /** Newest appended times of series whose stored times are not loaded yet. */
  readonly #early = new Map<bigint, number>();
  /** Time after which no series that was forgotten has a record. */
  #forgottenMs = Number.NEGATIVE_INFINITY;
  #isLoaded = false;

  constructor(max = MAX_TIMES) {
    this.#max = max;
  }

  /** @returns Whether the record is newer than every one of its series. @param isNew The series has no record yet. */
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

  /** Records up to this time are about to come another way. */
  reserve(k: bigint, t: number, isNew: boolean): void {
    this.advance(k, t, isNew);
  }

  /** Notes the newest time that was stored before this process began. */
  load(k: bigint, t: number): void {
    const newest = Math.max(t, this.#times.get(k) ?? t, this.#early.get(k) ?? t);
    this.#set(k, newest);
    this.#early.delete(k);
  }

  /**
   * Notes that everything was loaded: a series that is not known was forgotten, or has no records but those that came
   * meanwhile.
   */
  finish(): void {
    for (const [k, t] of this.#early) this.load(k, t);
    this.#isLoaded = true;
  }

  /** Bound of the times of a series that is not known; undefined: it may have any. */
  #boundUnknown(isNew: boolean): number | undefined {
    if (isNew) return Number.NEGATIVE_INFINITY;
    return this.#isLoaded ? this.#forgottenMs : undefined;
  }

  #set(k: bigint, t: number): void {
    this.#times.set(k, t);
    if (this.#times.size > this.#max) this.#forgetOldest();
  }

  /** A tenth of the series, those whose newest records are the oldest. */
  #forgetOldest(): void {
    const times = Float64Array.from(this.#times.values()).sort();
    const boundMs = times[Math.floor(this.#max / 10)]!;
    for (const [k, time] of this.#times) if (time <= boundMs) this.#times.delete(k);
    this.#forgottenMs = Math.max(this.#forgottenMs, boundMs);
  }
}
