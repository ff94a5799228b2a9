import { createServer, type Server } from 'node:http';
import { ApiError, errorBody } from '../responses/errors.ts';
import { standingHeaders } from '../responses/headers.ts';
import { requestIdOf } from './request-id.ts';

/**
 * The listener of the bot API. Trading is not part of this version: every path is answered with the
 * documented failure, so that a client learns it from the address it was given.
 */
export function buildBotServer(): Server {
  const failure = new ApiError('not_found', 'the bot API is not part of this version');
  const headers = standingHeaders(false).closed;
  return createServer((request, response) => {
    const requestId = requestIdOf(request);
    const body = errorBody(failure, requestId);
    request.resume();
    response
      .writeHead(404, {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': requestId,
        'content-length': Buffer.byteLength(body),
      })
      .end(request.method === 'HEAD' ? undefined : body);
  });
}
