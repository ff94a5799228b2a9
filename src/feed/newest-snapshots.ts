import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, findAssetRef, type MarketState, type VenueId } from '../domain/index.ts';
import { Listeners } from '../scheduling/listeners.ts';
import { STALE_AFTER_MS, type VenueSnapshot } from './feed.ts';

/** Part of a feed that holds the newest snapshot of each venue and answers from memory. */
export abstract class NewestSnapshots {
  readonly #clock: Clock;
  readonly #snapshots = new Map<VenueId, VenueSnapshot>();
  readonly #byStoreKey = new Map<VenueId, ReadonlyMap<string, MarketState>>();
  readonly #listeners: Listeners<VenueSnapshot>;

  /**
   * Begins without a snapshot.
   *
   * @param onFault Receives the error of a listener. The other listeners are still called.
   */
  constructor(clock: Clock, onFault: (error: unknown) => void) {
    this.#clock = clock;
    this.#listeners = new Listeners(onFault);
  }

  /** Replaces the snapshot of its venue, and calls the listeners. */
  protected show(snapshot: VenueSnapshot): void {
    this.#replace(snapshot);
    this.#listeners.notify(snapshot);
  }

  /**
   * Publishes a snapshot with a pause for other work before each listener, because the listeners examine every market
   * many times.
   */
  protected async showInTurns(snapshot: VenueSnapshot): Promise<void> {
    this.#replace(snapshot);
    for (const notify of this.#listeners.each()) {
      await nextTurn();
      // A newer snapshot has been shown meanwhile, and the remaining listeners have received it.
      if (this.#snapshots.get(snapshot.venue) !== snapshot) return;
      notify(snapshot);
    }
  }

  #replace(snapshot: VenueSnapshot): void {
    const byStoreKey = new Map<string, MarketState>();
    for (const market of snapshot.markets) byStoreKey.set(market.ref.storeKey, market);
    this.#snapshots.set(snapshot.venue, snapshot);
    this.#byStoreKey.set(snapshot.venue, byStoreKey);
  }

  snapshot(venue: VenueId): VenueSnapshot | null {
    return this.#snapshots.get(venue) ?? null;
  }

  /** Returns the age of the snapshot in ms; null without one. */
  ageMs(venue: VenueId): number | null {
    const fetchedAt = this.snapshot(venue)?.fetchedAt;
    return fetchedAt === undefined ? null : Math.max(0, this.#clock() - fetchedAt);
  }

  /** Whether the snapshot is older than 120 s, or absent. */
  isStale(venue: VenueId): boolean {
    const ageMs = this.ageMs(venue);
    return ageMs === null || ageMs > STALE_AFTER_MS;
  }

  /** Finds a listed market by asset id, in any letter case. */
  find(asset: string): MarketState | null {
    // Callers inside the service spell ids as the lists do, and parsing an id costs several times these lookups.
    for (const { byAsset } of this.#snapshots.values()) {
      const listed = byAsset.get(asset);
      if (listed !== undefined) return listed;
    }
    const ref = findAssetRef(asset);
    if (ref === null) return null;
    return this.#byStoreKey.get(ref.venue)?.get(ref.storeKey) ?? null;
  }

  /** Adds a listener that is called after each new snapshot. Returns a function that removes it. */
  onSnapshot(listener: (snapshot: VenueSnapshot) => void): () => void {
    return this.#listeners.add(listener);
  }
}
