import type { FastifyInstance } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';
import { kalshiEventTicker } from '../world/names.ts';
import { historyRoutes } from './history.ts';
import { badRequest, cutPage, decode, encode, list, notFound, one, parseLimit, type Query } from './query.ts';
import * as shapes from './shapes.ts';
import { isHistorical, listedAt } from './tiers.ts';

const COMBOS = 40;

/** The routes below `/trade-api/v2`. */
export function kalshiRoutes(app: FastifyInstance, view: VenueView): void {
  const listed = () => listedAt(view);
  const live = () => listed().filter((listing) => !isHistorical(listing, view));
  const find = (ticker: string) => live().find(({ name }) => name === ticker);
  const market = (listing: Listing) => shapes.marketObject(listing, view.priceTime(), view.now());

  app.get('/exchange/status', () => ({
    exchange_active: true,
    trading_active: true,
    exchange_estimated_resume_time: null,
  }));
  app.get('/exchange/schedule', () => ({ schedule: { standard_hours: [], maintenance_windows: [] } }));
  app.get('/exchange/announcements', () => ({ announcements: [] }));

  app.get<{ Querystring: Query }>('/markets', ({ query }, reply) => {
    const limit = parseLimit(query.limit, 100, 1_000);
    if (limit === null) return badRequest(reply, 'invalid limit');
    const status = one(query.status);
    if (status !== undefined && !['unopened', 'open', 'paused', 'closed', 'settled'].includes(status)) {
      return badRequest(reply, 'invalid status');
    }
    const tickers = list(query.tickers);
    const rows = live().filter((listing) => {
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
    const makers = [...combos, ...rows.map((listing) => () => market(listing))];
    const page = cutPage(makers, query.cursor, limit);
    if (page === null) return badRequest(reply, 'invalid cursor');
    return { markets: page.rows.map((make) => make()), cursor: page.cursor };
  });

  app.get<{ Querystring: Query }>('/markets/trades', ({ query }, reply) => {
    const limit = parseLimit(query.limit, 100, 1_000);
    if (limit === null) return badRequest(reply, 'invalid limit');
    const cursor = query.cursor === undefined || query.cursor === '' ? null : decode(query.cursor);
    if (Number.isNaN(cursor)) return badRequest(reply, 'invalid cursor');
    const ticker = one(query.ticker);
    const from = query.min_ts === undefined ? 0 : Number(query.min_ts) * 1_000 - 1;
    const to = Math.min(
      view.priceTime(),
      query.max_ts === undefined ? Number.POSITIVE_INFINITY : Number(query.max_ts) * 1_000,
      cursor ?? Number.POSITIVE_INFINITY,
    );
    const listings = ticker === undefined ? live() : live().filter(({ name }) => name === ticker);
    const perListing = ticker === undefined ? Math.min(limit + 1, 20) : limit + 1;
    const rows = listings
      .flatMap((listing) => shapes.tradeObjects(listing, from, to, perListing))
      .sort((a, b) => b.time - a.time)
      .slice(0, limit + 1);
    const more = rows.length > limit;
    return {
      trades: rows.slice(0, limit).map(({ trade }) => trade),
      cursor: more ? encode((rows[limit - 1]?.time ?? 0) - 1) : '',
    };
  });

  app.get<{ Querystring: Query }>('/markets/orderbooks', ({ query }, reply) => {
    const tickers = list(query.tickers);
    if (tickers.length === 0 || tickers.length > 100) return badRequest(reply, 'between 1 and 100 tickers');
    return {
      orderbooks: tickers.flatMap((ticker) => {
        const found = find(ticker);
        return found === undefined ? [] : [{ ticker, orderbook_fp: buildBook(found, view.priceTime(), 0) }];
      }),
    };
  });

  app.get<{ Params: { ticker: string } }>('/markets/:ticker', ({ params }, reply) => {
    const found = find(params.ticker);
    return found === undefined ? notFound(reply) : { market: market(found) };
  });

  app.get<{ Params: { ticker: string }; Querystring: Query }>(
    '/markets/:ticker/orderbook',
    ({ params, query }, reply) => {
      const found = find(params.ticker);
      if (found === undefined) return notFound(reply);
      return { orderbook_fp: buildBook(found, view.priceTime(), Number(query.depth ?? 0) || 0) };
    },
  );

  app.get<{ Querystring: Query }>('/events', ({ query }, reply) => {
    const limit = parseLimit(query.limit, 100, 200);
    if (limit === null) return badRequest(reply, 'invalid limit');
    const groups = groupByEvent(live()).filter((group) => {
      const [first] = group;
      if (first === undefined) return false;
      if (query.series_ticker !== undefined && first.event.subject.kalshiSeries !== query.series_ticker)
        return false;
      return (
        query.status === undefined ||
        group.some((listing) => shapes.FILTER_OF[shapes.toStatus(listing, view.priceTime())] === query.status)
      );
    });
    const page = cutPage(groups, query.cursor, limit);
    if (page === null) return badRequest(reply, 'invalid cursor');
    const nested = query.with_nested_markets === 'true';
    const events = page.rows.flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      return [{ ...shapes.eventObject(first), ...(nested ? { markets: group.map(market) } : {}) }];
    });
    return { events, cursor: page.cursor, milestones: [] };
  });

  app.get<{ Params: { event: string }; Querystring: Query }>('/events/:event', ({ params, query }, reply) => {
    const group = listed().filter(({ event }) => kalshiEventTicker(event) === params.event);
    const [first] = group;
    if (first === undefined) return notFound(reply);
    const markets = group.map(market);
    if (query.with_nested_markets === 'true') return { event: { ...shapes.eventObject(first), markets } };
    return { event: shapes.eventObject(first), markets };
  });

  app.get<{ Params: { event: string } }>('/events/:event/metadata', ({ params }, reply) => {
    const found = listed().find(({ event }) => kalshiEventTicker(event) === params.event);
    if (found === undefined) return notFound(reply);
    return {
      image_url: '',
      featured_image_url: '',
      market_details: [],
      settlement_sources: shapes.eventObject(found).settlement_sources,
    };
  });

  app.get<{ Querystring: Query }>('/series', ({ query }) => {
    const bySeries = new Map(listed().map((listing) => [listing.event.subject.kalshiSeries, listing]));
    const series = [...bySeries.values()].map(shapes.seriesObject);
    return {
      series:
        query.category === undefined ? series : series.filter(({ category }) => category === query.category),
    };
  });

  app.get<{ Params: { series: string } }>('/series/:series', ({ params }, reply) => {
    const found = listed().find(({ event }) => event.subject.kalshiSeries === params.series);
    return found === undefined ? notFound(reply) : { series: shapes.seriesObject(found) };
  });

  historyRoutes(app, view);
  app.setNotFoundHandler((_request, reply) => notFound(reply));
}

function buildBook(listing: Listing, t: number, depth: number) {
  const { yes, no } = shapes.bookSides(listing, t, depth);
  return { yes_dollars: yes, no_dollars: no };
}

function groupByEvent(listings: readonly Listing[]): Listing[][] {
  const groups = new Map<string, Listing[]>();
  for (const listing of listings) {
    const ticker = kalshiEventTicker(listing.event);
    const group = groups.get(ticker);
    if (group === undefined) groups.set(ticker, [listing]);
    else group.push(listing);
  }
  return [...groups.values()];
}
