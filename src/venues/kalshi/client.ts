import type { Static, TSchema } from 'typebox';
import { findTextMember, UpstreamError } from '../../domain/index.ts';
import { pause } from '../../scheduling/pause.ts';
import { RateBudget } from '../../upstream/budget.ts';
import { UpstreamClient, type WireSchema } from '../../upstream/client.ts';
import type { Intake } from '../../upstream/intake.ts';
import { readEach } from '../../upstream/read-each.ts';
import type { RequestOptions } from '../../upstream/upstream-request.ts';
import type { WireCounters } from '../../upstream/wire-counters.ts';
import { PageWalk } from '../page-walk.ts';
import { type CandleWindow, candleQueries } from './candle-queries.ts';
import {
  bookAnswer,
  bookLevel,
  candleRow,
  candlesAnswer,
  eventAnswer,
  eventPage,
  eventRow,
  historicalCandleRow,
  historicalCandlesAnswer,
  type KalshiBookSides,
  type KalshiCandle,
  type KalshiEvent,
  type KalshiHistoricalCandle,
  type KalshiMarket,
  type KalshiSeries,
  type KalshiTrade,
  marketAnswer,
  marketPage,
  marketRow,
  seriesAnswer,
  tradePage,
  tradeRow,
} from './wire.ts';

export interface KalshiClientOptions {
  /** Ends in `/trade-api/v2`. */
  readonly url: string;
  readonly userAgent: string;
  readonly random: () => number;
  /** Budget. Default: three calls a second. */
  readonly budget?: RateBudget;
  /** Pause between two pages of a list of markets, to leave calls to others. Default: 500. */
  readonly pagePauseMs?: number;
}

/**
 * Reads carry no key, and those are counted by address. Their limit is published nowhere: at 4 to 5 calls a second one in
 * twenty was refused, so three are made. The window is two seconds, so that those who wait find room between pages.
 */
const CALLS_A_WINDOW = 6;
const WINDOW_MS = 2_000;
/** Calls of a window that a poll leaves while others wait: a list of all markets lasts longer than the time between two polls. */
const OF_OTHERS = 3;
const PAGE_PAUSE_MS = 500;
/** Header field that asks for English: without it the venue chooses the language of titles and rules. */
const IN_ENGLISH = { 'accept-language': 'en' } as const;
/** A page of 1,000 markets measures about 2.5 MB. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Limit of the pages of one list: a cursor that goes on beyond them never stops. */
const MAX_PAGES = 500;

/** The REST calls of Kalshi that are used, each checked against its wire schema. */
export class KalshiClient {
  readonly #url: string;
  readonly #upstream: UpstreamClient;
  readonly #pagePauseMs: number;
  /** Rows of the last whole list, by its path. */
  readonly #lastCounts = new Map<string, number>();

