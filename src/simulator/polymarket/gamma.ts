import type { FastifyInstance, FastifyReply } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';
import { isSettled } from '../world/world.ts';
import { encode, findCursor, many, parseLimit, problem, type Query } from './query.ts';
import * as shapes from './shapes.ts';
import { listed } from './tokens.ts';

/** Gamma: discovery and metadata. */
export function gammaRoutes(app: FastifyInstance, view: VenueView): void {
  const isClosed = (listing: Listing) => isSettled(listing, view.priceTime());
  const filtered = (query: Query) => {
    const wanted = {
      slug: many(query.slug),
      condition: many(query.condition_ids),
      token: many(query.clob_token_ids),
      id: many(query.id),
    };
    const closed = query.closed === 'true';
    const rows = listRows(view).filter((row) => {
      if (row.isClosed() !== closed) return false;
      if (wanted.slug.length > 0 && !wanted.slug.includes(row.slug)) return false;
      if (wanted.id.length > 0 && !wanted.id.includes(row.id)) return false;
      if (wanted.condition.length > 0 && !wanted.condition.includes(row.ids()?.conditionId ?? ''))
        return false;
      return wanted.token.length === 0 || row.ids()?.tokens.some((token) => wanted.token.includes(token));
    });
    return query.ascending === 'true' ? rows.reverse() : rows;
  };
  const groups = (closed: boolean) => {
    const found = new Map<string, Listing[]>();
    for (const listing of listed(view)) {
      const slug = shapes.getEventSlug(listing);
      found.set(slug, [...(found.get(slug) ?? []), listing]);
    }
    return [...found.values()].filter((group) => group.every(isClosed) === closed);
  };
  const buildEvent = (group: readonly Listing[]) => eventObject(view, group);

  app.get<{ Querystring: Query }>('/markets/keyset', ({ query }, reply) => {
    if (query.offset !== undefined) return problem(reply, 422, 'offset is not supported on keyset routes');
    const limit = parseLimit(query.limit, 20, 100);
    if (limit === null) return problem(reply, 422, 'limit must be between 1 and 100');
    const from = findCursor(query.after_cursor);
    if (from === null) return problem(reply, 422, 'invalid cursor');
    const rows = filtered(query);
    const next = from + limit < rows.length ? { next_cursor: encode(from + limit) } : {};
    return { markets: rows.slice(from, from + limit).map(({ make }) => make()), ...next };
  });
  app.get<{ Querystring: Query }>('/markets', ({ query }, reply) => {
    if (many(query.clob_token_ids).some((token) => !/^\d+$/.test(token)))
      return problem(reply, 422, 'invalid clob token ids');
    const offset = Number(query.offset ?? 0);
    if (offset > 2_000) return problem(reply, 422, 'offset too large, use /markets/keyset');
    const limit = parseLimit(query.limit, 20, 500) ?? 500;
    return filtered(query)
      .slice(offset, offset + limit)
      .map(({ make }) => make());
  });
  const single = (found: Row | undefined, reply: FastifyReply) =>
    found === undefined ? problem(reply, 404, 'not found') : found.make();
  app.get<{ Params: { slug: string } }>('/markets/slug/:slug', ({ params }, reply) =>
    single(
      listRows(view).find(({ slug }) => slug === params.slug),
      reply,
    ),
  );
  app.get<{ Params: { id: string } }>('/markets/:id', ({ params }, reply) =>
    single(
      listRows(view).find(({ id }) => id === params.id),
      reply,
    ),
  );

  app.get<{ Querystring: Query }>('/events/keyset', ({ query }, reply) => {
    if (query.offset !== undefined) return problem(reply, 422, 'offset is not supported on keyset routes');
    const limit = parseLimit(query.limit, 20, 100);
    const from = findCursor(query.after_cursor);
    if (limit === null || from === null) return problem(reply, 422, 'invalid limit or cursor');
    const rows = groups(query.closed === 'true');
    const next = from + limit < rows.length ? { next_cursor: encode(from + limit) } : {};
    return { events: rows.slice(from, from + limit).map(buildEvent), ...next };
  });
  app.get<{ Querystring: Query }>('/events', ({ query }) => {
    const slugs = many(query.slug);
    const rows = groups(query.closed === 'true')
      .map(buildEvent)
      .filter(({ slug }) => slugs.length === 0 || slugs.includes(slug));
    const offset = Number(query.offset ?? 0);
    return rows.slice(offset, offset + (parseLimit(query.limit, 20, 500) ?? 500));
  });
  const allGroups = () => [...groups(false), ...groups(true)];
  app.get<{ Params: { slug: string } }>('/events/slug/:slug', ({ params }, reply) => {
    const group = allGroups().find(
      ([first]) => first !== undefined && shapes.getEventSlug(first) === params.slug,
    );
    return group === undefined ? problem(reply, 404, 'not found') : buildEvent(group);
  });
  app.get<{ Params: { id: string } }>('/events/:id', ({ params }, reply) => {
    const group = allGroups().find(
      ([first]) => first !== undefined && shapes.eventSummary(first).id === params.id,
    );
    return group === undefined ? problem(reply, 404, 'not found') : buildEvent(group);
  });
  app.get<{ Querystring: Query }>('/public-search', ({ query }) => {
    const words = String(query.q ?? '').toLowerCase();
    const events = groups(false)
      .map(buildEvent)
      .filter(({ title }) => title.toLowerCase().includes(words));
    const limit = parseLimit(query.limit_per_type, 5, 50) ?? 50;
    return {
      events: events.slice(0, limit),
      tags: [],
      profiles: [],
      pagination: { hasMore: events.length > limit, totalResults: events.length },
    };
  });
  app.get('/tags', () => [{ id: '1', label: 'Crypto', slug: 'crypto' }]);
  app.get('/status', (_request, reply) => reply.type('text/plain').send('OK'));
}

