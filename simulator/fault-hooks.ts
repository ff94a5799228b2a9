import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { RequestFault } from './faults.ts';
import { rawBody } from './raw-body.ts';
import type { VenueView } from './venue-view.ts';

/** Marks the first of two deliveries, so that it is not delivered twice itself. */
const DELIVERED_TWICE = 'x-simulator-delivered-twice';

/** Lets the faults of a venue strike its requests. */
export function faultHooks(app: FastifyInstance, view: VenueView): void {
  const malformed = new WeakSet<object>();
  const twice = new WeakSet<object>();
  const afterwards = new WeakMap<object, RequestFault[]>();

  app.addHook('onRequest', async (request, reply) => {
    if (DELIVERED_TWICE in request.headers) return;
    for (const fault of view.faults.strike(view.venue, request.url)) {
      if ('when' in fault && fault.when === 'after') {
        afterwards.set(request, [...(afterwards.get(request) ?? []), fault]);
        continue;
      }
      switch (fault.kind) {
        case 'delay':
          await sleep(fault.delayMs, undefined, { ref: false });
          break;
        case 'status':
          return reply.code(fault.status).headers(buildHeaders(fault)).send(buildBody(fault.status));
        case 'reset':
          return resetConnection(request, reply);
        case 'malformed':
          malformed.add(request);
          break;
        case 'duplicate':
          twice.add(request);
          break;
      }
    }
  });
  app.addHook('preHandler', async (request) => {
    if (!twice.has(request)) return;
    const body = rawBody(request);
    await app.inject({
      method: request.method as HTTPMethods & 'GET',
      url: request.url,
      headers: { ...request.headers, [DELIVERED_TWICE]: '1' },
      ...(body === '' ? {} : { payload: body }),
    });
  });
  app.addHook('onSend', async (request, reply, payload) => {
    for (const fault of afterwards.get(request) ?? []) {
      if (fault.kind === 'delay') await sleep(fault.delayMs, undefined, { ref: false });
      if (fault.kind === 'reset') request.raw.socket.resetAndDestroy();
      if (fault.kind !== 'status') continue;
      reply
        .code(fault.status)
        .headers(buildHeaders(fault))
        .type('application/json')
        .removeHeader('content-length');
      return JSON.stringify(buildBody(fault.status));
    }
    if (!malformed.has(request) || typeof payload !== 'string') return payload;
    // Cut in the middle, so that it is no JSON any more.
    reply.removeHeader('content-length');
    return payload.slice(0, Math.max(1, Math.floor(payload.length / 2)));
  });
}

function buildHeaders({ retryAfterSeconds }: Extract<RequestFault, { kind: 'status' }>) {
  return retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
}

function buildBody(status: number): object {
  return { error: status === 429 ? 'too many requests' : 'simulated failure' };
}

function resetConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.resetAndDestroy();
  return reply;
}
