import type { FastifyReply, FastifyRequest } from 'fastify';
import { after } from '../../scheduling/soon.ts';
import { findOtherOrigin, type OtherServer } from '../access/origins.ts';
import { findOtherPage } from '../access/other-origin.ts';
import { OPEN_CONTEXT } from '../access/request-context.ts';
import { MISSING_PAGE_HEADERS, renderMissingPage, wantsPage } from '../pages/missing-page.ts';
import { ApiError } from '../responses/errors.ts';
import { buildCrossOriginHeaders } from '../responses/headers.ts';
import { listPageReaders } from '../routing/route-table.ts';
import type { Framework } from './framework.ts';
import type { ServerParts } from './server-parts.ts';

/**
 * Rejects unknown paths and requests to a stopping process, writes cached responses, and adds the context to all other
 * requests.
 */
export function receiveRequests(
  app: Framework,
  { stopping, fallbacks, cache, other, headers }: ServerParts,
): void {
  const receive = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    if (request.is404 && isPageMissing(request, fallbacks)) {
      reply
        .code(404)
        .headers(headers.closed)
        .headers(MISSING_PAGE_HEADERS)
        .send(renderMissingPage(request.url));
    } else if (request.is404) {
      // The failure is sent before the body is read, because no route would use it.
      const origin = other === null ? null : findOtherOrigin(request, other);
      done(fallbacks.buildFailure(request.method, request.raw.url, origin));
    } else {
      request.requestContext = OPEN_CONTEXT;
      letOtherRead(other, request, reply);
      done();
    }
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (stopping.now) {
      reply.header('connection', 'close');
      done(new ApiError('shutting_down', 'the process is stopping; ask again'));
    } else if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1') {
      done(new ApiError('validation_failed', 'a request of HTTP/1.1 must name its host'));
    } else if (request.raw.url === '*' && request.method !== 'OPTIONS') {
      done(fallbacks.buildFailure(request.method, '*'));
    } else {
      after(cache.tryWrite(request.raw, reply.raw, request.id), (isWritten) => {
        if (isWritten) reply.hijack();
        else receive(request, reply, done);
      });
    }
  });
}

/** Whether a person opened a page in a browser that no route has. */
const isPageMissing = (
  { method, url, headers }: FastifyRequest,
  fallbacks: Pick<ServerParts['fallbacks'], 'isUnknown'>,
): boolean => wantsPage(method, url, headers.accept) && fallbacks.isUnknown(url);

/**
 * Allows a page of the companion server to read the response. Runs before the gate, so that refusals can be read too.
 */
function letOtherRead(other: OtherServer | null, request: FastifyRequest, reply: FastifyReply): void {
  const origin = findOtherPage(request, other);
  const { access, showsHolder } = request.routeOptions.config;
  if (origin === null || access === undefined) return;
  if (listPageReaders({ access, showsHolder }) === 'other') reply.headers(buildCrossOriginHeaders(origin));
}