/** One row of a list of markets. */
interface Row {
  readonly slug: string;
  readonly id: string;
  /** null for a placeholder, which has none. */
  ids(): shapes.MarketIds | null;
  isClosed(): boolean;
  make(): object;
}

/**
 * All rows by 24 h volume. Markets without any come last: those that were forgotten open, and names that
 * are held free.
 */
function listRows(view: VenueView): Row[] {
  return view.perTick('rows', (tick) => {
    const markets = listed(view)
      .map((listing) => ({ listing, volume: shapes.volume24h(listing, tick) }))
      .sort((a, b) => b.volume - a.volume)
      .map(
        ({ listing }): Row => ({
          slug: listing.name,
          id: shapes.gammaId(listing),
          ids: () => shapes.getIds(listing),
          isClosed: () => isSettled(listing, view.priceTime()),
          make: () => shapes.marketObject(listing, view.priceTime(), view.now()),
        }),
      );
    const forgotten = view.world.zombies(tick).map((listing, i): Row => {
      const id = String(ZOMBIE_IDS + i);
      return {
        slug: listing.name,
        id,
        ids: () => shapes.getIds(listing),
        isClosed: () => false,
        make: () => shapes.zombieObject(listing, id),
      };
    });
    const firstLegs = listed(view).filter(({ leg, event }) => leg.index === 0 && tick < event.closeAt);
    const placeholders = firstLegs.flatMap((listing) =>
      buildPlaceholders(listing, tick).map(
        (object): Row => ({
          slug: object.slug,
          id: object.id,
          ids: () => null,
          isClosed: () => false,
          make: () => object,
        }),
      ),
    );
    return [...markets, ...forgotten, ...placeholders];
  });
}

const ZOMBIE_IDS = 8_000_000;
/** Number of placeholder outcomes of an event, by series. */
const PLACEHOLDERS: Readonly<Record<string, number>> = { president: 4, prize: 2 };

function buildPlaceholders(first: Listing, t: number) {
  const count = PLACEHOLDERS[first.event.series] ?? 0;
  return [...Array(count).keys()].map((i) => shapes.placeholderObject(first, i + 1, t));
}

function eventObject(view: VenueView, group: readonly Listing[]) {
  const t = view.priceTime();
  const [first] = group;
  if (first === undefined) throw new Error('an event without markets');
  const summary = shapes.eventSummary(first);
  const markets: object[] = group.map((listing) => shapes.marketObject(listing, t, view.now()));
  markets.push(...buildPlaceholders(first, t));
  const sum = (getAmount: (listing: Listing) => number) =>
    Number(group.reduce((total, one) => total + getAmount(one), 0).toFixed(6));
  return {
    ...summary,
    closed: group.every((listing) => isSettled(listing, t)),
    createdAt: summary.startDate,
    updatedAt: new Date(view.now()).toISOString(),
    liquidity: sum(({ depth }) => depth * 4),
    volume: sum(
      (listing) => 0.5 * listing.tape.volume(listing.event.openAt, Math.min(t, listing.event.closeAt)),
    ),
    volume24hr: sum((listing) => shapes.volume24h(listing, t)),
    commentCount: 0,
    markets,
    tags: [
      { id: '21', label: first.event.subject.category, slug: first.event.subject.category.toLowerCase() },
    ],
  };
}
