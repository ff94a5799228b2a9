import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { isGuarded } from '../access/gate.ts';
import { guardRoute } from '../access/pipeline.ts';
import { createIgnoredParametersHook } from '../parameters/ignored-parameters.ts';
import { listPageReaders } from '../routing/route-table.ts';
import { limitHandler } from './cached-reads.ts';
import type { Framework } from './framework.ts';
import type { ServerOptions, ServerParts } from './server-parts.ts';

/** Adds headers, cache or time limit, and gate to every route that is registered afterwards. */
export function fitRoutes(
  app: Framework,
  { settings, gate }: Pick<ServerOptions, 'settings' | 'gate'>,
  { table, headers, reads, timeouts: { handlerMs } }: ServerParts,
): void {
  app.addHook('onRoute', (route) => {
    // The route for preflight requests covers all paths and declares no facts.
    if (route.method === 'OPTIONS' && route.url === '*') return;
    const facts = table.add(route);
    const guarded = isGuarded(facts, settings.paidGating);
    const readers = listPageReaders(facts);
    const standing = readers === 'all' ? headers.public : headers.closed;
    addOnRequest(route, createIgnoredParametersHook(route));
    const isRead = route.method === 'GET' || route.method === 'HEAD';
    if (isRead && facts.direct !== true) reads.wrap(route, facts, { standing, gate: guarded ? gate : null });
    else {
      if (!isRead) limitHandler(route, handlerMs);
      addOnRequest(route, async (request, reply) => {
        reply.headers(standing);
        if (readers === 'other') reply.header('vary', 'Origin');
        reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
      });
    }
    if (!guarded) return;
    if (gate === null) throw new Error(`${route.url} needs a gate and the server was built without one`);
    guardRoute(route, facts, gate);
  });
}

function addOnRequest(
  route: RouteOptions,
  hook: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  const existing = route.onRequest === undefined ? [] : [route.onRequest].flat();
  route.onRequest = [...existing, hook];
}
