import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { withDeadline } from '../../scheduling/deadline.ts';
import { toNetwork } from '../access/client-network.ts';
import type { AccessGate } from '../access/gate.ts';
import type { HeavyWork } from '../heavy/heavy-work.ts';
import { IGNORED_PARAMETERS_HEADER } from '../parameters/ignored-parameters.ts';
import { negotiateEncoding } from '../responses/encodings.ts';
import { ApiError } from '../responses/errors.ts';
import { formatCacheControl } from '../responses/headers.ts';
import type { Permit, ResponseCache, Servable } from '../responses/response-cache.ts';
import type { RouteFacts } from '../routing/route-config.ts';
import { listPageReaders } from '../routing/route-table.ts';
import { AnswerMaker } from './answer-maker.ts';

export interface CachedReadsOptions {
  readonly cache: ResponseCache;
  /** Work of heavy answers; null: no route of the server is heavy. */
  readonly heavy: HeavyWork | null;
  /** Monotonic ms. */
  readonly now: () => number;
  /** Longest time for making an answer. */
  readonly handlerMs: number;
  readonly isStopping: () => boolean;
  /** An answer that broke off after its head was sent. */
  readonly onBroken: (error: unknown, request: FastifyRequest) => void;
}

/** Lets handlers that return data answer through the cache. */
export class CachedReads {
  readonly #options: CachedReadsOptions;
  /** The handler inside each wrapper: HEAD routes are made from GET routes and must not be wrapped twice. */
  readonly #wrapped = new WeakMap<object, RouteOptions['handler']>();

  constructor(options: CachedReadsOptions) {
    this.#options = options;
  }

  /**
   * @param standing Header fields of every answer of the route.
   * @param gate The route is behind it: its answers are private, and every request passes the gate. null: open.
   */
  wrap(
    route: RouteOptions,
    facts: RouteFacts,
    { standing, gate }: { readonly standing: IncomingHttpHeaders; readonly gate: AccessGate | null },
  ): void {
    const { cache, handlerMs, isStopping, onBroken } = this.#options;
    const isGuarded = gate !== null;
    const answers = new AnswerMaker(this.#options);
    const compute = this.#wrapped.get(route.handler) ?? route.handler;
    const freshForMs = facts.processCacheMs ?? facts.cacheSeconds * 1_000;
    const ofRoute = {
      standingHeaders: standing as Readonly<Record<string, string>>,
      cacheControl: formatCacheControl(facts.cacheSeconds, isGuarded),
      isPrivate: isGuarded,
      vary: [
        ...(isGuarded ? ['Authorization', 'X-API-Key'] : []),
        ...(listPageReaders(facts) === 'other' ? ['Origin'] : []),
      ],
      freshForMs,
    };
    // Without a schema nothing a caller sends is a parameter, so nothing of it may distinguish answers.
    const [hasParams, hasQuery] = [route.schema?.params, route.schema?.querystring].map(
      (schema) => schema !== undefined,
    );

    if (freshForMs > 0 && !hasParams && /[:*]/.test(route.url)) {
      throw new Error(`${route.url} is cached and declares no schema of its parameters`);
    }

    const wrapped: RouteOptions['handler'] = async function (this: FastifyInstance, request, reply) {
      const params = hasParams ? JSON.stringify(request.params) : '';
      const query = hasQuery ? JSON.stringify(request.query) : '';
      const version = facts.getVersion?.() ?? '';
      const key = `${route.url} ${params} ${query}${version}`;
      const wanted = negotiateEncoding(request.headers['accept-encoding'] as string | undefined);
      const make = async (signal: AbortSignal): Promise<Servable> => {
        const result = await readWithinTime(Promise.resolve(compute.call(this, request, reply)), handlerMs);
        const caller = { address: toNetwork(request.ip), signal };
        return answers.make(result, ofRoute, { key, wanted, caller });
      };
      const gone = createGoneSignal(reply.raw);
      const answer = freshForMs > 0 ? await cache.get(key, make, gone) : await make(gone);
      const permit = gate === null ? null : findPermit(gate, facts, request);
      // The answer is shared by all spellings of an address; the field that names what one of them ignored is not.
      const hasIgnored = reply.hasHeader(IGNORED_PARAMETERS_HEADER);
      // An address leads to one key: where that changes, only the full request path finds it.
      const hasOneKey = facts.getVersion === undefined;
      if (freshForMs > 0 && permit !== undefined && !hasIgnored && hasOneKey) {
        cache.remember(request.raw.url ?? '', key, permit);
      }

      const extra = isGuarded || hasIgnored ? flattenHeaders(reply.getHeaders()) : null;
      reply.hijack();
      if (isStopping()) reply.raw.shouldKeepAlive = false;
      await answer
        .write(request.raw, reply.raw, request.id, wanted, extra)
        .catch((error: unknown) => onBroken(error, request));
      return reply;
    };
    this.#wrapped.set(wrapped, compute);
    route.handler = wrapped;
  }
}

/** Quick check of later requests of a cached answer; undefined: the gate has none, so each takes the full check. */
function findPermit(gate: AccessGate, facts: RouteFacts, request: FastifyRequest): Permit | undefined {
  const route = request.routeOptions.url ?? '';
  const { venues } = request.requestContext;
  if (gate.tryAdmit === undefined) return undefined;
  return ({ headers }) => gate.tryAdmit?.({ route, facts, venues, headers }) ?? null;
}

/** Aborts when the connection closes before the answer was written. */
function createGoneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished)
      gone.abort(new ApiError('shutting_down', 'the caller closed the connection'));
  });
  return gone.signal;
}

/** The time of a handler begins when its body is there: a slow body has a limit of its own, and one answer. */
export function limitHandler(route: RouteOptions, handlerMs: number): void {
  const { handler } = route;
  route.handler = async function (this: FastifyInstance, request, reply) {
    return readWithinTime(Promise.resolve(handler.call(this, request, reply)), handlerMs);
  };
}

function readWithinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return withDeadline(work, ms, (): never => {
    throw new ApiError('handler_timeout', `the answer took longer than ${ms} ms`);
  });
}

function flattenHeaders(headers: Record<string, unknown>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}
