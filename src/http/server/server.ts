import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import type { Logger } from 'pino';
import { type AccessGate, isGuarded } from '../access/gate.ts';
import { findOtherPage } from '../access/other-origin.ts';
import { guardRoute } from '../access/pipeline.ts';
import { OPEN_CONTEXT } from '../access/request-context.ts';
import { requestFacts } from '../access/request-facts.ts';
import type { HeavyWork } from '../heavy/heavy-work.ts';
import { findOtherOrigin, type OtherServer } from '../pages/terminal/origins.ts';
import { ignoredParametersHook } from '../parameters/ignored-parameters.ts';
import { validatorCompiler } from '../parameters/parameters.ts';
import { ApiError, errorBody, toApiError } from '../responses/errors.ts';
import { otherPageHeaders, standingHeaders } from '../responses/headers.ts';
import type { Refusals } from '../responses/refusals.ts';
import { ResponseCache } from '../responses/response-cache.ts';
import type { Companion } from '../routing/companion.ts';
import { describeRoutes } from '../routing/openapi.ts';
import type { ApiServer, RouteSet } from '../routing/registration.ts';
import type { RouteFacts } from '../routing/route-config.ts';
import { pageReaders, RouteTable } from '../routing/route-table.ts';
import { StreamHub } from '../sse/stream-hub.ts';
import { BODY_LIMIT_BYTES, readJsonBodies, readRawBodies } from './bodies.ts';
import { answerBrokenRequest, answerOddRequests } from './broken-requests.ts';
import { CachedReads, limitHandler } from './cached-reads.ts';
import { closeWithoutCutting } from './connections.ts';
import { Fallbacks } from './fallbacks.ts';
import { getRequestId } from './request-id.ts';
import type { HttpTimeouts, ServerSettings } from './settings.ts';

const TIMEOUTS: HttpTimeouts = {
  requestMs: 30_000,
  headersMs: 15_000,
  connectionCheckMs: 5_000,
  handlerMs: 15_000,
};
/** Longer than the minute that proxies usually keep an idle connection, so that no request meets a closed one. */
const KEEP_ALIVE_MS = 72_000;
/** Of one segment of a path; longer ones match no route. */
const MAX_PARAM_LENGTH = 512;
const MAX_CLOSING_MS = 5_000;

export interface ServerOptions {
  /** What it serves, in the order of the catalogue. */
  readonly sets: readonly RouteSet[];
  readonly settings: ServerSettings;
  /** null: a server whose routes are all open. One with a guarded route cannot be built without. */
  readonly gate: AccessGate | null;
  readonly log: Logger;
  /** Where heavy answers are made. Default: no route is heavy. */
  readonly heavy?: HeavyWork | null;
  /** Monotonic ms, for ages and expiry. */
  readonly now: () => number;
  /** Said of a path that does not exist. Default: that no endpoint has it. */
  readonly absence?: string;
  /** Counts what callers are refused. */
  readonly refusals?: Refusals;
  /** Whose endpoints the catalogue and the document name beside its own. */
  readonly companion?: Companion | null;
}

/**
 * Builds a server from sets of routes: limits, headers, cache, error shape, access. It does not listen yet.
 *
 * A request passes: cached answer -> authenticate -> admit -> parameters and body -> charge -> handler -> settle. A
 * hit of the cache writes bytes that were made before, and nothing else; open routes know no gate.
 */
