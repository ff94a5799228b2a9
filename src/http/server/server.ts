import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyError, type FastifyReply, type RouteOptions } from 'fastify';
import { createM2m } from '../../m2m/m2m.ts';
import { withDeadline } from '../../scheduling/deadline.ts';
import { isGuarded } from '../access/access.ts';
import { validatorCompiler } from '../parameters/parameters.ts';
import { Answer, ServableAnswer } from '../responses/answer.ts';
import { negotiateEncoding } from '../responses/encodings.ts';
import { ApiError, errorBody, toApiError } from '../responses/errors.ts';
import { cacheControl, PREFLIGHT_HEADERS, standingHeaders } from '../responses/headers.ts';
import { ResponseCache } from '../responses/response-cache.ts';
import { registerRoutes } from '../routes/index.ts';
import { registerOpenApi } from '../routing/openapi.ts';
import type { ApiServer } from '../routing/registration.ts';
import type { RouteFacts } from '../routing/route-config.ts';
import { isClosedAccess, RouteTable } from '../routing/route-table.ts';
import { StreamHub } from '../sse/stream-hub.ts';
import { closeWithoutCutting, mayAnswerOutOfTurn } from './connections.ts';
import type { HttpDeps, HttpTimeouts } from './dependencies.ts';
import { requestIdOf } from './request-id.ts';

const BODY_LIMIT_BYTES = 16 * 1024;
const TIMEOUTS: HttpTimeouts = {
  requestMs: 30_000,
  headersMs: 15_000,
  connectionCheckMs: 5_000,
  handlerMs: 15_000,
};
const KEEP_ALIVE_MS = 72_000;
const MAX_PARAM_LENGTH = 512;
const MAX_CLOSING_MS = 5_000;

/**
 * Builds the main API: limits, headers, cache, error shape and all routes. It does not listen yet.
 *
 * A request passes: cached answer -> access check -> parameters -> handler. A hit of the cache writes bytes
 * that were made before, and nothing else.
 */
