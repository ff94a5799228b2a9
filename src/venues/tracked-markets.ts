import type { BinaryState, EpochMs } from '../domain/index.ts';

/**
 * Names of the markets that the newest poll tracks, and of listed markets that are no longer tracked because of our
 * limit: the books of both can be read. Whole rows would take megabytes.
 */
export class TrackedMarkets<Names> {
  readonly #getKey: (state: BinaryState) => string;
  #tracked: ReadonlyMap<string, Names> = new Map();
  #beyondLimit: ReadonlyMap<string, Names> = new Map();
  /** End of trading of tracked markets, where the venue states one. */
  #closeTimes: ReadonlyMap<string, EpochMs> = new Map();

  /** @param getKey The key by which the venue's stream knows a market. */
  constructor(getKey: (state: BinaryState) => string) {
    this.#getKey = getKey;
  }

  /**
   * Tracks the markets of a poll, and no others.
   *
   * @param listing The names of a tracked market, and whether the venue's list still has a market that is tracked no more.
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

  /** Names of a tracked market. */
  find(key: string): Names | null {
    return this.#tracked.get(key) ?? null;
  }

  /** Names of a market that is tracked, or was and is still listed. */
  findListed(key: string): Names | null {
    return this.#tracked.get(key) ?? this.#beyondLimit.get(key) ?? null;
  }

  /** Whether the end of trading that a tracked market states has passed. */
  hasClosed(key: string, now: EpochMs): boolean {
    return (this.#closeTimes.get(key) ?? now + 1) <= now;
  }
}
