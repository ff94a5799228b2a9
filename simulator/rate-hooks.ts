import type { FastifyInstance, FastifyReply } from 'fastify';
import type { RateLimits } from './rate-limits.ts';
import type { VenueView } from './venue-view.ts';
import type { SimulatedVenue } from './world/venues.ts';

/** Rows of an answer per additional unit of weight at Hyperliquid, by request type. */
const ROWS_A_WEIGHT: Readonly<Record<string, number>> = {
  candleSnapshot: 60,
  fundingHistory: 20,
  historicalOrders: 20,
  nonUserFundingUpdates: 20,
  recentTrades: 20,
  twapHistory: 20,
  userFills: 20,
  userFillsByTime: 20,
  userFunding: 20,
};
/** The header that names who calls. Hyperliquid counts by address alone. */
const CALLER_HEADERS: Readonly<Partial<Record<SimulatedVenue, string>>> = {
  polymarket: 'poly_address',
  kalshi: 'kalshi-access-key',
  limitless: 'lmts-api-key',
};

/** Counts the calls of a venue, and refuses those beyond its limits while the fault `rate_limits` is on. */
export function rateHooks(app: FastifyInstance, view: VenueView, limits: RateLimits): void {
  const { venue, faults } = view;
  app.addHook('preHandler', async (request, reply) => {
    const { pathname: path } = new URL(request.url, 'http://simulator');
    const named = request.headers[CALLER_HEADERS[venue] ?? ''];
    const caller = typeof named === 'string' ? named : null;
    const call = { method: request.method, path, body: request.body, caller };
    const { isBeyond, end } = limits.begin(venue, call);
    reply.raw.once('close', end);
    const waitMs = limits.count(venue, call);
    if (!faults.hasRateLimits(venue)) return;
    if (waitMs > 0 || isBeyond) return sendRefusal(reply, venue, Math.ceil(waitMs / 1_000));
  });
  app.addHook('onResponse', async (request) => {
    if (venue !== 'hyperliquid') return;
    const rows = ROWS_A_WEIGHT[String((request.body as { type?: unknown } | null)?.type)];
    const count = answeredRows.get(request);
    if (rows !== undefined && count !== undefined) limits.addWeight(venue, Math.ceil(count / rows));
  });
}

const answeredRows = new WeakMap<object, number>();

/** Remembers how many rows a request was answered with. */
export function countRows(request: object, answer: unknown): void {
  if (Array.isArray(answer)) answeredRows.set(request, answer.length);
}

/** The words of each venue, as far as they are known. */
function sendRefusal(reply: FastifyReply, venue: SimulatedVenue, waitSeconds: number): FastifyReply {
  reply.code(429);
  switch (venue) {
    case 'hyperliquid':
      // The body is not known.
      return reply.type('application/json').send('null');
    case 'polymarket':
      return reply.send({ error: 'Too Many Requests' });
    case 'kalshi':
      return reply.send({ error: 'too many requests' });
    case 'limitless':
      return reply
        .headers({ 'retry-after': String(Math.max(1, waitSeconds)), 'x-ratelimit-remaining': '0' })
        .send({ message: 'Too Many Requests' });
  }
}
