import { chooseDayChange, type DayChange, priceInWindow, referenceWindow } from '../../analytics/index.ts';
import {
  type Clock,
  computeAge,
  type EpochMs,
  epochMs,
  findVenueChange,
  type MarketState,
} from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import type { SeriesKey } from '../../history/contract/series.ts';

export interface ReferencePricesOptions {
  readonly feed: Pick<Feed, 'isStale'>;
  readonly history: Pick<HistoryReader, 'findLastMany'>;
  readonly clock: Clock;
  /**
   * Time in ms for which a price that was read is used. Default: one minute, which equals the cache time of the movers.
   */
  readonly freshMs?: number;
}

interface Reference {
  /** Price of a day ago. null: the window of the definition has no record. */
  readonly price: number | null;
  readonly readAt: EpochMs;
}

const DEFAULT_FRESH_MS = 60_000;

/**
 * Computes changes over 24 hours from the stored price of a day ago, or takes those that the venue states.
 *
 * Each price of a day ago needs one look-up, and there are thousands of markets. The prices are therefore read together
 * and kept for a minute.
 */
export class ReferencePrices {
  readonly #options: ReferencePricesOptions;
  readonly #byAsset = new Map<string, Reference>();

  constructor(options: ReferencePricesOptions) {
    this.#options = options;
  }

  /** Computes the change of each market over 24 hours, in the order given. null for markets without one. */
  async readChanges(states: readonly MarketState[]): Promise<(DayChange | null)[]> {
    await this.#readMissing(states.filter(({ price }) => price !== null).map(({ ref }) => ref));
    const { feed } = this.#options;
    const changes = states.map((state) => {
      const { ref, price } = state;
      if (price === null) return null;
      const reference = this.#byAsset.get(ref.asset)?.price ?? null;
      return chooseDayChange(price, {
        reference,
        venueChange: findVenueChange(state, feed.isStale(ref.venue)),
      });
    });
    this.#forgetOld();
    return changes;
  }

  /** Reads the prices that are missing or were read too long ago. */
  async #readMissing(refs: readonly (SeriesKey & { readonly asset: string })[]): Promise<void> {
    const now = this.#options.clock();
    const missing = refs.filter(({ asset }) => {
      const known = this.#byAsset.get(asset);
      return known === undefined || computeAge(now, known.readAt) >= this.#freshMs;
    });
    const window = referenceWindow(now);
    const records = await this.#options.history.findLastMany(missing, epochMs(window.toMs));
    missing.forEach(({ asset }, i) => {
      this.#byAsset.set(asset, { price: priceInWindow(records[i] ?? null, window), readAt: now });
    });
  }

  /** Deletes prices that were not requested for a while, because markets are listed and delisted. */
  #forgetOld(): void {
    const oldest = this.#options.clock() - 2 * this.#freshMs;
    for (const [asset, { readAt }] of this.#byAsset) {
      if (readAt < oldest) this.#byAsset.delete(asset);
    }
  }

  get #freshMs(): number {
    return this.#options.freshMs ?? DEFAULT_FRESH_MS;
  }
}
