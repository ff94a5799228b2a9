import type { Static, TSchema } from 'typebox';
import {
  type Candle,
  type EpochMs,
  epochMs,
  type FundingRate,
  HOUR_MS,
  MINUTE_MS,
  UpstreamError,
} from '../../domain/index.ts';
import { type Priority, RateBudget } from '../../upstream/budget.ts';
import { type RequestOptions, UpstreamClient, type WireSchema } from '../../upstream/client.ts';
import type { Intake } from '../../upstream/intake.ts';
import type { WireCounters } from '../../upstream/wire-counters.ts';
import type { TimeWindow } from '../venue-adapter.ts';
import * as wire from './wire.ts';

/** Weight per minute and address that the venue publishes. */
const PUBLISHED_WEIGHT = 1_200;
/** All our REST use together stays below half of it. */
const OWN_SHARE = 0.5;
export const OWN_WEIGHT = PUBLISHED_WEIGHT * OWN_SHARE;

/** Weights of calls. `light`: books, mids and the like; `query`: nearly all others. */
export const WEIGHT = { light: 2, query: 20 } as const;
/** Candles and funding rows that one page asks for, and how many rows cost one weight more. */
const CANDLES_A_PAGE = 1_000;
const CANDLES_A_WEIGHT = 60;
const FUNDING_A_PAGE = 500;
const FUNDING_A_WEIGHT = 20;
/** The venue keeps only the newest candles of an interval. */
const CANDLES_KEPT = 5_000;
/** Funding pages of one call: ten years of hours. */
const MAX_FUNDING_PAGES = 180;

/** The venue's refusal for too many calls names no wait. */
const REFUSAL_PAUSE_MS = 10_000;

export interface HyperliquidClientOptions {
  readonly url: string;
  readonly userAgent: string;
  readonly random?: () => number;
  /** Tries after the first. */
  readonly retries?: number;
  readonly timeoutMs?: number;
  /** Default: half of the published limit, by the minute. */
  readonly budget?: RateBudget;
}

/**
 * The venue's queries: one POST address, distinguished by `type`.
 *
 * Polls announce their need of one budget, half of the published weight; other calls share the rest.
 *
 * @see docs/venues/hyperliquid.md
 */
export class HyperliquidClient {
  readonly infoUrl: string;
  readonly #budget: RateBudget;
  readonly #client: UpstreamClient;

