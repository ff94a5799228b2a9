import { LRUCache } from 'lru-cache';
import {
  type AssetRef,
  type Candle,
  type Clock,
  DAY_MS,
  epochMs,
  type FundingRate,
  type VenueId,
} from '../domain/index.ts';
import { UpstreamError } from '../venues/upstream-error.ts';
import type { VenueAdapter } from '../venues/venue-adapter.ts';

export interface MarketReadsOptions {
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly clock: Clock;
}

/** An hourly candle changes with every trade of its last hour only; a minute's delay harms nobody. */
const FRESH_MS = 60_000;
const MOST_ASSETS = 1_000;
const CANDLE_DAYS = 30;

/** Candles and funding as the venues keep them: one upstream call a minute serves all readers. */
export class MarketReads {
  readonly #options: MarketReadsOptions;
  readonly #cache = new LRUCache<string, { readonly at: number; readonly value: Promise<unknown> }>({
    max: MOST_ASSETS,
  });

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
      this.#adapterOf(ref).candles(ref, this.#lastDays(CANDLE_DAYS), AbortSignal.timeout(10_000)),
    );
  }

  /**
   * Funding settled in the last 24 hours, oldest first; empty for binaries.
   *
   * @throws {UpstreamError} when the venue gives none.
   */
  funding(ref: AssetRef): Promise<FundingRate[]> {
    return this.#shared(`funding ${ref.asset}`, () =>
      this.#adapterOf(ref).funding(ref, this.#lastDays(1), AbortSignal.timeout(10_000)),
    );
  }

  #shared<T>(key: string, read: () => Promise<T>): Promise<T> {
    const now = this.#options.clock();
    const known = this.#cache.get(key);
    if (known !== undefined && now - known.at < FRESH_MS) return known.value as Promise<T>;
    const value = read();
    this.#cache.set(key, { at: now, value });
    // A failure is not kept: the next reader asks again.
    value.catch(() => {
      if (this.#cache.get(key)?.value === value) this.#cache.delete(key);
    });
    return value;
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
