import {
  type EpochMs,
  epochMs,
  FORECAST_HORIZONS,
  findForecastMoment,
  findStatedEnd,
  forecastAgeMs,
  isPerpKind,
  MINUTE_MS,
  type StatedEnd,
} from '../domain/index.ts';
import type { Forecast } from '../history/contract/forecasts.ts';
import type { ListedMarket } from '../history/contract/market-register.ts';
import type { MarketKey } from '../history/contract/series.ts';
import { encodeSource } from '../history/contract/source-codes.ts';
import { HistoryUnavailableError } from '../history/contract/unavailable.ts';
import type { RecorderStore } from './patient-writes.ts';
import type { Track } from './series-gaps.ts';

type SamplerStore = Pick<RecorderStore, 'findEndsMany' | 'read'>;

/** Market with a forecast horizon that lies ahead, by its stated end. */
interface Awaited {
  readonly key: MarketKey;
  /** Moments by the stated ends. Every poll checks them until a minute after they have passed. */
  moments: readonly HorizonMoment[];
  /** Time before which all moments were checked. */
  since: number;
  /** Earliest moment for which a poll may still have a record. */
  nextMs: number;
}

interface HorizonMoment {
  readonly horizon: string;
  readonly horizonMs: number;
  readonly moment: number;
  readonly end: number;
}

/** A moment of a market that has passed, with the newest record that was known before the poll. */
interface DueMoment extends HorizonMoment {
  readonly market: Awaited;
  readonly before: Quote | null;
  /** Whether no poll has checked the moment yet. */
  readonly isNew: boolean;
}

interface Quote {
  readonly t: number;
  readonly p: number;
}

/**
 * Largest age of a record, by the venue's time, in its poll. A record may therefore be before a moment that the poll is
 * after.
 */
const MAX_RECORD_AGE_MS = MINUTE_MS;
const KEYS_AT_ONCE = 500;
const RECORDS_AT_ONCE = 16;
/** Time after which a stated end that the store does not contain counts as not written. */
const AWAIT_WRITE_MS = 10 * MINUTE_MS;
const POLL = encodeSource('poll');

/**
 * Takes the prices of one venue's markets at the horizons before their stated ends, poll by poll. Ends are read from
 * the store, so that an end which could not be written does not count.
 */
export class ForecastSampler {
  readonly #history: SamplerStore;
  readonly #onReadError: (error: unknown) => void;
  readonly #markets = new Map<string, Awaited>();
  /** Markets whose stated ends must be read, with the end that is expected in the store. */
  readonly #unread = new Map<
    string,
    { readonly key: MarketKey; readonly end: number | null; since: number }
  >();
  /** Time of the last poll of an earlier run, until the first poll of this one. */
  #resumedAt: number | null = null;
  #nextMs = Number.POSITIVE_INFINITY;

  /**
   * Begins without an end; ends are read from the store.
   *
   * @param onReadError Called with the error of a read that failed although the store is available. Recording goes on.
   */
  constructor(history: SamplerStore, onReadError: (error: unknown) => void) {
    this.#history = history;
    this.#onReadError = onReadError;
  }

  resume(lastPollAt: EpochMs): void {
    this.#resumedAt = lastPollAt;
  }

