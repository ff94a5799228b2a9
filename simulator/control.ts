import type { FastifyInstance } from 'fastify';
import { type Faults, parseFault } from './faults.ts';
import type { RateLimits } from './rate-limits.ts';
import { groundTruth } from './world/ground-truth.ts';
import type { World } from './world/world.ts';

interface ControlTargets {
  readonly world: World;
  readonly faults: Faults;
  readonly rateLimits: RateLimits;
  readonly now: () => number;
}

/** The simulator's own routes below `/simulator`: faults, use of the limits, the truth about the world, its time. */
export function controlRoutes(
  app: FastifyInstance,
  { world, faults, rateLimits, now }: ControlTargets,
): void {
  app.get('/simulator/time', () => ({ now: now(), iso: new Date(now()).toISOString() }));
  app.get('/simulator/world', () => groundTruth(world.universe(now()), now()));
  app.get('/simulator/rate-limits', () => ({ use: rateLimits.use() }));
  app.get('/simulator/faults', () => ({ faults: faults.list() }));
  app.post('/simulator/faults', (request, reply) => {
    try {
      return reply.code(201).send({ id: faults.set(parseFault(request.body)) });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return reply.code(400).send({ error: error.message });
    }
  });
  app.delete('/simulator/faults', () => {
    faults.clearAll();
    return { faults: [] };
  });
  app.delete<{ Params: { id: string } }>('/simulator/faults/:id', (request, reply) =>
    faults.clear(Number(request.params.id)) ? { ok: true } : reply.code(404).send({ error: 'no such fault' }),
  );
}