  constructor(options: HyperliquidClientOptions) {
    this.infoUrl = `${options.url.replace(/\/+$/, '')}/info`;
    this.#budget = options.budget ?? new RateBudget({ limit: OWN_WEIGHT, windowMs: MINUTE_MS });
    this.#client = new UpstreamClient({
      name: 'hyperliquid',
      refusalPauseMs: REFUSAL_PAUSE_MS,
      budget: this.#budget,
      ownShare: OWN_SHARE,
      userAgent: options.userAgent,
      ...(options.random === undefined ? {} : { random: options.random }),
      ...(options.retries === undefined ? {} : { retries: options.retries }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    });
  }

  /** Reserves the weight of the coming minute's polls. */
  announcePolls(weight: number): void {
    this.#budget.announcePolls(weight);
  }

  /** @param dex The name of a builder dex, or '' for the main one. */
  readMetaAndAssetCtxs(dex: string, signal: AbortSignal) {
    const body = dex === '' ? { type: 'metaAndAssetCtxs' } : { type: 'metaAndAssetCtxs', dex };
    return this.#ask(body, wire.metaAndAssetCtxs, { weight: WEIGHT.query, priority: 'poll', signal });
  }

  readPerpDexs(signal: AbortSignal) {
    return this.#ask({ type: 'perpDexs' }, wire.perpDexs, { weight: WEIGHT.query, priority: 'poll', signal });
  }

  readAllMids(signal: AbortSignal) {
    return this.#ask({ type: 'allMids' }, wire.allMids, { weight: WEIGHT.light, priority: 'poll', signal });
  }

  readOutcomeMeta(signal: AbortSignal) {
    return this.#ask({ type: 'outcomeMeta' }, wire.outcomeMeta, {
      weight: WEIGHT.query,
      priority: 'poll',
      signal,
    });
  }

  readOutcomeTemplates(signal: AbortSignal) {
    return this.#ask({ type: 'outcomeTemplates' }, wire.outcomeTemplates, {
      weight: WEIGHT.query,
      priority: 'poll',
      signal,
    });
  }

  findSettledOutcome(outcome: number, signal: AbortSignal) {
    return this.#ask({ type: 'settledOutcome', outcome }, wire.settledOutcome, {
      weight: WEIGHT.query,
      priority: 'resolution',
      signal,
    });
  }

  /**
   * Reads a whole book at full precision.
   *
   * @throws {UpstreamError} `not_found` when the venue answers null, its word for an unknown coin.
   */
  async readL2Book(coin: string, priority: Priority, signal: AbortSignal): Promise<wire.WireBook> {
    const book = await this.#ask({ type: 'l2Book', coin }, wire.l2Book, {
      weight: WEIGHT.light,
      priority,
      signal,
    });
    if (book === null) throw new UpstreamError('not_found', `hyperliquid: no book of ${coin}`);
    return book;
  }

  /**
   * Hourly candles that start in the window, oldest first, page by page. Hours that the venue no longer
   * keeps are not requested. The candle of the current hour is included when the window holds it.
   */
  async readCandles(
    coin: string,
    window: TimeWindow,
    now: EpochMs,
    asking: RequestOptions,
  ): Promise<Candle[]> {
    const oldestKept = now - CANDLES_KEPT * HOUR_MS;
    const to = Math.min(window.toMs, now);
    const byStart = new Map<number, Candle>();
    let from = Math.ceil(Math.max(window.fromMs, oldestKept) / HOUR_MS) * HOUR_MS;
    while (from <= to) {
      const end = Math.min(to, from + (CANDLES_A_PAGE - 1) * HOUR_MS);
      const count = Math.floor((end - from) / HOUR_MS) + 1;
      const rows = await this.#ask(
        { type: 'candleSnapshot', req: { coin, interval: '1h', startTime: from, endTime: end } },
        wire.candleSnapshot,
        { weight: WEIGHT.query + Math.ceil(count / CANDLES_A_WEIGHT), ...asking },
      );
      for (const row of rows) {
        const isInside = row.t >= window.fromMs && row.t <= window.toMs;
        const candle = isInside ? normaliseCandle(row) : null;
        if (candle !== null) byStart.set(candle.t, candle);
      }
      from = end + HOUR_MS - (end % HOUR_MS);
    }
    return [...byStart.values()].sort((a, b) => a.t - b.t);
  }

  /** Funding of the window by full hours, oldest first. The venue's times lie milliseconds after the hour. */
  async readFunding(
    coin: string,
    window: TimeWindow,
    now: EpochMs,
    asking: RequestOptions,
  ): Promise<FundingRate[]> {
    const to = Math.min(window.toMs, now);
    const byHour = new Map<number, FundingRate>();
    let from = Math.max(0, Math.ceil(window.fromMs / HOUR_MS) * HOUR_MS);
    for (let page = 0; page < MAX_FUNDING_PAGES && from <= to; page++) {
      const count = Math.min(FUNDING_A_PAGE, Math.floor((to - from) / HOUR_MS) + 1);
      const rows = await this.#ask(
        // A payment belongs to its hour, also when it is late by milliseconds.
        { type: 'fundingHistory', coin, startTime: from, endTime: to + MINUTE_MS },
        wire.fundingHistory,
        { weight: WEIGHT.query + Math.ceil(count / FUNDING_A_WEIGHT), ...asking },
      );
      for (const row of rows) {
        const t = epochMs(Math.floor(row.time / HOUR_MS) * HOUR_MS);
        if (t < window.fromMs || t > window.toMs || byHour.has(t)) continue;
        byHour.set(t, { t, rate: Number(row.fundingRate) });
      }
      const last = rows.at(-1)?.time;
      if (last === undefined || last < from) break;
      // One payment an hour: no further request is sent when the last one of the window has come.
      from = Math.floor(last / HOUR_MS) * HOUR_MS + HOUR_MS;
    }
    return [...byHour.values()].sort((a, b) => a.t - b.t);
  }

  /** Reads and counts the messages of the venue, those of its streams too. */
  get intake(): Intake {
    return this.#client.intake;
  }

  getCounters(): WireCounters {
    return this.#client.getCounters();
  }

  #ask<Schema extends TSchema>(
    body: Readonly<Record<string, unknown>>,
    schema: WireSchema<Schema>,
    call: RequestOptions & { readonly weight: number },
  ): Promise<Static<Schema>> {
    return this.#client.read({ url: this.infoUrl, method: 'POST', body, ...call }, schema);
  }
}

function normaliseCandle(row: wire.WireCandle): Candle | null {
  const [open, high, low, close] = [Number(row.o), Number(row.h), Number(row.l), Number(row.c)];
  if (![open, high, low, close].every((price) => Number.isFinite(price) && price > 0)) return null;
  const volume = row.v === null || row.v === undefined ? null : Number(row.v);
  return { t: epochMs(row.t), open, high, low, close, volume, trades: row.n ?? null };
}
