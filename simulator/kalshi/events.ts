import type { FastifyInstance } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';
import { kalshiEventTicker } from '../world/names.ts';
import { cutPage, parseLimit, type Query, sendBadRequest, sendNotFound } from './query.ts';
import * as shapes from './shapes.ts';
import { listListed, listLive } from './tiers.ts';

/** Events and series, of every tier. */
export function eventRoutes(app: FastifyInstance, view: VenueView): void {
  const market = (listing: Listing) => shapes.buildMarket(listing, view);

  app.get<{ Querystring: Query }>('/events', ({ query }, reply) => {
    const limit = parseLimit(query.limit, 100, 200);
    if (limit === null) return sendBadRequest(reply, 'invalid limit');
    const groups = groupByEvent(listLive(view)).filter((group) => {
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
    if (page === null) return sendBadRequest(reply, 'invalid cursor');
    const nested = query.with_nested_markets === 'true';
    const events = page.rows.flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      return [{ ...shapes.eventObject(first), ...(nested ? { markets: group.map(market) } : {}) }];
    });
    return { events, cursor: page.cursor, milestones: [] };
  });

  app.get<{ Params: { event: string }; Querystring: Query }>('/events/:event', ({ params, query }, reply) => {
    const group = listListed(view).filter(({ event }) => kalshiEventTicker(event) === params.event);
    const [first] = group;
    if (first === undefined) return sendNotFound(reply);
    const markets = group.map(market);
    if (query.with_nested_markets === 'true') return { event: { ...shapes.eventObject(first), markets } };
    return { event: shapes.eventObject(first), markets };
  });

  app.get<{ Params: { event: string } }>('/events/:event/metadata', ({ params }, reply) => {
    const found = listListed(view).find(({ event }) => kalshiEventTicker(event) === params.event);
    if (found === undefined) return sendNotFound(reply);
    return {
      image_url: '',
      featured_image_url: '',
      market_details: [],
      settlement_sources: shapes.eventObject(found).settlement_sources,
    };
  });

  app.get<{ Querystring: Query }>('/series', ({ query }) => {
    const bySeries = new Map(
      listListed(view).map((listing) => [listing.event.subject.kalshiSeries, listing]),
    );
    const series = [...bySeries.values()].map(shapes.seriesObject);
    return {
      series:
        query.category === undefined ? series : series.filter(({ category }) => category === query.category),
    };
  });

  app.get<{ Params: { series: string } }>('/series/:series', ({ params }, reply) => {
    const found = listListed(view).find(({ event }) => event.subject.kalshiSeries === params.series);
    return found === undefined ? sendNotFound(reply) : { series: shapes.seriesObject(found) };
  });
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
