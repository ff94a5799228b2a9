/** Largest difference between stream and list that a lag of one poll explains. */
const APART = 0.1;
/** Tolerance within which two prices that add up to 1 are complements. */
const ROUNDING = 0.02;
/** Number of consecutive differences after which a touch is not trusted. */
const MAX_APART = 3;

/**
 * Compares the touches of a stream with the prices of the venue's own list. A touch that is the complement of the
 * listed price is that of the other side, and one that stays away from it belongs to something else. Neither is
 * recorded.
 */
export class TouchAgreement {
  /** Number of consecutive differences by asset. */
  readonly #apart = new Map<string, number>();
  readonly #disbelieved = new Set<string>();

  /**
   * Compares the two prices of an asset once. When one of them is null, the verdict does not change.
   *
   * @param isListLate Whether the list may be older than the touch, so that only a complement counts as a difference.
   * @returns Whether the touch is trusted.
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
