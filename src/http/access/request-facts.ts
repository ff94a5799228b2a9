import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../accounts/principal.ts';

/** Members of a log line about a request. */
export interface RequestFacts {
  readonly requestId: string;
  readonly method: string;
  /** Template of the route; undefined when no route was found. */
  readonly route: string | undefined;
  /** Path of the request, without its query. */
  readonly path: string;
  /** Kind of the caller, if the caller was identified. */
  readonly principal: Principal['kind'];
  readonly owner?: string;
  readonly botId?: string;
}

/** Matches API keys and voucher codes. A caller may put one into a URL, and it must not appear in the log. */
const SECRET = /[A-Za-z0-9]+_(live|test)_[0-9A-Za-z]{38}|[A-Za-z0-9]+(-[0-9A-Za-z]{5}){5}/g;

/**
 * Returns the fields of a log line that identify a request and its caller. Headers and query are left out because they
 * may contain a secret. Texts in the path that look like a secret are replaced.
 */
export function readRequestFacts({
  id,
  method,
  url,
  routeOptions,
  requestContext,
}: Pick<FastifyRequest, 'id' | 'method' | 'url' | 'routeOptions' | 'requestContext'>): RequestFacts {
  const facts = {
    requestId: id,
    method,
    route: routeOptions?.url,
    path: (url.split('?', 1)[0] ?? '').replaceAll(SECRET, '[secret]'),
  };
  // A request that failed before its first hook has no context yet.
  const principal: Principal = requestContext?.principal ?? { kind: 'anonymous' };
  if (principal.kind !== 'key') return { ...facts, principal: principal.kind };
  const { owner, botId } = principal.key;
  return { ...facts, principal: 'key', owner, botId };
}
