import type { FastifyInstance, FastifyReply } from 'fastify';
import { MINUTE_MS } from '../../domain/index.ts';
import type { VenueView } from '../venue-view.ts';
import { type Listing, quoteAt } from '../world/listing.ts';
import { isSettled } from '../world/world.ts';
import * as shapes from './shapes.ts';

type Query = Readonly<Record<string, string | undefined>>;
const MAX_PAGE_SIZE = 25;
const ORACLE_MINUTES = 121;
const SPANS: Readonly<Record<string, readonly [spanMs: number, stepMs: number]>> = {
  '1h': [3_600_000, 60_000],
  '6h': [21_600_000, 300_000],
  '1d': [86_400_000, 600_000],
  '1w': [604_800_000, 3_600_000],
  '1m': [2_592_000_000, 3_600_000],
  all: [7_776_000_000, 3_600_000],
};

/** The REST routes. An unnamed user agent is refused, as the venue does. */
export function limitlessRoutes(app: FastifyInstance, view: VenueView): void {
  const listed = () =>
    view.universe().byVenue.limitless.filter(({ event }) => view.priceTime() >= event.openAt);
  const find = (slug: string) => {
    const wanted = slug.toLowerCase();
    const named = view.universe().byName.get(`limitless ${wanted}`);
    if (named !== undefined) return view.priceTime() >= named.event.openAt ? named : undefined;
    return wanted.startsWith('0x')
      ? listed().find((listing) => listing.isPool && shapes.getPoolAddress(listing) === wanted)
      : undefined;
  };
  const listGroup = (slug: string) =>
    listed().filter((listing) => listing.event.kind === 'exclusive' && shapes.getGroupSlug(listing) === slug);
  const active = () => {
    const rows: (readonly Listing[])[] = [];
    const groups = new Map<string, Listing[]>();
    for (const listing of listed()) {
      if (isSettled(listing, view.priceTime())) continue;
      if (listing.event.kind !== 'exclusive') {
        rows.push([listing]);
        continue;
      }
      const group = groups.get(listing.event.id);
      if (group !== undefined) group.push(listing);
      else {
        const started = [listing];
        groups.set(listing.event.id, started);
        rows.push(started);
      }
    }
    return rows;
  };
  const rowObject = (row: readonly Listing[]) => {
    const [first] = row;
    if (first === undefined) throw new Error('an empty row');
    return first.event.kind === 'exclusive'
      ? shapes.groupObject(row, view.priceTime())
      : shapes.marketObject(first, view.priceTime());
  };

  app.addHook('onRequest', async (request, reply) => {
    const agent = request.headers['user-agent'] ?? '';
    if (agent === '' || agent.startsWith('python-urllib'))
      return reply.code(403).send({ message: 'Forbidden' });
  });
  const activePage = (query: Query, reply: FastifyReply, category?: string) => {
    const limit = Number(query.limit ?? 10);
    const page = Number(query.page ?? 1);
    if (
      !Number.isInteger(limit) ||
      limit < 1 ||
      limit > MAX_PAGE_SIZE ||
      !Number.isInteger(page) ||
      page < 1
    ) {
      return reply.code(400).send({
        message: [
          { property: 'limit', constraints: { max: `limit must not be greater than ${MAX_PAGE_SIZE}` } },
        ],
        error: 'Bad Request',
        statusCode: 400,
      });
    }
    const wanted = category ?? query.categoryId;
    const rows = active().filter(([first]) => {
      if (
        first === undefined ||
        (wanted !== undefined && first.event.subject.category.toLowerCase() !== wanted.toLowerCase())
      )
        return false;
      if (query.tradeType === undefined) return true;
      const tradeType = first.event.kind === 'exclusive' ? 'group' : first.isPool ? 'amm' : 'clob';
      return tradeType === query.tradeType;
    });
    if (query.sortBy === 'newest') rows.sort(([a], [b]) => (b?.event.openAt ?? 0) - (a?.event.openAt ?? 0));
    const data = rows.slice((page - 1) * limit, page * limit).map(rowObject);
    return { data, totalMarketsCount: data.length === 0 ? 0 : rows.length };
  };
  app.get<{ Querystring: Query }>('/markets/active', ({ query }, reply) => activePage(query, reply));
  app.get<{ Querystring: Query; Params: { category: string } }>(
    '/markets/active/:category',
    ({ query, params }, reply) => activePage(query, reply, params.category),
  );
  app.get('/markets/active/slugs', () =>
    active().flatMap((row) =>
      row.map(({ name, leg, event }) => ({
        slug: name,
        strikePrice: leg.strike === null ? null : String(leg.strike),
        ticker: event.subject.ticker === '' ? null : event.subject.ticker,
        deadline: new Date(event.closeAt).toISOString(),
      })),
    ),
  );
  app.get('/categories', () =>
    ['Crypto', 'Politics', 'Economics', 'Culture', 'World', 'Science'].map((name, i) => ({
      id: i + 1,
      name,
    })),
  );
  app.get('/markets/categories/count', () => ({ category: {}, totalCount: active().length }));
  app.get<{ Querystring: Query }>('/markets/search', ({ query }, reply) => {
    const limit = Number(query.limit ?? 10);
    if (!(limit >= 1 && limit <= 50))
      return reply
        .code(400)
        .send({ message: 'limit must not be greater than 50', error: 'Bad Request', statusCode: 400 });
    const words = (query.query ?? '').toLowerCase();
    const markets = active()
      .map(rowObject)
      .filter(({ title }) => title.toLowerCase().includes(words));
    return { markets: markets.slice(0, limit), totalMarketsCount: markets.length };
  });

  app.get<{ Params: { slug: string } }>('/markets/:slug', ({ params }, reply) => {
    const found = find(params.slug);
    if (found !== undefined) return shapes.marketObject(found, view.priceTime());
    const group = listGroup(params.slug);
    return group.length > 0 ? shapes.groupObject(group, view.priceTime()) : missing(reply, params.slug);
  });
  app.get<{ Params: { slug: string } }>('/markets/:slug/orderbook', ({ params }, reply) => {
    const found = find(params.slug);
    if (found !== undefined && !found.isPool) return shapes.bookObject(found, view.priceTime());
    if (found !== undefined || listGroup(params.slug).length > 0)
      return reply.code(400).send({
        message: 'Orderbook is available for CLOB markets only',
        error: 'Bad Request',
        statusCode: 400,
      });
    return missing(reply, params.slug);
  });
  app.get<{ Params: { slug: string }; Querystring: Query }>(
    '/markets/:slug/historical-price',
    ({ params, query }, reply) => {
      const found = find(params.slug);
      if (found === undefined) return missing(reply, params.slug);
      const [spanMs, stepMs] = SPANS[query.interval ?? '1d'] ?? [86_400_000, 600_000];
      const now = view.priceTime();
      const to = Math.min(now, found.event.closeAt);
      const from = Math.max(found.event.openAt, now - spanMs);
      const data = [];
      for (let t = Math.floor(to / stepMs) * stepMs; t >= from; t -= stepMs) {
        const { mid, last } = quoteAt(found, t);
        const price = mid ?? last;
        if (price !== null) data.push({ timestamp: t, price: Number(price.toFixed(4)) });
      }
      return { data };
    },
  );
  app.get<{ Params: { slug: string } }>('/markets/:slug/oracle-candles', ({ params }, reply) => {
    const found = find(params.slug);
    if (found === undefined) return missing(reply, params.slug);
    const now = view.priceTime();
    const last = Math.floor(Math.min(now, found.event.closeAt) / MINUTE_MS);
    const minutes = [...Array(ORACLE_MINUTES).keys()].map((i) => (last - ORACLE_MINUTES + 1 + i) * MINUTE_MS);
    const rows = minutes.flatMap((minute) => shapes.oracleRow(found, minute, now) ?? []);
    return { source: 'chainlink', symbol: `${found.event.subject.ticker}USD`, interval: '1m', rows };
  });
  const tradesPage = (slug: string, query: Query, reply: FastifyReply) => {
    const found = find(slug);
    if (found === undefined) return missing(reply, slug);
    const limit = Math.max(1, Math.min(100, Number(query.limit ?? 10) || 10));
    const page = Math.max(1, Number(query.page ?? 1) || 1);
    const events = shapes.tradeRows(found, view.priceTime(), 1_000);
    return {
      events: events.slice((page - 1) * limit, page * limit),
      page,
      totalPages: Math.ceil(events.length / limit),
      totalRows: events.length,
      limit,
    };
  };
  app.get<{ Params: { slug: string }; Querystring: Query }>(
    '/markets/:slug/events',
    ({ params, query }, reply) => tradesPage(params.slug, query, reply),
  );
  app.get<{ Params: { slug: string }; Querystring: Query }>(
    '/markets/:slug/get-feed-events',
    ({ params, query }, reply) => tradesPage(params.slug, query, reply),
  );
}

function missing(reply: FastifyReply, slug: string) {
  return reply.code(404).send({ message: `Market not found for slug: ${slug}` });
}
