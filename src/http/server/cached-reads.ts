import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { withDeadline } from '../../scheduling/deadline.ts';
import { toNetwork } from '../access/client-network.ts';
import type { AccessGate } from '../access/gate.ts';
import type { RouteFacts } from '../access/route-config.ts';
import type { HeavyWork } from '../heavy/heavy-work.ts';
import { IGNORED_PARAMETERS_HEADER } from '../parameters/ignored-parameters.ts';
import { negotiateEncoding } from '../responses/encodings.ts';
import { ApiError } from '../responses/errors.ts';
import { formatCacheControl } from '../responses/headers.ts';
import type { Permit, ResponseCache, Servable } from '../responses/response-cache.ts';
import { listPageReaders } from '../routing/route-table.ts';
import { AnswerMaker } from './answer-maker.ts';

export interface CachedReadsOptions {
  readonly cache: ResponseCache;
  /** Runs the jobs of heavy responses; null: no route of the server has heavy responses. */
  readonly heavy: HeavyWork | null;
  /** Monotonic clock in ms. */
  readonly now: () => number;
  /** Maximum time for making a response. */
  readonly handlerMs: number;
  readonly isStopping: () => boolean;
  /** Called when a response failed after its head was sent. */
  readonly onBroken: (error: unknown, request: FastifyRequest) => void;
}

/** Adds caching to handlers that return data. */
export class CachedReads {
  readonly #options: CachedReadsOptions;
  /** Original handler of each wrapper. HEAD routes are made from GET routes and must not be wrapped twice. */
  readonly #wrapped = new WeakMap<object, RouteOptions['handler']>();

  constructor(options: CachedReadsOptions) {
    this.#options = options;
  }

  /**
   * Wraps the handler of a route.
   *
   * @param standing Header fields of every response of the route.
   * @param gate Gate of the route, whose responses are then private; null: the route is open.
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
    // Without a schema, params and query are not parameters of the route, so responses must not depend on them.
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
      // All spellings of a URL share the response, but not the header with the parameters that one of them ignored.
      const hasIgnored = reply.hasHeader(IGNORED_PARAMETERS_HEADER);
      // If the key of a URL changes with a version, only the full request path can find the response.
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

/**
 * Creates the quick check for later requests of a cached response; undefined: the gate has none, so every request takes
 * the full request path.
 */
function findPermit(gate: AccessGate, facts: RouteFacts, request: FastifyRequest): Permit | undefined {
  const route = request.routeOptions.url ?? '';
  const { venues } = request.requestContext;
  if (gate.tryAdmit === undefined) return undefined;
  return ({ headers }) => gate.tryAdmit?.({ route, facts, venues, headers }) ?? null;
}

/** Creates a signal that aborts when the connection closes before the response was written. */
function createGoneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished)
      gone.abort(new ApiError('shutting_down', 'the caller closed the connection'));
  });
  return gone.signal;
}

/**
 * Limits the time of a handler. The time starts when the body has been read, because slow bodies have a limit of their
 * own.
 */
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
