import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { RouteFacts } from '../routing/route-config.ts';
import { type AccessGate, type Admission, type Call, NOTHING_TO_REFUND, type Refund } from './gate.ts';
import type { RequestContext } from './request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Facts about the caller; null on open routes. */
    requestContext: RequestContext;
    /** The permission of the gate; null on open routes. */
    admission: Admission | null;
  }
}

type OnRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The framework makes a HEAD route from each GET route, hooks and all: a route passes the gate once. */
const guards = new WeakSet<object>();

/**
 * Puts a route behind the gate. A request passes authenticate and admit before anything of it is read, and settles
 * when its answer is written or its connection is gone. Routes that stay open get no hook.
 */
export function guardRoute(route: RouteOptions, facts: RouteFacts, gate: AccessGate): void {
  const guard: OnRequest = async (request, reply) => {
    const call = toCall(request, facts);
    const principal = await gate.authenticate(call);
    const admission = await gate.admit(call, principal);
    request.requestContext = { principal, venues: call.venues, price: admission.price };
    request.admission = admission;
    const { raw } = reply;
    finished(raw, (error) =>
      admission.settle({ status: raw.statusCode, isComplete: error === undefined || error === null }),
    );
    reply.headers(admission.headers);
  };
  guards.add(guard);
  const others = [route.onRequest ?? []].flat().filter((hook) => !guards.has(hook));
  route.onRequest = [guard as never, ...others];
}

/**
 * Takes the price of a route that has one, when nothing but the write can fail any more.
 *
 * @returns The way to give it back when the answer cannot begin after all.
 */
export async function charge({ admission, requestContext }: FastifyRequest): Promise<Refund> {
  if (admission === null || requestContext.price === 0) return NOTHING_TO_REFUND;
  return admission.charge();
}

function toCall(request: FastifyRequest, facts: RouteFacts): Call {
  const { method, routeOptions, headers, ip, id, raw } = request;
  const params = (request.params ?? {}) as Readonly<Record<string, string>>;
  const query = (request.query ?? {}) as Readonly<Record<string, unknown>>;
  return {
    method,
    route: routeOptions.url ?? '',
    facts,
    headers,
    ip,
    httpVersion: raw.httpVersion,
    venues: facts.getVenues?.(params, query) ?? null,
    requestId: id,
  };
}
