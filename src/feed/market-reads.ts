import { LRUCache } from 'lru-cache';
import {
  type AssetRef,
  type Candle,
  type Clock,
  DAY_MS,
  epochMs,
  type FundingRate,
  HOUR_MS,
  UpstreamError,
  type VenueId,
} from '../domain/index.ts';
import type { VenueAdapter } from '../venues/venue-adapter.ts';

export interface MarketReadsOptions {
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly clock: Clock;
}

/** An hourly candle changes with every trade of its last hour only; a minute's delay harms nobody. */
const FRESH_MS = 60_000;
/** While the venue cannot be asked, an answer of the last hour is better than none. */
const USABLE_MS = HOUR_MS;
const MAX_ASSETS = 1_000;
const CANDLE_DAYS = 30;

/** Candles and funding as the venues keep them: one upstream call a minute serves all readers. */
export class MarketReads {
  readonly #options: MarketReadsOptions;
  readonly #answers = new LRUCache<string, { readonly at: number; readonly value: unknown }>({
    max: MAX_ASSETS,
  });
  readonly #reading = new Map<string, Promise<unknown>>();

  constructor(options: MarketReadsOptions) {
    this.#options = options;
  }

  /**
   * Hourly candles of the last 30 days, oldest first.
   *
   * @throws {UpstreamError} when the venue gives none.
   */
  candles(ref: AssetRef): Promise<Candle[]> {
    return this.#shared(`candles ${ref.asset}`, () =>
      this.#adapterOf(ref).candles(ref, this.#lastDays(CANDLE_DAYS), AbortSignal.timeout(10_000), 'book'),
    );
  }

  /**
   * Funding settled in the last 24 hours, oldest first; empty for binaries.
   *
   * @throws {UpstreamError} when the venue gives none.
   */
  funding(ref: AssetRef): Promise<FundingRate[]> {
    return this.#shared(`funding ${ref.asset}`, () =>
      this.#adapterOf(ref).funding(ref, this.#lastDays(1), AbortSignal.timeout(10_000), 'book'),
    );
  }

  async #shared<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : this.#options.clock() - known.at;
    if (known !== undefined && ageMs < FRESH_MS) return known.value as T;
    try {
      return await this.#readOnce(key, read);
    } catch (error) {
      if (known === undefined || ageMs > USABLE_MS) throw error;
      return known.value as T;
    }
  }

  #readOnce<T>(key: string, read: () => Promise<T>): Promise<T> {
    const shared = this.#reading.get(key);
    if (shared !== undefined) return shared as Promise<T>;
    const reading = read()
      .then((value) => {
        this.#answers.set(key, { at: this.#options.clock(), value });
        return value;
      })
      .finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  #lastDays(days: number) {
    const now = this.#options.clock();
    return { fromMs: epochMs(now - days * DAY_MS), toMs: now };
  }

  #adapterOf(ref: AssetRef): VenueAdapter {
    const adapter = this.#options.adapters.get(ref.venue);
    if (adapter === undefined) {
      throw new UpstreamError('refused', `${ref.venue} is not recorded by this process`);
    }
    return adapter;
  }
}
