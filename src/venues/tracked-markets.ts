import type { BinaryState, EpochMs } from '../domain/index.ts';

/**
 * Names of the markets that the newest poll tracks, and of listed markets that are no longer tracked because of our
 * limit. The books of both can be read. Whole rows would need megabytes.
 */
export class TrackedMarkets<Names> {
  readonly #getKey: (state: BinaryState) => string;
  #tracked: ReadonlyMap<string, Names> = new Map();
  #beyondLimit: ReadonlyMap<string, Names> = new Map();
  /** End of trading of tracked markets whose venue states it. */
  #closeTimes: ReadonlyMap<string, EpochMs> = new Map();

  /**
   * Begins without a market.
   *
   * @param getKey Returns the key by which the venue's stream identifies a market.
   */
  constructor(getKey: (state: BinaryState) => string) {
    this.#getKey = getKey;
  }

  /**
   * Replaces the tracked markets by those of a poll.
   *
   * @param listing Returns the names of a tracked market, and whether the venue still lists a market that is no longer
   * tracked.
   */
  replace(
    states: readonly BinaryState[],
    listing: { readonly getNames: (state: BinaryState) => Names; readonly lists: (names: Names) => boolean },
  ): void {
    const before = [...this.#beyondLimit, ...this.#tracked];
    const tracked = new Map(states.map((state) => [this.#getKey(state), listing.getNames(state)]));
    this.#tracked = tracked;
    this.#beyondLimit = new Map(before.filter(([key, names]) => !tracked.has(key) && listing.lists(names)));
    this.#closeTimes = new Map(
      states.flatMap((state) => {
        const { closeTime } = state.ticker;
        return closeTime === null ? [] : [[this.#getKey(state), closeTime] as const];
      }),
    );
  }

  get size(): number {
    return this.#tracked.size;
  }

  keys(): MapIterator<string> {
    return this.#tracked.keys();
  }

  values(): MapIterator<Names> {
    return this.#tracked.values();
  }

  has(key: string): boolean {
    return this.#tracked.has(key);
  }

  /** Finds the names of a tracked market; null when it is not tracked. */
  find(key: string): Names | null {
    return this.#tracked.get(key) ?? null;
  }

  /** Finds the names of a market that is tracked, or that was tracked and is still listed; null for other markets. */
  findListed(key: string): Names | null {
    return this.#tracked.get(key) ?? this.#beyondLimit.get(key) ?? null;
  }

  /** Whether the stated end of trading of a tracked market has passed. */
  hasClosed(key: string, now: EpochMs): boolean {
    return (this.#closeTimes.get(key) ?? now + 1) <= now;
  }
}
