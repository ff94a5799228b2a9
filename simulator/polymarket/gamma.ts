import type { FastifyInstance, FastifyReply } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import { gammaEventRoutes } from './gamma-events.ts';
import { listRows, type Row } from './gamma-rows.ts';
import { encode, findCursor, listVersions, parseLimit, type Query, sendProblem, toList } from './query.ts';

/** Gamma: discovery and metadata. */
export function gammaRoutes(app: FastifyInstance, view: VenueView): void {
  const filtered = (query: Query) => {
    const wanted = {
      slug: toList(query.slug),
      condition: toList(query.condition_ids),
      token: toList(query.clob_token_ids),
      id: toList(query.id),
    };
    const closed = query.closed === 'true';
    const versions = listVersions(query);
    const rows = listRows(view).filter((row) => {
      if (row.isClosed() !== closed) return false;
      if (!versions.includes(row.ids()?.version ?? 'v1')) return false;
      if (wanted.slug.length > 0 && !wanted.slug.includes(row.slug)) return false;
      if (wanted.id.length > 0 && !wanted.id.includes(row.id)) return false;
      if (wanted.condition.length > 0 && !wanted.condition.includes(row.ids()?.conditionId ?? ''))
        return false;
      return wanted.token.length === 0 || row.ids()?.tokens.some((token) => wanted.token.includes(token));
    });
    return query.ascending === 'true' ? rows.reverse() : rows;
  };

  app.get<{ Querystring: Query }>('/markets/keyset', ({ query }, reply) => {
    if (query.offset !== undefined)
      return sendProblem(reply, 422, 'offset is not supported on keyset routes');
    const limit = parseLimit(query.limit, 20, 100);
    if (limit === null) return sendProblem(reply, 422, 'limit must be between 1 and 100');
    const from = findCursor(query.after_cursor);
    if (from === null) return sendProblem(reply, 422, 'invalid cursor');
    const rows = filtered(query);
    const next = from + limit < rows.length ? { next_cursor: encode(from + limit) } : {};
    return { markets: rows.slice(from, from + limit).map(({ make }) => make()), ...next };
  });
  app.get<{ Querystring: Query }>('/markets', ({ query }, reply) => {
    if (toList(query.clob_token_ids).some((token) => !/^\d+$/.test(token)))
      return sendProblem(reply, 422, 'invalid clob token ids');
    const offset = Number(query.offset ?? 0);
    if (offset > 2_000) return sendProblem(reply, 422, 'offset too large, use /markets/keyset');
    const limit = parseLimit(query.limit, 20, 500) ?? 500;
    return filtered(query)
      .slice(offset, offset + limit)
      .map(({ make }) => make());
  });
  const single = (found: Row | undefined, reply: FastifyReply) =>
    found === undefined ? sendProblem(reply, 404, 'not found') : found.make();
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

  gammaEventRoutes(app, view);
  app.get('/tags', () => [{ id: '1', label: 'Crypto', slug: 'crypto' }]);
  app.get('/status', (_request, reply) => reply.type('text/plain').send('OK'));
}
