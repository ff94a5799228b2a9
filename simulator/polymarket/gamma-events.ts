import type { FastifyInstance } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';
import { isSettled } from '../world/world.ts';
import { buildPlaceholders } from './gamma-rows.ts';
import { encode, findCursor, listVersions, parseLimit, type Query, sendProblem, toList } from './query.ts';
import * as shapes from './shapes.ts';
import { listListed } from './tokens.ts';
import { eventWindow } from './window-members.ts';

/** Events with their markets, and the search in their titles. */
export function gammaEventRoutes(app: FastifyInstance, view: VenueView): void {
  const groups = (closed: boolean, versions: readonly string[] = ['v1', 'v2']) => {
    const found = new Map<string, Listing[]>();
    for (const listing of listListed(view)) {
      if (!versions.includes(shapes.getIds(listing).version)) continue;
      const slug = shapes.getEventSlug(listing);
      found.set(slug, [...(found.get(slug) ?? []), listing]);
    }
    return [...found.values()].filter(
      (group) => group.every((listing) => isSettled(listing, view.priceTime())) === closed,
    );
  };
  const buildEvent = (group: readonly Listing[]) => eventObject(view, group);

  app.get<{ Querystring: Query }>('/events/keyset', ({ query }, reply) => {
    if (query.offset !== undefined)
      return sendProblem(reply, 422, 'offset is not supported on keyset routes');
    const limit = parseLimit(query.limit, 20, 100);
    const from = findCursor(query.after_cursor);
    if (limit === null || from === null) return sendProblem(reply, 422, 'invalid limit or cursor');
    const rows = groups(query.closed === 'true', listVersions(query));
    const next = from + limit < rows.length ? { next_cursor: encode(from + limit) } : {};
    return { events: rows.slice(from, from + limit).map(buildEvent), ...next };
  });
  app.get<{ Querystring: Query }>('/events', ({ query }) => {
    const slugs = toList(query.slug);
    const rows = groups(query.closed === 'true', listVersions(query))
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
    return group === undefined ? sendProblem(reply, 404, 'not found') : buildEvent(group);
  });
  app.get<{ Params: { id: string } }>('/events/:id', ({ params }, reply) => {
    const group = allGroups().find(
      ([first]) => first !== undefined && shapes.eventSummary(first).id === params.id,
    );
    return group === undefined ? sendProblem(reply, 404, 'not found') : buildEvent(group);
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
    ...eventWindow(first, t),
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
