import {
  type AssetRef,
  type Candle,
  type Clock,
  DAY_MS,
  type EpochMs,
  epochMs,
  type FundingRate,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  UpstreamError,
  type VenueId,
} from '../domain/index.ts';
import type { Buckets, HistoryReader } from '../history/contract/history-store.ts';
import { SharedReads } from '../scheduling/shared-reads.ts';
import type { Priority } from '../upstream/budget.ts';
import type { TimeWindow, VenueAdapter } from '../venues/venue-adapter.ts';
import { type PackedCandles, packCandles, unpackCandles } from './packed-candles.ts';
import type { MarketReader } from './readers.ts';

export interface LocalMarketsOptions {
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly history: Pick<HistoryReader, 'aggregate'>;
  /** Poll interval of a venue in ms, which determines the number of records in a full hour. */
  readonly intervalMs: (venue: VenueId) => number;
  readonly clock: Clock;
}

/**
 * Time for which candles are fresh. Past hours do not change. The current hour changes with every trade and may be a
 * minute old.
 */
const FRESH_MS = MINUTE_MS;
/** Largest age of an answer that is returned while the venue cannot be read. */
const USABLE_MS = HOUR_MS;
/** Time after an hour by which its funding has been paid. */
const SETTLED_AFTER_MS = 90 * SECOND_MS;
const MAX_ASSETS = 500;
/**
 * Maximum number of assets with cached past candles: a month of one asset takes 40 KB, and back-fill reads assets all
 * day.
 */
const MAX_PAST_ASSETS = 250;
/** Maximum number of assets with cached funding: a month of one asset takes 50 KB. */
const MAX_FUNDING_ASSETS = 250;
const CANDLE_DAYS = 30;
const FUNDING_DAYS = 30;
/** Minimum fraction of polls with a record for an hour to count as recorded. */
const RECORDED_FRAC = 0.5;
const READ_TIMEOUT_MS = 10 * SECOND_MS;

/** Candles of the venue, and the window that they cover. */
interface VenueCandles extends TimeWindow {
  readonly candles: PackedCandles;
}

/**
 * Candles and funding of assets. Recorded hours come from the store and only the others from the venue. One request
 * serves all concurrent readers.
 */
export class LocalMarkets implements MarketReader {
  readonly #options: LocalMarketsOptions;
  readonly #candles: SharedReads<readonly Candle[]>;
  readonly #past: SharedReads<VenueCandles>;
  readonly #funding: SharedReads<FundingRate[]>;

  constructor(options: LocalMarketsOptions) {
    this.#options = options;
    const joined = { max: MAX_ASSETS, freshMs: FRESH_MS, now: options.clock };
    const shared = { ...joined, usableMs: USABLE_MS };
    // Joined candles are cached only for a short time, because they are large and can be built again from the store.
    this.#candles = new SharedReads({ ...joined, heldMs: FRESH_MS });
    this.#past = new SharedReads({ ...shared, max: MAX_PAST_ASSETS });
    this.#funding = new SharedReads({ ...shared, max: MAX_FUNDING_ASSETS });
  }

  /**
   * Reads the hourly candles of the last 30 days, oldest first. Those from the store have the recorded price, its
   * volume if known, and no number of trades.
   *
   * @throws {UpstreamError} when the venue is needed and gives none.
   */
  async readCandles(ref: AssetRef): Promise<readonly Candle[]> {
    return this.#candles.get(ref.asset, () => this.#joinCandles(ref));
  }

  /**
   * Reads the funding that was paid in the last 30 days, oldest first; empty for binaries. Past payments do not change,
   * so only those since the last known one are read from the venue.
   *
   * @throws {UpstreamError} when the venue gives none.
   */
  readFunding(ref: AssetRef): Promise<FundingRate[]> {
    const now = this.#options.clock();
    const settledAt = Math.floor(now / HOUR_MS) * HOUR_MS + SETTLED_AFTER_MS;
    // Once the payment of this hour is listed, the answer stays valid until the next hour.
    const maxAgeMs = now >= settledAt ? now - settledAt + 1 : FRESH_MS;
    const read = async (): Promise<FundingRate[]> => {
      const first = now - FUNDING_DAYS * DAY_MS;
      const known = this.#funding.newest(ref.asset)?.filter(({ t }) => t >= first) ?? [];
      const last = known.at(-1);
      const window = this.#since(last === undefined ? first : last.t + HOUR_MS);
      const paid = await this.#requireAdapter(ref).readFunding(ref, window, timeLimit(), 'statistics');
      return [...known, ...paid];
    };
    return this.#funding.get(ref.asset, read, maxAgeMs);
  }

