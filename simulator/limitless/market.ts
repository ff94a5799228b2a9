import type { FastifyInstance, FastifyReply } from 'fastify';
import { MINUTE_MS } from '../../src/domain/index.ts';
import type { VenueView } from '../venue-view.ts';
import { quoteAt } from '../world/listing.ts';
import { findListing, listGroup } from './listings.ts';
import type { Query } from './query.ts';
import * as shapes from './shapes.ts';

const ORACLE_MINUTES = 121;
const SPANS: Readonly<Record<string, readonly [spanMs: number, stepMs: number]>> = {
  '1h': [3_600_000, 60_000],
  '6h': [21_600_000, 300_000],
  '1d': [86_400_000, 600_000],
  '1w': [604_800_000, 3_600_000],
  '1m': [2_592_000_000, 3_600_000],
  all: [7_776_000_000, 3_600_000],
};

/** One market or group, with its book, prices, oracle and trades. */
export function marketRoutes(app: FastifyInstance, view: VenueView): void {
  app.get<{ Params: { slug: string } }>('/markets/:slug', ({ params }, reply) => {
    const found = findListing(params.slug, view);
    if (found !== undefined) return shapes.marketObject(found, view.priceTime());
    const group = listGroup(params.slug, view);
    return group.length > 0 ? shapes.groupObject(group, view.priceTime()) : sendNotFound(reply, params.slug);
  });
  app.get<{ Params: { slug: string } }>('/markets/:slug/orderbook', ({ params }, reply) => {
    const found = findListing(params.slug, view);
    if (found !== undefined && !found.isPool)
      return shapes.bookObject(found, view.priceTime(), view.faults.isCrossed('limitless', [found.name]));
    if (found !== undefined || listGroup(params.slug, view).length > 0)
      return reply.code(400).send({
        message: 'Orderbook is available for CLOB markets only',
        error: 'Bad Request',
        statusCode: 400,
      });
    return sendNotFound(reply, params.slug);
  });
  app.get<{ Params: { slug: string }; Querystring: Query }>(
    '/markets/:slug/historical-price',
    ({ params, query }, reply) => {
      const found = findListing(params.slug, view);
      if (found === undefined) return sendNotFound(reply, params.slug);
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
    const found = findListing(params.slug, view);
    if (found === undefined) return sendNotFound(reply, params.slug);
    const now = view.priceTime();
    const last = Math.floor(Math.min(now, found.event.closeAt) / MINUTE_MS);
    const minutes = [...Array(ORACLE_MINUTES).keys()].map((i) => (last - ORACLE_MINUTES + 1 + i) * MINUTE_MS);
    const rows = minutes.flatMap((minute) => shapes.oracleRow(found, minute, now) ?? []);
    return { source: 'chainlink', symbol: `${found.event.subject.ticker}USD`, interval: '1m', rows };
  });
  const tradesPage = (slug: string, query: Query, reply: FastifyReply) => {
    const found = findListing(slug, view);
    if (found === undefined) return sendNotFound(reply, slug);
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

function sendNotFound(reply: FastifyReply, slug: string) {
  return reply.code(404).send({ message: `Market not found for slug: ${slug}` });
}
