import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Scene } from '../scene.ts';
import type { Listing } from '../world/listing.ts';
import { kalshiEventTicker } from '../world/names.ts';
import * as shapes from './kalshi-shapes.ts';

type Query = Readonly<Record<string, string | string[] | undefined>>;

const MOST_CANDLES = 5_000;
const COMBOS = 40;
/** Markets that settled longer ago than this are in the historical tier. */
const LIVE_TIER_MS = 86_400_000;

/** The routes below `/trade-api/v2`. */
export function kalshiRoutes(app: FastifyInstance, scene: Scene): void {
  const listed = () =>
    scene.universe().byVenue.kalshi.filter(({ event }) => scene.priceTime() >= event.openAt);
  const isHistorical = ({ event }: Listing) => event.settleAt < scene.priceTime() - LIVE_TIER_MS;
  const live = () => listed().filter((listing) => !isHistorical(listing));
  const find = (ticker: string) => live().find(({ name }) => name === ticker);
  const market = (listing: Listing) => shapes.marketObject(listing, scene.priceTime(), scene.now());

  app.get('/exchange/status', () => ({
    exchange_active: true,
    trading_active: true,
    exchange_estimated_resume_time: null,
  }));
  app.get('/exchange/schedule', () => ({ schedule: { standard_hours: [], maintenance_windows: [] } }));
  app.get('/exchange/announcements', () => ({ announcements: [] }));

  app.get<{ Querystring: Query }>('/markets', ({ query }, reply) => {
    const limit = limitOf(query.limit, 100, 1_000);
    if (limit === null) return badRequest(reply, 'invalid limit');
    const status = one(query.status);
    if (status !== undefined && !['unopened', 'open', 'paused', 'closed', 'settled'].includes(status)) {
      return badRequest(reply, 'invalid status');
    }
    const tickers = list(query.tickers);
    const rows = live().filter((listing) => {
      if (status !== undefined && shapes.FILTER_OF[shapes.statusOf(listing, scene.priceTime())] !== status)
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
      ? [...Array(COMBOS).keys()].map((i) => () => shapes.comboObject(i, rows.slice(i, i + 3), scene.now()))
      : [];
    const makers = [...combos, ...rows.map((listing) => () => market(listing))];
    const page = pageOf(makers, query.cursor, limit);
    if (page === null) return badRequest(reply, 'invalid cursor');
    return { markets: page.rows.map((make) => make()), cursor: page.cursor };
  });

  app.get<{ Querystring: Query }>('/markets/trades', ({ query }, reply) => {
    const limit = limitOf(query.limit, 100, 1_000);
    if (limit === null) return badRequest(reply, 'invalid limit');
    const cursor = query.cursor === undefined || query.cursor === '' ? null : decode(query.cursor);
    if (Number.isNaN(cursor)) return badRequest(reply, 'invalid cursor');
    const ticker = one(query.ticker);
    const from = query.min_ts === undefined ? 0 : Number(query.min_ts) * 1_000 - 1;
    const to = Math.min(
      scene.priceTime(),
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
        return found === undefined ? [] : [{ ticker, orderbook_fp: bookOf(found, scene.priceTime(), 0) }];
      }),
    };
  });

  app.get<{ Querystring: Query }>('/markets/candlesticks', ({ query }, reply) => {
    const window = windowOf(query, 10_000);
    if (typeof window === 'string') return badRequest(reply, window);
    const tickers = list(query.market_tickers);
    if (tickers.length === 0 || tickers.length > 100)
      return badRequest(reply, 'between 1 and 100 market_tickers');
    return {
      markets: tickers.flatMap((ticker) => {
        const found = find(ticker);
        if (found === undefined) return [];
        const candlesticks = shapes.candleObjects(
          found,
          window.start,
          window.end,
          window.minutes,
          scene.priceTime(),
          false,
        );
        return [{ market_ticker: ticker, candlesticks }];
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
      return { orderbook_fp: bookOf(found, scene.priceTime(), Number(query.depth ?? 0) || 0) };
    },
  );

  app.get<{ Querystring: Query }>('/events', ({ query }, reply) => {
    const limit = limitOf(query.limit, 100, 200);
    if (limit === null) return badRequest(reply, 'invalid limit');
    const groups = groupsOf(live()).filter((group) => {
      const [first] = group;
      if (first === undefined) return false;
      if (query.series_ticker !== undefined && first.event.subject.kalshiSeries !== query.series_ticker)
        return false;
      return (
        query.status === undefined ||
        group.some(
          (listing) => shapes.FILTER_OF[shapes.statusOf(listing, scene.priceTime())] === query.status,
        )
      );
    });
    const page = pageOf(groups, query.cursor, limit);
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

  app.get<{ Params: { series: string; ticker: string }; Querystring: Query }>(
    '/series/:series/markets/:ticker/candlesticks',
    ({ params, query }, reply) => {
      const window = windowOf(query, MOST_CANDLES);
      if (typeof window === 'string') return badRequest(reply, window);
      const found = find(params.ticker);
      if (found === undefined || found.event.subject.kalshiSeries !== params.series) return notFound(reply);
      const candlesticks = shapes.candleObjects(
        found,
        window.start,
        window.end,
        window.minutes,
        scene.priceTime(),
        false,
      );
      return { ticker: found.name, candlesticks };
    },
  );

  app.get<{ Params: { series: string; event: string }; Querystring: Query }>(
    '/series/:series/events/:event/candlesticks',
    ({ params, query }, reply) => {
      const window = windowOf(query, MOST_CANDLES);
      if (typeof window === 'string') return badRequest(reply, window);
      const group = live().filter(({ event }) => kalshiEventTicker(event) === params.event);
      if (group.length === 0) return notFound(reply);
      return {
        market_tickers: group.map(({ name }) => name),
        market_candlesticks: group.map((listing) =>
          shapes.candleObjects(listing, window.start, window.end, window.minutes, scene.priceTime(), false),
        ),
        adjusted_end_ts: window.end,
      };
    },
  );

  app.get('/historical/cutoff', () => {
    const cutoff = new Date(scene.priceTime() - LIVE_TIER_MS).toISOString();
    return { market_settled_ts: cutoff, trades_created_ts: cutoff, orders_updated_ts: cutoff };
  });
  app.get<{ Querystring: Query }>('/historical/markets', ({ query }, reply) => {
    const limit = limitOf(query.limit, 100, 1_000);
    const page = limit === null ? null : pageOf(listed().filter(isHistorical), query.cursor, limit);
    return page === null
      ? badRequest(reply, 'invalid limit or cursor')
      : { markets: page.rows.map(market), cursor: page.cursor };
  });
  app.get<{ Params: { ticker: string } }>('/historical/markets/:ticker', ({ params }, reply) => {
    const found = listed().find((listing) => listing.name === params.ticker && isHistorical(listing));
    return found === undefined ? notFound(reply) : { market: market(found) };
  });
  app.get<{ Params: { ticker: string }; Querystring: Query }>(
    '/historical/markets/:ticker/candlesticks',
    ({ params, query }, reply) => {
      const window = windowOf(query, MOST_CANDLES);
      if (typeof window === 'string') return badRequest(reply, window);
      const found = listed().find((listing) => listing.name === params.ticker && isHistorical(listing));
      if (found === undefined) return notFound(reply);
      return {
        ticker: found.name,
        candlesticks: shapes.candleObjects(
          found,
          window.start,
          window.end,
          window.minutes,
          scene.priceTime(),
          true,
        ),
      };
    },
  );

  app.setNotFoundHandler((_request, reply) => notFound(reply));
}

function bookOf(listing: Listing, t: number, depth: number) {
  const { yes, no } = shapes.bookSides(listing, t, depth);
  return { yes_dollars: yes, no_dollars: no };
}

function groupsOf(listings: readonly Listing[]): Listing[][] {
  const groups = new Map<string, Listing[]>();
  for (const listing of listings) {
    const ticker = kalshiEventTicker(listing.event);
    const group = groups.get(ticker);
    if (group === undefined) groups.set(ticker, [listing]);
    else group.push(listing);
  }
  return [...groups.values()];
}

function notFound(reply: FastifyReply) {
  return reply
    .code(404)
    .send({ error: { code: 'not_found', message: 'not found', service: 'simulator', details: '' } });
}

function badRequest(reply: FastifyReply, details: string) {
  return reply
    .code(400)
    .send({ error: { code: 'bad_request', message: 'bad request', service: 'simulator', details } });
}

function windowOf(query: Query, most: number): { start: number; end: number; minutes: number } | string {
  const start = Number(query.start_ts);
  const end = Number(query.end_ts);
  const minutes = Number(query.period_interval);
  if (![1, 60, 1440].includes(minutes)) return 'period_interval must be 1, 60 or 1440';
  if (!Number.isInteger(start) || !Number.isInteger(end) || end < start) return 'invalid start_ts or end_ts';
  return (end - start) / (minutes * 60) > most ? `more than ${most} candlesticks` : { start, end, minutes };
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Repeated or comma separated. */
function list(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value])
    .flatMap((text) => text.split(','))
    .filter((text) => text !== '');
}

function limitOf(value: string | string[] | undefined, fallback: number, most: number): number | null {
  if (value === undefined) return fallback;
  const limit = Number(value);
  return Number.isInteger(limit) && limit >= 1 && limit <= most ? limit : null;
}

function pageOf<T>(
  rows: readonly T[],
  cursor: string | string[] | undefined,
  limit: number,
): { rows: readonly T[]; cursor: string } | null {
  const from = cursor === undefined || cursor === '' ? 0 : decode(cursor);
  if (Number.isNaN(from)) return null;
  const to = from + limit;
  return { rows: rows.slice(from, to), cursor: to < rows.length ? encode(to) : '' };
}

function encode(value: number): string {
  return Buffer.from(String(value)).toString('base64url');
}

function decode(cursor: string | string[]): number {
  return Number.parseInt(Buffer.from(one(cursor) ?? '', 'base64url').toString(), 10);
}
