import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { cleanForwardedFor, createProxyTrust, type TrustProxy } from '../access/forwarded-for.ts';
import { validatorCompiler } from '../parameters/parameters.ts';
import { BODY_LIMIT_BYTES } from './bodies.ts';
import { answerBrokenRequest } from './broken-requests.ts';
import { getRequestId } from './request-id.ts';
import type { HttpTimeouts, ServerSettings } from './settings.ts';

/**
 * Time for which an idle connection is kept. It is longer than the minute that proxies usually keep one, so that no
 * request arrives on a closed connection.
 */
const KEEP_ALIVE_MS = 72_000;
/** Maximum length of a path segment. Longer ones match no route. */
const MAX_PARAM_LENGTH = 512;

export type SendError = (error: unknown, reply: FastifyReply) => void;

/** Creates the framework with the service's limits, and without its default responses. */
export function createFramework(
  { trustedProxies }: Pick<ServerSettings, 'trustedProxies'>,
  timeouts: HttpTimeouts,
  sendError: SendError,
  log: Logger,
) {
  const isTrusted = trustedProxies.length === 0 ? null : createProxyTrust(trustedProxies);
  const app = fastify({
    logger: false,
    genReqId: getRequestId,
    requestIdHeader: false,
    trustProxy: isTrusted ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.connectionCheckMs,
      // Otherwise Node would reject a request without Host with a response in a shape of its own.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => sendError(error, reply),
    clientErrorHandler: answerBrokenRequest,
    // Without these compilers, the framework loads its own, which are a hundred modules.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        // V8 writes JSON faster than generated code, and writes non-finite numbers as null.
        buildSerializer: () => () => JSON.stringify,
      },
    },
    ajv: undefined as never,
  }).withTypeProvider<TypeBoxTypeProvider>();
  if (isTrusted !== null) cleanClientAddresses(app, isTrusted, log);
  return app;
}

/** Cleans `X-Forwarded-For` before every other hook, so that `request.ip` is always an address. */
function cleanClientAddresses(
  app: Pick<FastifyInstance, 'addHook'>,
  isTrusted: TrustProxy,
  log: Logger,
): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request.raw;
    const strange = cleanForwardedFor(headers, socket.remoteAddress, isTrusted);
    if (strange !== null && !hasWarned) {
      hasWarned = true;
      log.warn(
        { proxy: socket.remoteAddress, wrote: strange.slice(0, 100) },
        'a trusted proxy writes something into X-Forwarded-For that is no address; its own address counts instead',
      );
    }
    done();
  });
}

export type Framework = ReturnType<typeof createFramework>;
