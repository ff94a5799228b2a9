import type { FastifyInstance } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import { activeRoutes } from './active.ts';
import { marketRoutes } from './market.ts';

/** The REST routes. An unnamed user agent is refused, as the venue does. */
export function limitlessRoutes(app: FastifyInstance, view: VenueView): void {
  app.addHook('onRequest', async (request, reply) => {
    const agent = request.headers['user-agent'] ?? '';
    if (agent === '' || agent.startsWith('python-urllib'))
      return reply.code(403).send({ message: 'Forbidden' });
  });
  activeRoutes(app, view);
  marketRoutes(app, view);
}