  constructor(options: KalshiClientOptions) {
    this.#url = options.url.replace(/\/+$/, '');
    this.#pagePauseMs = options.pagePauseMs ?? PAGE_PAUSE_MS;
    this.#upstream = new UpstreamClient({
      name: 'kalshi',
      budget:
        options.budget ??
        new RateBudget({ limit: CALLS_A_WINDOW, othersWeight: OF_OTHERS, windowMs: WINDOW_MS }),
      userAgent: options.userAgent,
      random: options.random,
      maxBytes: MAX_BYTES,
    });
  }

  /**
   * Every open market except combinations, page by page.
   *
   * @throws {UpstreamError} when any page fails, or the list ends too early.
   */
  openMarkets(asking: RequestOptions): Promise<KalshiMarket[]> {
    const path = '/markets?status=open&limit=1000&mve_filter=exclude';
    // A start waits for the first list.
    const pauseMs = this.#lastCounts.has(path) ? this.#pagePauseMs : 0;
    return this.#readRows({
      path,
      pause: () => pause(pauseMs, { signal: asking.signal }),
      page: marketPage,
      row: marketRow,
      name: 'ticker',
      read: async (path) => {
        const { markets, cursor } = await this.#read(path, marketPage, asking);
        return { rows: markets, cursor };
      },
    });
  }

  /** Every open event, without its markets. Fails as the list of markets does. */
  openEvents(asking: RequestOptions): Promise<KalshiEvent[]> {
    return this.#readRows({
      path: '/events?status=open&limit=200&with_nested_markets=false',
      pause: async () => undefined,
      page: eventPage,
      row: eventRow,
      name: 'event_ticker',
      read: async (path) => {
        const { events, cursor } = await this.#read(path, eventPage, asking);
        return { rows: events, cursor };
      },
    });
  }

  async readEvent(eventTicker: string, asking: RequestOptions): Promise<KalshiEvent> {
    const path = `/events/${encodeURIComponent(eventTicker)}?with_nested_markets=true`;
    return (await this.#read(path, eventAnswer, asking)).event;
  }

  async readSeries(ticker: string, asking: RequestOptions): Promise<KalshiSeries> {
    return (await this.#read(`/series/${encodeURIComponent(ticker)}`, seriesAnswer, asking)).series;
  }

  /** One market, from the historical tier when the live one no longer knows it. */
  async readMarket(ticker: string, asking: RequestOptions): Promise<KalshiMarket> {
    const path = `/markets/${encodeURIComponent(ticker)}`;
    const answer = await this.#read(path, marketAnswer, asking).catch(
      whenNotFound(() => this.#read(`/historical${path}`, marketAnswer, asking)),
    );
    return answer.market;
  }

  async readBook(ticker: string, asking: RequestOptions): Promise<KalshiBookSides> {
    const answer = await this.#read(`/markets/${encodeURIComponent(ticker)}/orderbook`, bookAnswer, asking);
    const sides = 'orderbook_fp' in answer ? answer.orderbook_fp : answer.orderbook;
    const read = (levels: readonly unknown[] | null | undefined) =>
      readEach(this.intake, levels ?? [], bookLevel, ticker);
    return { yes_dollars: read(sides.yes_dollars), no_dollars: read(sides.no_dollars) };
  }

  /** Hourly candles whose start lies in the window. */
  async readHourlyCandles(
    market: { readonly series: string; readonly ticker: string },
    window: CandleWindow,
    asking: RequestOptions,
  ): Promise<KalshiCandle[]> {
    const path = `/series/${encodeURIComponent(market.series)}/markets/${encodeURIComponent(market.ticker)}/candlesticks`;
    const candles: KalshiCandle[] = [];
    for (const query of candleQueries(window)) {
      const { candlesticks } = await this.#read(`${path}?${query}`, candlesAnswer, asking);
      candles.push(...readEach(this.intake, candlesticks, candleRow, market.ticker));
    }
    return candles;
  }

  /** Reads hourly candles of markets that settled before the venue's cutoff. */
  async readHistoricalHourlyCandles(
    ticker: string,
    window: CandleWindow,
    asking: RequestOptions,
  ): Promise<KalshiHistoricalCandle[]> {
    const path = `/historical/markets/${encodeURIComponent(ticker)}/candlesticks`;
    const candles: KalshiHistoricalCandle[] = [];
    for (const query of candleQueries(window)) {
      const { candlesticks } = await this.#read(`${path}?${query}`, historicalCandlesAnswer, asking);
      candles.push(...readEach(this.intake, candlesticks, historicalCandleRow, ticker));
    }
    return candles;
  }

  /**
   * Trades, the newest first.
   *
   * @param query Market and times; without a market those of the whole exchange.
   * @returns The rows that fit, and whether there are more pages than were read.
   */
  async readTrades(
    query: URLSearchParams,
    maxPages: number,
    asking: RequestOptions,
  ): Promise<{ readonly rows: KalshiTrade[]; readonly isCut: boolean }> {
    const nameRow = (row: unknown, position = 0) => findTextMember(row, 'trade_id') ?? `row ${position}`;
    const walk = new PageWalk({
      upstream: 'kalshi',
      wire: tradePage,
      cursorMember: '/cursor',
      intake: this.intake,
      lastCount: 0,
    });
    const rows: KalshiTrade[] = [];
    let cursor = '';
    for (let pages = 0; pages < maxPages; pages++) {
      const page = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const next = await this.#read(`/markets/trades?${query}${page}`, tradePage, asking);
      walk.add({ names: next.trades.map(nameRow), next: next.cursor || null });
      for (const row of await this.intake.readRowsInSlices(next.trades, tradeRow, nameRow)) rows.push(row);
      cursor = next.cursor ?? '';
      if (cursor === '') return { rows, isCut: false };
    }
    return { rows, isCut: true };
  }

  /** Reads and counts the messages of the venue, those of its stream too. */
  get intake(): Intake {
    return this.#upstream.intake;
  }

  getCounters(): WireCounters {
    return this.#upstream.getCounters();
  }

  async #readRows<Schema extends TSchema>(list: PagedList<Schema>): Promise<Static<Schema>[]> {
    const { path, page, row: wire, name, read } = list;
    const nameRow = (row: unknown, position = 0) => findTextMember(row, name) ?? `row ${position}`;
    const walk = new PageWalk({
      upstream: 'kalshi',
      wire: page,
      cursorMember: '/cursor',
      intake: this.intake,
      lastCount: this.#lastCounts.get(path) ?? 0,
    });
    const accepted: Static<Schema>[] = [];
    let refused = 0;
    let cursor = '';
    for (let pages = 1; ; pages++) {
      const next = await read(cursor === '' ? path : `${path}&cursor=${encodeURIComponent(cursor)}`);
      walk.add({ names: next.rows.map(nameRow), next: next.cursor || null });
      const fitting = await this.intake.readRowsInSlices(next.rows, wire, nameRow);
      for (const row of fitting) accepted.push(row);
      refused += next.rows.length - fitting.length;
      if (!next.cursor) break;
      cursor = next.cursor;
      if (pages === MAX_PAGES) walk.fail('the cursor never stops', { member: '/cursor', value: cursor });
      await list.pause();
    }
    if (accepted.length === 0 && refused > 0) {
      throw new UpstreamError('malformed', `kalshi: none of ${refused} rows is a ${wire.name}`);
    }
    this.#lastCounts.set(path, walk.count);
    return accepted;
  }

  #read<Schema extends TSchema>(
    path: string,
    wire: WireSchema<Schema>,
    { priority, signal }: RequestOptions,
  ) {
    return this.#upstream.read(
      { url: `${this.#url}${path}`, headers: IN_ENGLISH, weight: 1, priority, signal },
      wire,
    );
  }
}

/** A list that comes in pages. */
interface PagedList<Schema extends TSchema> {
  readonly path: string;
  readonly page: { readonly name: string; readonly endpoint: string };
  readonly row: WireSchema<Schema>;
  /** Member that names a row. */
  readonly name: string;
  /** Leaves calls to others before the next page. When the caller stops, the next read says so. */
  readonly pause: () => Promise<unknown>;
  readonly read: (
    path: string,
  ) => Promise<{ readonly rows: unknown[]; readonly cursor?: string | null | undefined }>;
}

function whenNotFound<T>(instead: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (error instanceof UpstreamError && error.failure === 'not_found') return instead();
    throw error;
  };
}
