/**
 * The newest time of each series that this process writes, so that a record which is newer than all of its series needs
 * no order of arrival. Of a series that is not known nothing is claimed.
 */
export class NewestTimes {
  readonly #times = new Map<bigint, number>();
  /** What was appended to series whose times are not known yet. */
  readonly #early = new Map<bigint, number>();
  #isLoaded = false;

  /** @returns Whether the record is newer than every one of its series. @param isNew The series has no record yet. */
  advance(k: bigint, t: number, isNew: boolean): boolean {
    const known = this.#times.get(k) ?? (isNew || this.#isLoaded ? Number.NEGATIVE_INFINITY : undefined);
    if (known === undefined) {
      this.#early.set(k, Math.max(t, this.#early.get(k) ?? t));
      return false;
    }
    if (t <= known) return false;
    this.#times.set(k, t);
    return true;
  }

  /** Records up to this time are about to come another way. */
  reserve(k: bigint, t: number, isNew: boolean): void {
    this.advance(k, t, isNew);
  }

  /** What was stored before this process began. */
  load(k: bigint, t: number): void {
    const newest = Math.max(t, this.#times.get(k) ?? t, this.#early.get(k) ?? t);
    this.#times.set(k, newest);
    this.#early.delete(k);
  }

  /** Everything was loaded: a series that is not known has no other records than those that came meanwhile. */
  finish(): void {
    for (const [k, t] of this.#early) this.load(k, t);
    this.#isLoaded = true;
  }
}
