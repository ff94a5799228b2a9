import type { FastifyInstance } from 'fastify';
import type { VenueView } from '../venue-view.ts';
import { eventRoutes } from './events.ts';
import { historyRoutes } from './history.ts';
import { marketRoutes } from './markets.ts';
import { sendNotFound } from './query.ts';

/** The routes below `/trade-api/v2`. */
export function kalshiRoutes(app: FastifyInstance, view: VenueView): void {
  app.get('/exchange/status', () => ({
    exchange_active: true,
    trading_active: true,
    exchange_estimated_resume_time: null,
  }));
  app.get('/exchange/schedule', () => ({ schedule: { standard_hours: [], maintenance_windows: [] } }));
  app.get('/exchange/announcements', () => ({ announcements: [] }));

  marketRoutes(app, view);
  eventRoutes(app, view);
  historyRoutes(app, view);
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
}
