import { LRUCache } from 'lru-cache';
import type { PriceColumns } from '../analytics/index.ts';
import type { AssetRef, Candle } from '../domain/index.ts';
import { UpstreamError } from '../venues/upstream-error.ts';

export interface VenueCandlesOptions {
  /** Hourly candles of the venue. @throws {UpstreamError} */
  readonly candles: (ref: AssetRef) => Promise<Candle[]>;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** A bundle does not wait longer for its venue. */
const LONGEST_WAIT_MS = 1_000;
/** Readings under way at once: a batch of unknown assets must not use up the venue's budget. */
const MOST_AT_ONCE = 4;
const KEPT_MS = 300_000;
const MOST_ASSETS = 2_000;

/**
 * Hourly closes for assets that the store hardly knows, read sparingly: few at once, each asset at most every
 * five minutes, also when the venue gave nothing.
 */
export class VenueCandles {
  readonly #options: VenueCandlesOptions;
  readonly #known = new LRUCache<
    string,
    { readonly at: number; readonly closes: Promise<PriceColumns | null> }
  >({ max: MOST_ASSETS });
  #underWay = 0;

  constructor(options: VenueCandlesOptions) {
    this.#options = options;
  }

  /** @returns null when the venue gave none, not in time, or too many are asked for already. */
  async closes(ref: AssetRef): Promise<PriceColumns | null> {
    const known = this.#known.get(ref.asset);
    if (known !== undefined && this.#options.now() - known.at < KEPT_MS) return inTime(known.closes);
    if (this.#underWay >= MOST_AT_ONCE) return null;

    const closes = this.#read(ref);
    this.#known.set(ref.asset, { at: this.#options.now(), closes });
    return inTime(closes);
  }

  async #read(ref: AssetRef): Promise<PriceColumns | null> {
    this.#underWay++;
    try {
      const candles = await this.#options.candles(ref);
      return {
        t: Float64Array.from(candles, ({ t }) => t),
        p: Float64Array.from(candles, ({ close }) => close),
      };
    } catch (error) {
      if (error instanceof UpstreamError) return null;
      throw error;
    } finally {
      this.#underWay--;
    }
  }
}

async function inTime(closes: Promise<PriceColumns | null>): Promise<PriceColumns | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LONGEST_WAIT_MS);
  });
  try {
    return await Promise.race([closes, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