export async function buildServer({
  sets,
  settings,
  gate,
  heavy = null,
  log,
  now,
  absence,
  refusals,
  companion = null,
}: ServerOptions): Promise<ApiServer> {
  const headers = standingHeaders(settings.strictTransport ?? false);
  const other = settings.other ?? null;
  const table = new RouteTable();
  const fallbacks = new Fallbacks(table, absence ?? null, companion);
  const cache = new ResponseCache(settings.cacheBytes);
  const hub = new StreamHub({ limits: settings.streamLimits, now });
  let isStopping = false;
  const timeouts = { ...TIMEOUTS, ...settings.timeouts };
  const { handlerMs } = timeouts;
  const reads = new CachedReads({
    cache,
    heavy,
    now,
    handlerMs,
    isStopping: () => isStopping,
    onBroken: (error, request) => log.error({ err: error, ...requestFacts(request) }, 'an answer broke off'),
  });

  const app = fastify({
    logger: false,
    genReqId: getRequestId,
    requestIdHeader: false,
    trustProxy: settings.trustedProxies.length === 0 ? false : [...settings.trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.connectionCheckMs,
      // Node would refuse a request without Host in a shape of its own.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => sendError(error, reply),
    clientErrorHandler: answerBrokenRequest,
    // The framework loads its own compilers, a hundred modules, unless it is given others here.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        // V8 writes JSON faster than generated code does, and turns what is not finite into null.
        buildSerializer: () => () => JSON.stringify,
      },
    },
    ajv: undefined as never,
  }).withTypeProvider<TypeBoxTypeProvider>();

  readJsonBodies(app as never);
  app.setErrorHandler((error: FastifyError, _request, reply) => sendError(error, reply));
  app.decorateRequest('requestContext', null as never);
  app.decorateRequest('admission', null);

  function sendError(error: unknown, reply: FastifyReply): void {
    const failure = toApiError(error);
    refusals?.count(failure);
    const { id, url } = reply.request;
    if (failure.code === 'internal')
      log.error({ err: error, ...requestFacts(reply.request) }, 'request failed');
    const facts = reply.request.routeOptions?.config as Partial<RouteFacts> | undefined;
    const readers = facts?.access === undefined ? 'all' : pageReaders(facts as RouteFacts);
    if (readers === 'other') reply.header('vary', 'Origin');
    reply
      .code(failure.statusCode)
      .headers(readers === 'all' ? headers.public : headers.closed)
      .headers({ ...failure.headers, 'x-request-id': id, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(errorBody(failure, id, url));
  }

  app.addHook('preClose', async () => {
    isStopping = true;
    hub.stop();
    // Requests in flight may end; connections that say nothing must not hold up the end of the process.
    setTimeout(() => app.server.closeAllConnections(), MAX_CLOSING_MS).unref();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (isStopping) {
      reply.header('connection', 'close');
      done(new ApiError('shutting_down', 'the process is stopping; ask again'));
    } else if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1') {
      done(new ApiError('validation_failed', 'a request of HTTP/1.1 must name its host'));
    } else if (request.raw.url === '*' && request.method !== 'OPTIONS') {
      done(fallbacks.buildFailure(request.method, '*'));
    } else if (cache.tryWrite(request.raw, reply.raw, request.id)) {
      reply.hijack();
    } else if (request.is404) {
      // Before its body is read: nobody asked for it.
      const origin = other === null ? null : findOtherOrigin(request, other);
      done(fallbacks.buildFailure(request.method, request.raw.url, origin));
    } else {
      request.requestContext = OPEN_CONTEXT;
      letOtherRead(other, request, reply);
      done();
    }
  });

  app.addHook('onRoute', (route) => {
    // The answer to preflights stands for all paths and states nothing of its own.
    if (route.method === 'OPTIONS' && route.url === '*') return;
    const facts = table.add(route);
    const guarded = isGuarded(facts, settings.paidGating);
    const readers = pageReaders(facts);
    const standing = readers === 'all' ? headers.public : headers.closed;
    addOnRequest(route, ignoredParametersHook(route));
    const isRead = route.method === 'GET' || route.method === 'HEAD';
    if (isRead && facts.direct !== true) reads.wrap(route, facts, { standing, gate: guarded ? gate : null });
    else {
      if (!isRead) limitHandler(route, handlerMs);
      addOnRequest(route, async (request, reply) => {
        reply.headers(standing);
        if (readers === 'other') reply.header('vary', 'Origin');
        reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
      });
    }
    if (!guarded) return;
    if (gate === null) throw new Error(`${route.url} needs a gate and the server was built without one`);
    guardRoute(route, facts, gate);
  });

  fallbacks.answerPreflights(app, headers, other);
  answerOddRequests(app.server, fallbacks);
  const description = describeRoutes(app, settings, table, companion);
  app.decorate('described', { rows: () => table.api, ...description });
  for (const { bodies, routes } of sets) {
    await app.register(async (scope) => {
      if (bodies === 'raw') readRawBodies(scope as never);
      for (const add of routes) await add(scope as ApiServer, { table, cache, hub, now, companion });
    });
  }
  await app.ready();
  answerFirst(
    app.server,
    (request, response) =>
      !isStopping &&
      request.headers.host !== undefined &&
      cache.tryWrite(request, response, getRequestId(request)),
  );
  closeWithoutCutting(app.server);
  return app;
}

/** Lets a hit of the cache be written before the framework looks for a route. */
function answerFirst(
  server: Server,
  tryAnswer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (tryAnswer(request, response)) return;
    for (const listener of others) listener(request, response);
  });
}

/** Before the gate: a page of the other address reads refusals too. */
function letOtherRead(other: OtherServer | null, request: FastifyRequest, reply: FastifyReply): void {
  const origin = findOtherPage(request, other);
  const { access, showsHolder } = request.routeOptions.config;
  if (origin === null || access === undefined) return;
  if (pageReaders({ access, showsHolder }) === 'other') reply.headers(otherPageHeaders(origin));
}

function addOnRequest(
  route: RouteOptions,
  hook: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  const existing = route.onRequest === undefined ? [] : [route.onRequest].flat();
  route.onRequest = [...existing, hook];
}
