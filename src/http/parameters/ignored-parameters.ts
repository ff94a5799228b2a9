import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

/** Header that lists the query parameters of a request that its endpoint does not know. */
export const IGNORED_PARAMETERS_HEADER = 'x-ignored-parameters';

const MAX_NAMES = 10;
const MAX_NAME_CHARS = 64;

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/**
 * Reports the query parameters that a route ignores, so that a misspelt one is noticed.
 *
 * @returns A hook that runs before the query is validated and removes unknown parameters from it.
 */
export function createIgnoredParametersHook(
  route: RouteOptions,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const schema = route.schema?.querystring as ObjectSchema | undefined;
  const known = new Set(Object.keys(schema?.properties ?? {}));
  return async (request, reply) => {
    const ignored = Object.keys(request.query as object).filter((name) => !known.has(name));
    if (ignored.length > 0) reply.header(IGNORED_PARAMETERS_HEADER, ignoredParametersField(ignored));
  };
}

/** Formats names as the value of a header field: percent-encoded, the first ten, each cut after 64 characters. */
function ignoredParametersField(names: readonly string[]): string {
  return names
    .slice(0, MAX_NAMES)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME_CHARS).toWellFormed()))
    .join(', ');
}
