import type { FastifyInstance } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';
import { kalshiEventTicker } from '../world/names.ts';
import { cutPage, list, one, parseLimit, type Query, sendBadRequest, sendNotFound } from './query.ts';
import * as shapes from './shapes.ts';
import { findLive, listLive } from './tiers.ts';

const COMBOS = 40;

/** Live markets, with their books and trades. */
export function marketRoutes(app: FastifyInstance, view: VenueView): void {
  app.get<{ Querystring: Query }>('/markets', ({ query }, reply) => {
    const limit = parseLimit(query.limit, 100, 1_000);
    if (limit === null) return sendBadRequest(reply, 'invalid limit');
    const status = one(query.status);
    if (status !== undefined && !['unopened', 'open', 'paused', 'closed', 'settled'].includes(status)) {
      return sendBadRequest(reply, 'invalid status');
    }
    const tickers = list(query.tickers);
    const rows = listLive(view).filter((listing) => {
      if (status !== undefined && shapes.FILTER_OF[shapes.toStatus(listing, view.priceTime())] !== status)
        return false;
      if (tickers.length > 0 && !tickers.includes(listing.name)) return false;
      if (query.series_ticker !== undefined && listing.event.subject.kalshiSeries !== query.series_ticker)
        return false;
      return query.event_ticker === undefined || kalshiEventTicker(listing.event) === query.event_ticker;
    });
    const hasCombos =
      query.mve_filter !== 'exclude' &&
      (status === undefined || status === 'open') &&
      tickers.length === 0 &&
      query.event_ticker === undefined &&
      query.series_ticker === undefined;
    const combos = hasCombos
      ? [...Array(COMBOS).keys()].map((i) => () => shapes.comboObject(i, rows.slice(i, i + 3), view.now()))
      : [];
    const makers = [...combos, ...rows.map((listing) => () => shapes.buildMarket(listing, view))];
    const page = cutPage(makers, query.cursor, limit);
    if (page === null) return sendBadRequest(reply, 'invalid cursor');
    return { markets: page.rows.map((make) => make()), cursor: page.cursor };
  });

  app.get<{ Querystring: Query }>('/markets/trades', ({ query }, reply) => {
    const limit = parseLimit(query.limit, 100, 1_000);
    if (limit === null) return sendBadRequest(reply, 'invalid limit');
    const ticker = one(query.ticker);
    const from = query.min_ts === undefined ? 0 : Number(query.min_ts) * 1_000 - 1;
    const latest = Math.min(
      view.priceTime(),
      query.max_ts === undefined ? Number.POSITIVE_INFINITY : Number(query.max_ts) * 1_000,
    );
    // A cursor keeps the end of the list that it goes on in.
    const { to, skip } = readTradesCursor(query.cursor) ?? { to: latest, skip: 0 };
    if (Number.isNaN(to + skip)) return sendBadRequest(reply, 'invalid cursor');
    const listings =
      ticker === undefined ? listLive(view) : listLive(view).filter(({ name }) => name === ticker);
    const isWhole = ticker !== undefined || query.min_ts !== undefined;
    const perListing = isWhole ? skip + limit + 1 : Math.min(limit + 1, 20);
    const rows = listings
      .flatMap((listing) => shapes.tradeObjects(listing, from, to, perListing))
      .sort((a, b) => b.time - a.time)
      .slice(skip, skip + limit + 1);
    return {
      trades: rows.slice(0, limit).map(({ trade }) => trade),
      cursor: rows.length > limit ? Buffer.from(`${to} ${skip + limit}`).toString('base64url') : '',
    };
  });

  app.get<{ Querystring: Query }>('/markets/orderbooks', ({ query }, reply) => {
    const tickers = list(query.tickers);
    if (tickers.length === 0 || tickers.length > 100)
      return sendBadRequest(reply, 'between 1 and 100 tickers');
    return {
      orderbooks: tickers.flatMap((ticker) => {
        const found = findLive(view, ticker);
        return found === undefined ? [] : [{ ticker, orderbook_fp: buildBook(found, view.priceTime(), 0) }];
      }),
    };
  });

  app.get<{ Params: { ticker: string } }>('/markets/:ticker', ({ params }, reply) => {
    const found = findLive(view, params.ticker);
    return found === undefined ? sendNotFound(reply) : { market: shapes.buildMarket(found, view) };
  });

  app.get<{ Params: { ticker: string }; Querystring: Query }>(
    '/markets/:ticker/orderbook',
    ({ params, query }, reply) => {
      const found = findLive(view, params.ticker);
      if (found === undefined) return sendNotFound(reply);
      return { orderbook_fp: buildBook(found, view.priceTime(), Number(query.depth ?? 0) || 0) };
    },
  );
}

function buildBook(listing: Listing, t: number, depth: number) {
  const { yes, no } = shapes.bookSides(listing, t, depth);
  return { yes_dollars: yes, no_dollars: no };
}

function readTradesCursor(
  cursor: string | string[] | undefined,
): { readonly to: number; readonly skip: number } | null {
  if (cursor === undefined || cursor === '') return null;
  const [to, skip] = Buffer.from(String(cursor), 'base64url').toString().split(' ').map(Number);
  return { to: to ?? Number.NaN, skip: skip ?? Number.NaN };
}
