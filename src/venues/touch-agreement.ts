/** A difference that a list which lags by a poll may have. */
const APART = 0.1;
/** Two prices that add up to 1 within this are complements. */
const ROUNDING = 0.02;
/** Comparisons in a row after which a touch that stays apart is not believed. */
const MAX_APART = 3;

/**
 * Compares the touches of a stream with the prices of the venue's own list. A touch that is the complement of the list's
 * price shows the other side; one that stays away from it belongs to something else. Neither is recorded.
 */
export class TouchAgreement {
  /** Comparisons in a row that were apart. */
  readonly #apart = new Map<string, number>();
  readonly #disbelieved = new Set<string>();

  /**
   * Compares once. Where one of the two has no price nothing is known, and the verdict stays as it was.
   *
   * @param isListLate The list may be older than the touch, so that a price may have moved meanwhile: only the other side is
   *   a difference.
   * @returns Whether the touch is believed.
   */
  compare(asset: string, listed: number | null, streamed: number | null, isListLate = false): boolean {
    if (listed === null || streamed === null) return this.isBelieved(asset);
    const difference = Math.abs(listed - streamed);
    const isComplement = Math.abs(listed + streamed - 1) <= ROUNDING;
    if (difference <= (isComplement ? ROUNDING : APART)) {
      this.#apart.delete(asset);
      this.#disbelieved.delete(asset);
      return true;
    }
    if (isListLate && !isComplement) return this.isBelieved(asset);
    const apart = (this.#apart.get(asset) ?? 0) + 1;
    this.#apart.set(asset, apart);
    if (apart >= MAX_APART || (isComplement && difference > APART)) this.#disbelieved.add(asset);
    return this.isBelieved(asset);
  }

  isBelieved(asset: string): boolean {
    return !this.#disbelieved.has(asset);
  }

  /** Forgets the assets that are no longer compared. */
  keep(assets: ReadonlySet<string>): void {
    for (const asset of this.#apart.keys())
      if (!assets.has(asset)) {
        this.#apart.delete(asset);
        this.#disbelieved.delete(asset);
      }
  }
}
