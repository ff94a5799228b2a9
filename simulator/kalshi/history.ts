import type { FastifyInstance } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';
import { kalshiEventTicker } from '../world/names.ts';
import { type CandleWindow, candleObjects } from './candles.ts';
import { cutPage, list, parseLimit, type Query, sendBadRequest, sendNotFound } from './query.ts';
import * as shapes from './shapes.ts';
import { findLive, isHistorical, LIVE_TIER_MS, listListed, listLive } from './tiers.ts';

const MAX_CANDLES = 5_000;

/** Candles of live markets, and the historical tier. */
export function historyRoutes(app: FastifyInstance, view: VenueView): void {
  const archived = () => listListed(view).filter((listing) => isHistorical(listing, view));
  const find = (ticker: string) => findLive(view, ticker);
  const market = (listing: Listing) => shapes.buildMarket(listing, view);

  app.get<{ Querystring: Query }>('/markets/candlesticks', ({ query }, reply) => {
    const window = parseWindow(query, 10_000);
    if (typeof window === 'string') return sendBadRequest(reply, window);
    const tickers = list(query.market_tickers);
    if (tickers.length === 0 || tickers.length > 100)
      return sendBadRequest(reply, 'between 1 and 100 market_tickers');
    return {
      markets: tickers.flatMap((ticker) => {
        const found = find(ticker);
        if (found === undefined) return [];
        const candlesticks = candleObjects(found, window, view.priceTime(), false);
        return [{ market_ticker: ticker, candlesticks }];
      }),
    };
  });

  app.get<{ Params: { series: string; ticker: string }; Querystring: Query }>(
    '/series/:series/markets/:ticker/candlesticks',
    ({ params, query }, reply) => {
      const window = parseWindow(query, MAX_CANDLES);
      if (typeof window === 'string') return sendBadRequest(reply, window);
      const found = find(params.ticker);
      if (found === undefined || found.event.subject.kalshiSeries !== params.series)
        return sendNotFound(reply);
      const candlesticks = candleObjects(found, window, view.priceTime(), false);
      return { ticker: found.name, candlesticks };
    },
  );

  app.get<{ Params: { series: string; event: string }; Querystring: Query }>(
    '/series/:series/events/:event/candlesticks',
    ({ params, query }, reply) => {
      const window = parseWindow(query, MAX_CANDLES);
      if (typeof window === 'string') return sendBadRequest(reply, window);
      const group = listLive(view).filter(({ event }) => kalshiEventTicker(event) === params.event);
      if (group.length === 0) return sendNotFound(reply);
      return {
        market_tickers: group.map(({ name }) => name),
        market_candlesticks: group.map((listing) => candleObjects(listing, window, view.priceTime(), false)),
        adjusted_end_ts: window.end,
      };
    },
  );

  app.get('/historical/cutoff', () => {
    const cutoff = new Date(view.priceTime() - LIVE_TIER_MS).toISOString();
    return { market_settled_ts: cutoff, trades_created_ts: cutoff, orders_updated_ts: cutoff };
  });
  app.get<{ Querystring: Query }>('/historical/markets', ({ query }, reply) => {
    const limit = parseLimit(query.limit, 100, 1_000);
    const page = limit === null ? null : cutPage(archived(), query.cursor, limit);
    return page === null
      ? sendBadRequest(reply, 'invalid limit or cursor')
      : { markets: page.rows.map(market), cursor: page.cursor };
  });
  app.get<{ Params: { ticker: string } }>('/historical/markets/:ticker', ({ params }, reply) => {
    const found = archived().find(({ name }) => name === params.ticker);
    return found === undefined ? sendNotFound(reply) : { market: market(found) };
  });
  app.get<{ Params: { ticker: string }; Querystring: Query }>(
    '/historical/markets/:ticker/candlesticks',
    ({ params, query }, reply) => {
      const window = parseWindow(query, MAX_CANDLES);
      if (typeof window === 'string') return sendBadRequest(reply, window);
      const found = archived().find(({ name }) => name === params.ticker);
      if (found === undefined) return sendNotFound(reply);
      return {
        ticker: found.name,
        candlesticks: candleObjects(found, window, view.priceTime(), true),
      };
    },
  );
}

function parseWindow(query: Query, most: number): CandleWindow | string {
  const start = Number(query.start_ts);
  const end = Number(query.end_ts);
  const minutes = Number(query.period_interval);
  if (![1, 60, 1440].includes(minutes)) return 'period_interval must be 1, 60 or 1440';
  if (!Number.isInteger(start) || !Number.isInteger(end) || end < start) return 'invalid start_ts or end_ts';
  return (end - start) / (minutes * 60) > most ? `more than ${most} candlesticks` : { start, end, minutes };
}