  /** Lists the moments that have passed by this poll. Called before the prices of the poll are known. */
  listDue(now: EpochMs, series: ReadonlyMap<string, Track>): DueMoment[] {
    if (this.#nextMs >= now) return [];
    const due: DueMoment[] = [];
    for (const market of this.#markets.values()) {
      if (market.nextMs >= now) continue;
      const before = toQuote(series.get(market.key.storeKey));
      const from = Math.min(market.since, now - MAX_RECORD_AGE_MS);
      for (const one of market.moments) {
        if (one.moment < from || one.moment >= now) continue;
        due.push({ ...one, market, before, isNew: one.moment >= market.since });
      }
    }
    return due;
  }

  /** Samples the forecasts of due moments. Called when the prices of the poll are in the series. */
  async sample(due: readonly DueMoment[], series: ReadonlyMap<string, Track>): Promise<Forecast[]> {
    const forecasts: Forecast[] = [];
    for (const one of due) {
      const { market, horizon, horizonMs, moment, end } = one;
      const quote = await this.#findQuote(one, toQuote(series.get(market.key.storeKey)));
      if (quote === null || quote.t <= moment - forecastAgeMs(horizonMs)) continue;
      const { venue, storeKey } = market.key;
      forecasts.push({ venue, storeKey, horizon, t: epochMs(quote.t), p: quote.p, end: epochMs(end) });
    }
    return forecasts;
  }

  /** Notes that the poll was stored: its moments count as checked, and the ends that its markets state are read. */
  async confirm(now: EpochMs, due: readonly DueMoment[], changed: readonly ListedMarket[]): Promise<void> {
    for (const { market } of due) {
      market.since = now;
      this.#plan(market, now);
    }
    for (const market of changed) {
      if (isPerpKind(market.kind)) continue;
      const { venue, storeKey } = market;
      const known = this.#markets.get(storeKey);
      const since = known?.since ?? this.#resumedAt ?? now;
      this.#unread.set(storeKey, { key: { venue, storeKey }, end: findStatedEnd(market), since });
    }
    this.#resumedAt = null;
    if (this.#unread.size > 0) await this.#readEnds(now);
    if (due.length > 0) this.#findNext();
  }

  /**
   * Discards the forecasts of polls since a time, because they were not stored, or the clock was set back to that time.
   */
  rewind(toMs: EpochMs): void {
    for (const market of this.#markets.values()) {
      market.since = Math.min(market.since, toMs);
      this.#plan(market, toMs);
    }
    this.#findNext();
  }

  async #findQuote({ market, moment, horizonMs, before, isNew }: DueMoment, after: Quote | null) {
    const isOfPoll = after !== null && after.t !== before?.t;
    if (isOfPoll && after.t <= moment) return after;
    if (!isNew) return null;
    if (before !== null && before.t <= moment) return before;
    try {
      return await this.#readQuote(market.key, moment, moment - forecastAgeMs(horizonMs));
    } catch (error) {
      // A failed read does not prevent recording. The closing of the day reads the moment again.
      this.#noteReadError(error);
      return null;
    }
  }

  /** Finds the newest polled quote in the store at or before a time; null without one. */
  async #readQuote(key: MarketKey, atOrBefore: number, after: number): Promise<Quote | null> {
    let cursor: string | null = null;
    do {
      const { columns, nextCursor } = await this.#history.read(key, {
        fromMs: epochMs(Math.floor(after) + 1),
        toMs: epochMs(atOrBefore),
        limit: RECORDS_AT_ONCE,
        ...(cursor === null ? {} : { cursor }),
      });
      for (let i = columns.length - 1; i >= 0; i--) {
        if (columns.s[i] === POLL && isPrice(columns.p[i]!)) return { t: columns.t[i]!, p: columns.p[i]! };
      }
      cursor = nextCursor;
    } while (cursor !== null);
    return null;
  }

  /** Reads stated ends. When they cannot be read, the next poll tries again. */
  async #readEnds(now: EpochMs): Promise<void> {
    // The order by key reads adjacent entries together, because the store is ordered by key.
    const waiting = [...this.#unread.values()].sort((a, b) => (a.key.storeKey < b.key.storeKey ? -1 : 1));
    for (let i = 0; i < waiting.length; i += KEYS_AT_ONCE) {
      const some = waiting.slice(i, i + KEYS_AT_ONCE);
      let ends: readonly (readonly StatedEnd[])[];
      try {
        ends = await this.#history.findEndsMany(some.map(({ key }) => key));
      } catch (error) {
        this.#noteReadError(error);
        return;
      }
      for (const [at, { key, end, since }] of some.entries()) {
        const stated = ends[at]!;
        if ((stated.at(-1)?.end ?? null) === end || now - since > AWAIT_WRITE_MS) {
          this.#unread.delete(key.storeKey);
        }
        this.#follow(key, stated, { since, now });
      }
    }
  }

  /** Reports an error, unless it says that the store is unavailable: writes report that. */
  #noteReadError(error: unknown): void {
    if (!(error instanceof HistoryUnavailableError)) this.#onReadError(error);
  }

  #follow(
    key: MarketKey,
    ends: readonly StatedEnd[],
    { since, now }: { readonly since: number; readonly now: EpochMs },
  ): void {
    const market = this.#markets.get(key.storeKey) ?? { key, moments: [], since, nextMs: 0 };
    market.moments = listMoments(ends);
    this.#markets.set(key.storeKey, market);
    this.#plan(market, now);
    this.#nextMs = Math.min(this.#nextMs, market.nextMs);
  }

  /** Finds the next moment of a market, which is forgotten when it has none. */
  #plan(market: Awaited, now: number): void {
    const from = Math.min(market.since, now - MAX_RECORD_AGE_MS);
    market.nextMs = Number.POSITIVE_INFINITY;
    for (const { moment } of market.moments)
      if (moment >= from && moment < market.nextMs) market.nextMs = moment;
    if (market.nextMs === Number.POSITIVE_INFINITY) this.#markets.delete(market.key.storeKey);
  }

  #findNext(): void {
    this.#nextMs = Number.POSITIVE_INFINITY;
    for (const { nextMs } of this.#markets.values()) this.#nextMs = Math.min(this.#nextMs, nextMs);
  }
}

function listMoments(ends: readonly StatedEnd[]): HorizonMoment[] {
  return FORECAST_HORIZONS.flatMap(({ id, ms }) => {
    const found = findForecastMoment(ends, ms);
    return typeof found === 'string' ? [] : [{ horizon: id, horizonMs: ms, ...found }];
  });
}

function toQuote(track: Track | undefined): Quote | null {
  if (track === undefined || track.lastP === null || !isPrice(track.lastP)) return null;
  return { t: track.lastT, p: track.lastP };
}

function isPrice(price: number): boolean {
  return price >= 0 && price <= 1;
}