  async #joinCandles(ref: AssetRef): Promise<readonly Candle[]> {
    const { history, clock } = this.#options;
    const now = clock();
    const fromMs = epochMs(Math.ceil((now - CANDLE_DAYS * DAY_MS) / HOUR_MS) * HOUR_MS);
    const buckets = await history.aggregate(ref, { fromMs, toMs: now, bucketMs: HOUR_MS });
    const recorded = this.#recordedHours(ref, buckets, now);

    const missing: number[] = [];
    for (let hour: number = fromMs; hour <= now; hour += HOUR_MS) if (!recorded.has(hour)) missing.push(hour);
    const [first, last] = [missing[0], missing.at(-1)];
    const past =
      first === undefined || last === undefined ? [] : await this.#readPastCandles(ref, first, last);

    const byHour = new Map(past.filter(({ t }) => t >= fromMs).map((candle) => [candle.t as number, candle]));
    for (const [hour, candle] of recorded) byHour.set(hour, candle);
    return [...byHour.values()].sort((a, b) => a.t - b.t);
  }

  /**
   * Reads the venue's hourly candles that start in the window, oldest first. Pages and back-fill share the candles that
   * they read, because past hours do not change.
   *
   * @throws {UpstreamError} when the venue gives none.
   */
  async readVenueCandles(
    ref: AssetRef,
    window: TimeWindow,
    signal: AbortSignal,
    priority: Priority = 'statistics',
  ): Promise<readonly Candle[]> {
    const known = this.#past.newest(ref.asset);
    const isKnown = known !== null && known.fromMs <= window.fromMs && known.toMs >= window.toMs;
    const read = async (): Promise<VenueCandles> => ({
      ...window,
      candles: packCandles(await this.#requireAdapter(ref).readCandles(ref, window, signal, priority)),
    });
    // Back-fill has a key of its own, because it may wait minutes for the budget and other readers must not wait with
    // it.
    const key = priority === 'backfill' ? `${ref.asset} in the background` : ref.asset;
    if (isKnown)
      return unpackCandles(known.candles).filter(({ t }) => t >= window.fromMs && t <= window.toMs);
    const { candles } = await this.#past.get(key, read, 0);
    if (key !== ref.asset) {
      this.#past.put(ref.asset, { ...window, candles });
      this.#past.forget(key);
    }
    return unpackCandles(candles);
  }

  /**
   * Reads candles of the missing hours from the venue. They are read again only after an hour has ended, or when the
   * current hour is missing.
   */
  #readPastCandles(ref: AssetRef, first: number, last: number): Promise<readonly Candle[]> {
    const { clock } = this.#options;
    const toMs = epochMs(Math.min(clock(), last + HOUR_MS - 1));
    return this.readVenueCandles(ref, { fromMs: epochMs(first), toMs }, timeLimit());
  }

  /**
   * Finds the hours with records of at least half the polls. Back-filled hours have a single close and do not count.
   */
  #recordedHours({ venue }: AssetRef, buckets: Buckets, now: EpochMs): Map<number, Candle> {
    const recorded = new Map<number, Candle>();
    const perHour = HOUR_MS / this.#options.intervalMs(venue);
    for (let i = 0; i < buckets.length; i++) {
      const t = buckets.t[i]!;
      const passedFrac = Math.min(1, (now - t) / HOUR_MS);
      const count = buckets.count[i]!;
      if (count < 2 || count < RECORDED_FRAC * passedFrac * perHour) continue;
      const volume = buckets.volume[i]!;
      recorded.set(t, {
        t: epochMs(t),
        open: buckets.open[i]!,
        high: buckets.high[i]!,
        low: buckets.low[i]!,
        close: buckets.close[i]!,
        volume: Number.isNaN(volume) ? null : volume,
        trades: null,
      });
    }
    return recorded;
  }

  #since(fromMs: number) {
    return { fromMs: epochMs(fromMs), toMs: this.#options.clock() };
  }

  #requireAdapter(ref: AssetRef): VenueAdapter {
    const adapter = this.#options.adapters.get(ref.venue);
    if (adapter === undefined) {
      throw new UpstreamError('refused', `${ref.venue} is not recorded by this process`);
    }
    return adapter;
  }
}

function timeLimit(): AbortSignal {
  return AbortSignal.timeout(READ_TIMEOUT_MS);
}
