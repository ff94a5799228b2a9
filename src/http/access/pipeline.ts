import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type AccessGate, type Admission, type Call, NOTHING_TO_REFUND, type Refund } from './gate.ts';
import type { RequestContext } from './request-context.ts';
import type { RouteFacts } from './route-config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Facts about the caller; those of {@link OPEN_CONTEXT} on open routes. */
    requestContext: RequestContext;
    /** Admission by the gate; null on open routes. */
    admission: Admission | null;
  }
}

type OnRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Hooks of this module. The framework copies the hooks of a GET route to its HEAD route; removing the copies keeps
 * requests from passing the gate twice.
 */
const guards = new WeakSet<object>();

/**
 * Puts a route behind the gate. A request passes `authenticate` and `admit` before its parameters and body are read,
 * and settles when its response is written or its connection closes. Open routes get no hook.
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
 * Charges the price of a route, when nothing but the ledger write can fail any more.
 *
 * @returns A function that refunds the price if the response cannot begin after all.
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
