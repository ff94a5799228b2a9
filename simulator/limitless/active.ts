import type { FastifyInstance, FastifyReply } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import type { Leg } from '../world/event.ts';
import type { Listing } from '../world/listing.ts';
import { toDecimal } from '../world/references/reference-prices.ts';
import { isSettled } from '../world/world.ts';
import { listListed } from './listings.ts';
import type { Query } from './query.ts';
import * as shapes from './shapes.ts';

const MAX_PAGE_SIZE = 25;

/** Markets that trade: pages, slugs, categories and the search. */
export function activeRoutes(app: FastifyInstance, view: VenueView): void {
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
    const rows = listActive(view).filter(([first]) => {
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
    const data = rows.slice((page - 1) * limit, page * limit).map((row) => rowObject(row, view));
    return { data, totalMarketsCount: data.length === 0 ? 0 : rows.length };
  };
  app.get<{ Querystring: Query }>('/markets/active', ({ query }, reply) => activePage(query, reply));
  app.get<{ Querystring: Query; Params: { category: string } }>(
    '/markets/active/:category',
    ({ query, params }, reply) => activePage(query, reply, params.category),
  );
  app.get('/markets/active/slugs', () =>
    listActive(view).flatMap((row) =>
      row.map(({ name, leg, event }) => ({
        slug: name,
        strikePrice: nameStrike(leg),
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
  app.get('/markets/categories/count', () => ({ category: {}, totalCount: listActive(view).length }));
  app.get<{ Querystring: Query }>('/markets/search', ({ query }, reply) => {
    const limit = Number(query.limit ?? 10);
    if (!(limit >= 1 && limit <= 50))
      return reply
        .code(400)
        .send({ message: 'limit must not be greater than 50', error: 'Bad Request', statusCode: 400 });
    const words = (query.query ?? '').toLowerCase();
    const markets = listActive(view)
      .map((row) => rowObject(row, view))
      .filter(({ title }) => title.toLowerCase().includes(words));
    return { markets: markets.slice(0, limit), totalMarketsCount: markets.length };
  });
}

/** Markets that trade, each a row; the markets of a group are one. */
function listActive(view: VenueView): (readonly Listing[])[] {
  const rows: (readonly Listing[])[] = [];
  const groups = new Map<string, Listing[]>();
  for (const listing of listListed(view)) {
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
}

/** Names the strike of a leg; that of a window is the price at its start. */
function nameStrike({ strike, window }: Leg): string | null {
  const settled = window?.('limitless');
  if (settled !== undefined) return toDecimal(settled.strike);
  return strike === null ? null : String(strike);
}

function rowObject(row: readonly Listing[], view: VenueView) {
  const [first] = row;
  if (first === undefined) throw new Error('an empty row');
  return first.event.kind === 'exclusive'
    ? shapes.groupObject(row, view.priceTime())
    : shapes.marketObject(first, view.priceTime());
}
