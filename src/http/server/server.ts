import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyError } from 'fastify';
import { after, type Soon } from '../../scheduling/soon.ts';
import { describeRoutes } from '../routing/openapi.ts';
import type { ApiServer } from '../routing/registration.ts';
import { passStreams, readJsonBodies, readRawBodies } from './bodies.ts';
import { answerOddRequests } from './broken-requests.ts';
import { answerHalfClosed, closeWithoutCutting } from './connections.ts';
import { createSendError } from './failures.ts';
import { createFramework, type Framework } from './framework.ts';
import { receiveRequests } from './incoming.ts';
import { getRequestId } from './request-id.ts';
import { fitRoutes } from './route-steps.ts';
import { createParts, type ServerOptions, type ServerParts } from './server-parts.ts';

const MAX_CLOSING_MS = 5_000;

/** Symbol of the member from which Fastify reads the name of a plugin first. */
const DISPLAY_NAME = Symbol.for('fastify.display-name');

/**
 * Builds a server from route sets: limits, headers, cache, error shape and access. The server does not listen yet.
 *
 * A request passes these steps: cached response -> authenticate -> admit -> parameters and body -> charge -> handler ->
 * settle. A cache hit only writes bytes that were made before. Open routes skip the gate.
 */
export async function buildServer(options: ServerOptions): Promise<ApiServer> {
  const parts = createParts(options);
  const sendError = createSendError(options, parts);
  const app = createFramework(options.settings, parts.timeouts, sendError, options.log);
  readJsonBodies(app as never);
  app.setErrorHandler((error: FastifyError, _request, reply) => sendError(error, reply));
  declareContext(app);
  endOnClose(app, parts);
  receiveRequests(app, parts);
  fitRoutes(app, options, parts);
  parts.fallbacks.answerPreflights(app, parts.headers, parts.other);
  answerOddRequests(app.server, parts.fallbacks);
  describe(app, options, parts);
  await registerSets(app, options, parts);
  await app.ready();
  answerCachedFirst(app, parts);
  closeWithoutCutting(app.server);
  answerHalfClosed(app.server);
  return app;
}

/** Declares the members that are added to requests, so that all requests have the same object shape. */
function declareContext(app: Framework): void {
  app.decorateRequest('requestContext', null as never);
  app.decorateRequest('admission', null);
}

function endOnClose(app: Framework, { hub, stopping }: ServerParts): void {
  app.addHook('preClose', async () => {
    stopping.now = true;
    hub.stop();
    // Requests in progress may end, but silent connections must not delay the end of the process.
    setTimeout(() => app.server.closeAllConnections(), MAX_CLOSING_MS).unref();
  });
}

/** Registers catalogue and document, which follow from the routes registered afterwards. */
function describe(
  app: Framework,
  { settings, companion = null }: ServerOptions,
  { table }: ServerParts,
): void {
  const description = describeRoutes(app, settings, table, companion);
  app.decorate('described', { rows: () => table.api, ...description });
}

async function registerSets(
  app: Framework,
  { sets, now, companion = null }: ServerOptions,
  { table, cache, hub }: ServerParts,
): Promise<void> {
  for (const { bodies, routes } of sets) {
    const addSet = async (scope: Framework) => {
      if (bodies === 'raw') readRawBodies(scope as never);
      if (bodies === 'stream') passStreams(scope as never);
      for (const add of routes) await add(scope as ApiServer, { table, cache, hub, now, companion });
    };
    // The set has a display name; otherwise Fastify would search all loaded modules for the function to find a name.
    await app.register(Object.assign(addSet, { [DISPLAY_NAME]: `routes with ${bodies} bodies` }) as never);
  }
}

/** Writes a cache hit before the framework looks for a route. */
function answerCachedFirst({ server }: Framework, { cache, stopping }: ServerParts): void {
  const tryAnswer = (request: IncomingMessage, response: ServerResponse): Soon<boolean> =>
    !stopping.now &&
    request.headers.host !== undefined &&
    cache.tryWrite(request, response, getRequestId(request));
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    after(tryAnswer(request, response), (isWritten) => {
      if (isWritten) return;
      for (const listener of others) listener(request, response);
    });
  });
}
