import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { withDeadline } from '../../scheduling/deadline.ts';
import { Answer, ServableAnswer } from '../responses/answer.ts';
import { negotiateEncoding } from '../responses/encodings.ts';
import { ApiError } from '../responses/errors.ts';
import { cacheControl } from '../responses/headers.ts';
import type { ResponseCache } from '../responses/response-cache.ts';
import type { RouteFacts } from '../routing/route-config.ts';

export interface CachedReadsOptions {
  readonly cache: ResponseCache;
  /** Monotonic ms. */
  readonly now: () => number;
  /** How long an answer may take. */
  readonly handlerMs: number;
  readonly isStopping: () => boolean;
}

/** Lets handlers that return data answer through the cache. */
export class CachedReads {
  readonly #options: CachedReadsOptions;
  /** What each wrapped handler wraps: HEAD routes are made from GET routes and must not be wrapped twice. */
  readonly #wrapped = new WeakMap<object, RouteOptions['handler']>();

  constructor(options: CachedReadsOptions) {
    this.#options = options;
  }

  /**
   * @param standing Header fields of every answer of the route.
   * @param isGuarded The route stands behind the gate: its answers are private, and every request passes the gate.
   */
  wrap(
    route: RouteOptions,
    facts: RouteFacts,
    { standing, isGuarded }: { readonly standing: IncomingHttpHeaders; readonly isGuarded: boolean },
  ): void {
    const { cache, now, handlerMs, isStopping } = this.#options;
    const compute = this.#wrapped.get(route.handler) ?? route.handler;
    const freshForMs = facts.processCacheMs ?? facts.cacheSeconds * 1_000;
    const control = cacheControl(facts.cacheSeconds, isGuarded);
    const vary = isGuarded ? ['Authorization', 'X-API-Key'] : [];
    // Without a schema nothing a caller sends is a parameter, so nothing of it may tell answers apart.
    const [hasParams, hasQuery] = [route.schema?.params, route.schema?.querystring].map(
      (schema) => schema !== undefined,
    );

    const wrapped: RouteOptions['handler'] = async function (this: FastifyInstance, request, reply) {
      const params = hasParams ? JSON.stringify(request.params) : '';
      const query = hasQuery ? JSON.stringify(request.query) : '';
      const key = `${route.url} ${params} ${query}`;
      const make = async (): Promise<ServableAnswer> => {
        const result = await withinTime(Promise.resolve(compute.call(this, request, reply)), handlerMs);
        const answer = result instanceof Answer ? result : new Answer(JSON.stringify(result));
        return new ServableAnswer({
          answer,
          standingHeaders: standing as Readonly<Record<string, string>>,
          cacheControl: control,
          vary,
          now,
          freshForMs,
          onGrowth: (grown) => cache.resize(key, grown),
        });
      };
      const answer = freshForMs > 0 ? await cache.get(key, make) : await make();
      if (freshForMs > 0 && !isGuarded) cache.remember(request.raw.url ?? '', key);

      const wanted = negotiateEncoding(request.headers['accept-encoding'] as string | undefined);
      const extra = isGuarded ? flatHeaders(reply.getHeaders()) : null;
      reply.hijack();
      if (isStopping()) reply.raw.shouldKeepAlive = false;
      await answer.write(request.raw, reply.raw, request.id, wanted, extra);
      return reply;
    };
    this.#wrapped.set(wrapped, compute);
    route.handler = wrapped;
  }
}

/** The time of a handler begins when its body is there: a slow body has a limit of its own, and one answer. */
export function limitHandler(route: RouteOptions, handlerMs: number): void {
  const { handler } = route;
  route.handler = async function (this: FastifyInstance, request, reply) {
    return withinTime(Promise.resolve(handler.call(this, request, reply)), handlerMs);
  };
}

function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return withDeadline(work, ms, (): never => {
    throw new ApiError('handler_timeout', `the answer took longer than ${ms} ms`);
  });
}

function flatHeaders(headers: Record<string, unknown>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}