export async function buildServer(deps: HttpDeps): Promise<ApiServer> {
  const { settings, log } = deps;
  const headers = standingHeaders(settings.strictTransport ?? false);
  const table = new RouteTable();
  const cache = new ResponseCache(settings.cacheBytes);
  const timeouts = { ...TIMEOUTS, ...settings.timeouts };
  const now = deps.monotonic ?? (() => performance.now());

  const app = fastify({
    logger: false,
    genReqId: requestIdOf,
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
    ajv: undefined as never,
  }).withTypeProvider<TypeBoxTypeProvider>();

  // All bodies are JSON; fastify would read plain text as well.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  // V8 writes JSON faster than generated code does, and turns what is not finite into null.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler((error: FastifyError, _request, reply) => sendError(error, reply));

  function sendError(error: unknown, reply: FastifyReply): void {
    const failure = toApiError(error);
    const { id, method, url } = reply.request;
    if (failure.code === 'internal') log.error({ err: error, requestId: id, method, url }, 'request failed');
    const facts = reply.request.routeOptions?.config as Partial<RouteFacts> | undefined;
    const isClosed = facts?.access !== undefined && isClosedAccess(facts as RouteFacts);
    reply
      .code(failure.statusCode)
      .headers(isClosed ? headers.closed : headers.public)
      .headers({ ...failure.headers, 'x-request-id': id, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(errorBody(failure, id));
  }

  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    // Requests in flight may end; connections that say nothing must not hold up the end of the process.
    setTimeout(() => app.server.closeAllConnections(), MAX_CLOSING_MS).unref();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (isStopping) {
      reply.header('connection', 'close');
      done(new ApiError('shutting_down', 'the process is stopping; ask again'));
    } else if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1') {
      done(new ApiError('validation_failed', 'a request of HTTP/1.1 must name its host'));
    } else if (cache.tryWrite(request.raw, reply.raw, request.id)) {
      reply.hijack();
    } else {
      done();
    }
  });

  app.addHook('onRoute', (route) => {
    // The answer to preflights stands for all paths and states nothing of its own.
    if (route.method === 'OPTIONS' && route.url === '*') return;
    const facts = table.add(route);
    const { access } = deps;
    const guarded = isGuarded(facts, settings.paidGating);
    if (guarded) {
      if (access === undefined) {
        throw new Error(`${route.url} needs an access check and the server was built without one`);
      }
      addOnRequest(route, (request, reply) => access(request, reply, facts));
    }
    const isRead = route.method === 'GET' || route.method === 'HEAD';
    if (isRead && facts.direct !== true) wrapRead(route, facts, guarded);
    else {
      if (!isRead) limitHandler(route);
      addOnRequest(route, async (request, reply) => {
        reply.headers(isClosedAccess(facts) ? headers.closed : headers.public);
        reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
      });
    }
  });

  /** What each wrapped handler wraps: HEAD routes are made from GET routes and must not be wrapped twice. */
  const readHandlers = new WeakMap<object, RouteOptions['handler']>();

  /** Makes a handler that returns data answer through the cache. */
  function wrapRead(route: RouteOptions, facts: RouteFacts, guarded: boolean): void {
    const compute = readHandlers.get(route.handler) ?? route.handler;
    const freshForMs = facts.processCacheMs ?? facts.cacheSeconds * 1_000;
    const control = cacheControl(facts.cacheSeconds, guarded);
    const vary = guarded ? ['Authorization', 'X-API-Key'] : [];
    const standing = isClosedAccess(facts) ? headers.closed : headers.public;
    const wrapped: RouteOptions['handler'] = async (request, reply) => {
      const key = `${route.url} ${JSON.stringify(request.params)} ${JSON.stringify(request.query)}`;
      const make = async (): Promise<ServableAnswer> => {
        const result = await withinTime(
          Promise.resolve(compute.call(app as never, request, reply)),
          timeouts.handlerMs,
        );
        const answer = result instanceof Answer ? result : new Answer(JSON.stringify(result));
        return new ServableAnswer({
          answer,
          standingHeaders: standing,
          cacheControl: control,
          vary,
          now,
          freshForMs,
          onGrowth: (grown) => cache.resize(key, grown),
        });
      };
      const answer = freshForMs > 0 ? await cache.get(key, make) : await make();
      if (freshForMs > 0 && !guarded) cache.remember(request.raw.url ?? '', key);

      const wanted = negotiateEncoding(request.headers['accept-encoding'] as string | undefined);
      const extra = guarded ? flatHeaders(reply.getHeaders()) : null;
      reply.hijack();
      if (isStopping) reply.raw.shouldKeepAlive = false;
      await answer.write(request.raw, reply.raw, request.id, wanted, extra);
      return reply;
    };
    readHandlers.set(wrapped, compute);
    route.handler = wrapped;
  }

  /** The time of a handler begins when its body is there: a slow body has a limit of its own, and one answer. */
  function limitHandler(route: RouteOptions): void {
    const { handler } = route;
    route.handler = (request, reply) =>
      withinTime(Promise.resolve(handler.call(app as never, request, reply)), timeouts.handlerMs);
  }

  app.options('*', { schema: { hide: true } as never }, async (request, reply) => {
    const pathname = pathnameOf(request.raw.url);
    if (table.methodsOf(pathname).length === 0)
      throw new ApiError('not_found', `no endpoint has the path ${pathname}`);
    reply.headers(headers.closed).header('x-request-id', request.id).header('cache-control', 'no-store');
    if (!table.isClosed(pathname)) reply.headers(PREFLIGHT_HEADERS);
    return reply.code(204).send();
  });

  app.setNotFoundHandler((request) => {
    const pathname = pathnameOf(request.raw.url);
    const methods = table.methodsOf(pathname);
    if (methods.length === 0) throw new ApiError('not_found', `no endpoint has the path ${pathname}`);
    const allow = [...methods, 'OPTIONS'].join(', ');
    throw new ApiError('method_not_allowed', `${pathname} answers ${allow}, not ${request.method}`, {
      headers: { allow },
    });
  });

  await registerOpenApi(app, settings, table);
  const hub = new StreamHub({ limits: settings.streamLimits, now });
  app.addHook('preClose', async () => hub.stop());
  const m2m = createM2m({
    feed: deps.feed,
    history: deps.history,
    clock: deps.clock,
    now,
    candles: (ref) => deps.markets.candles(ref),
    book: (ref) => deps.books.book(ref),
    newestPulse: deps.live === undefined ? undefined : (asset) => deps.live?.newest(asset) ?? null,
    newestBook: (asset) => deps.books.newest?.(asset) ?? null,
    groups: deps.groups ?? deps.screens?.links,
  });
  await registerRoutes(app, deps, { table, cache, hub, m2m });
  await app.ready();
  answerFirst(
    app.server,
    (request, response) =>
      !isStopping &&
      request.headers.host !== undefined &&
      cache.tryWrite(request, response, requestIdOf(request)),
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

function addOnRequest(
  route: RouteOptions,
  hook: (request: import('fastify').FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  const existing = route.onRequest === undefined ? [] : [route.onRequest].flat();
  route.onRequest = [...existing, hook];
}

function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return withDeadline(work, ms, (): never => {
    throw new ApiError('handler_timeout', `the answer took longer than ${ms} ms`);
  });
}

function flatHeaders(headers: Record<string, unknown>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

function pathnameOf(url: string | undefined): string {
  return (url ?? '/').split('?', 1)[0] as string;
}

const BROKEN_REQUESTS: Readonly<Record<string, ApiError>> = {
  HPE_HEADER_OVERFLOW: new ApiError('headers_too_large', 'the request header fields are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError('request_timeout', 'the request did not arrive in time'),
};
const UNREADABLE = new ApiError('validation_failed', 'the request is not well-formed HTTP');

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** A request that Node's parser refused never becomes a request: the answer is written to the socket. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || !mayAnswerOutOfTurn(socket)) {
    socket.destroy();
    return;
  }
  const failure = BROKEN_REQUESTS[error.code ?? ''] ?? UNREADABLE;
  const requestId = requestIdOf({ headers: {} });
  const body = errorBody(failure, requestId);
  const lines = [
    `HTTP/1.1 ${failure.statusCode} ${REASONS[failure.statusCode]}`,
    ...Object.entries(standingHeaders(false).public).map(([name, value]) => `${name}: ${value}`),
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
