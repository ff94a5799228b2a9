import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Scene } from './scene.ts';

/** Lets the faults of a venue strike its requests. */
export function faultHooks(app: FastifyInstance, scene: Scene): void {
  const malformed = new WeakSet<object>();
  app.addHook('onRequest', async (request, reply) => {
    for (const fault of scene.faults.strike(scene.venue, request.url)) {
      switch (fault.kind) {
        case 'delay':
          await sleep(fault.delayMs, undefined, { ref: false });
          break;
        case 'status':
          if (fault.retryAfterSeconds !== undefined)
            reply.header('retry-after', String(fault.retryAfterSeconds));
          return reply
            .code(fault.status)
            .send({ error: fault.status === 429 ? 'too many requests' : 'simulated failure' });
        case 'reset':
          reply.hijack();
          request.raw.socket.resetAndDestroy();
          return reply;
        case 'malformed':
          malformed.add(request);
          break;
      }
    }
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    if (!malformed.has(request) || typeof payload !== 'string') return payload;
    // Cut in the middle, so that it is no JSON any more.
    return payload.slice(0, Math.max(1, Math.floor(payload.length / 2)));
  });
}
