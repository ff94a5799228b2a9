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
import { BookReads } from './book-reads.ts';
import { type CandleWindow, candleQueries } from './candle-queries.ts';
import {
  candleRow,
  candlesAnswer,
  eventAnswer,
  eventPage,
  eventRow,
  historicalCandleRow,
  historicalCandlesAnswer,
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
  /** Base address of the API, ending in `/trade-api/v2`. */
  readonly url: string;
  readonly userAgent: string;
  readonly random: () => number;
  /** Rate budget. Default: three calls a second. */
  readonly budget?: RateBudget;
  /** Pause between two pages of a list of markets, in ms, which leaves calls to other requests. Default: 500. */
  readonly pagePauseMs?: number;
}

/**
 * Number of calls in two seconds. Reads send no key and are counted by IP address. The venue does not publish their
 * limit: at 4 to 5 calls a second one in twenty was rejected, so this client makes three. A window of two seconds lets
 * waiting requests run between the pages of a list.
 */
const CALLS_A_WINDOW = 6;
const WINDOW_MS = 2_000;
/**
 * Calls of a window that a poll leaves to waiting requests, because reading a list of all markets takes longer than the
 * interval between two polls.
 */
const OF_OTHERS = 3;
const PAGE_PAUSE_MS = 500;
/** Requests English texts. Otherwise the venue chooses the language of titles and rules. */
const IN_ENGLISH = { 'accept-language': 'en' } as const;
/** Maximum size of an answer. A page of 1,000 markets has about 2.5 MB. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum number of pages of one list, which ends the walk if the venue's cursors never end. */
const MAX_PAGES = 500;

/** The REST calls of Kalshi that are used, each checked against its wire schema. */
export class KalshiClient {
  readonly #url: string;
  readonly #upstream: UpstreamClient;
  readonly #pagePauseMs: number;
  readonly books: BookReads;
  /** Number of rows in the last complete list, by path. */
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
    this.books = new BookReads({ read: this.#read.bind(this), intake: this.intake });
  }

  /**
   * Reads every open market except combinations, page by page.
   *
   * @throws {UpstreamError} when any page fails, or the list ends too early.
   */
  openMarkets(asking: RequestOptions): Promise<KalshiMarket[]> {
    const path = '/markets?status=open&limit=1000&mve_filter=exclude';
    // The first list is read without pauses, because the start of the service waits for it.
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

  /**
   * Reads every open event, without its markets.
   *
   * @throws {UpstreamError} when any page fails, or the list ends too early.
   */
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

  /** Reads one market, from the historical tier when the live one does not know it. */
  async readMarket(ticker: string, asking: RequestOptions): Promise<KalshiMarket> {
    const path = `/markets/${encodeURIComponent(ticker)}`;
    const answer = await this.#read(path, marketAnswer, asking).catch(
      whenNotFound(() => this.#read(`/historical${path}`, marketAnswer, asking)),
    );
    return answer.market;
  }

  /** Reads the hourly candles that start in the window. */
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
   * Reads trades, newest first.
   *
   * @param query Market and times. Without a market the trades of the whole exchange are read.
   * @returns The valid rows; `isCut` is true when there are more pages than were read.
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

  /** Counters of the venue's messages, those of its stream included. */
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

/** Description of a list that comes in pages. */
interface PagedList<Schema extends TSchema> {
  readonly path: string;
  readonly page: { readonly name: string; readonly endpoint: string };
  readonly row: WireSchema<Schema>;
  /** Name of the member that identifies a row. */
  readonly name: string;
  /** Waits before the next page, so that other requests get calls. Ignores an abort, which the next read reports. */
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
