import { readRequestFacts } from '../access/request-facts.ts';
import type { RouteFacts } from '../access/route-config.ts';
import { toApiError, writeErrorBody } from '../responses/errors.ts';
import { listPageReaders } from '../routing/route-table.ts';
import type { SendError } from './framework.ts';
import type { ServerOptions, ServerParts } from './server-parts.ts';

/** Creates the handler that sends every failure in the shape of the API, counts it, and logs internal errors. */
export function createSendError(
  { log, refusals }: Pick<ServerOptions, 'log' | 'refusals'>,
  { headers }: Pick<ServerParts, 'headers'>,
): SendError {
  return (error, reply) => {
    const failure = toApiError(error);
    refusals?.count(failure);
    const { id, url } = reply.request;
    if (failure.code === 'internal')
      log.error({ err: error, ...readRequestFacts(reply.request) }, 'request failed');
    const facts = reply.request.routeOptions?.config as Partial<RouteFacts> | undefined;
    const readers = facts?.access === undefined ? 'all' : listPageReaders(facts as RouteFacts);
    if (readers === 'other') reply.header('vary', 'Origin');
    reply
      .code(failure.statusCode)
      .headers(readers === 'all' ? headers.public : headers.closed)
      .headers({ ...failure.headers, 'x-request-id': id, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(writeErrorBody(failure, id, url));
  };
}
