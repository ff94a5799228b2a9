import { ApiError } from '../responses/errors.ts';
import { PREFLIGHT_HEADERS, type StandingHeaders } from '../responses/headers.ts';
import type { ApiServer } from '../routing/registration.ts';
import type { RouteTable } from '../routing/route-table.ts';

/** Answers what no route answers: preflights, other methods of a known path, and unknown paths. */
export function addFallbacks(
  app: ApiServer,
  { table, headers, absence }: { table: RouteTable; headers: StandingHeaders; absence: string | null },
): void {
  const missing = (pathname: string) =>
    new ApiError('not_found', absence ?? `no endpoint has the path ${pathname}`);

  app.options('*', { schema: { hide: true } as never }, async (request, reply) => {
    const pathname = pathnameOf(request.raw.url);
    if (table.methodsOf(pathname).length === 0) throw missing(pathname);
    reply.headers(headers.closed).header('x-request-id', request.id).header('cache-control', 'no-store');
    if (!table.isClosed(pathname)) reply.headers(PREFLIGHT_HEADERS);
    return reply.code(204).send();
  });

  app.setNotFoundHandler((request) => {
    const pathname = pathnameOf(request.raw.url);
    const methods = table.methodsOf(pathname);
    if (methods.length === 0) throw missing(pathname);
    const allow = [...methods, 'OPTIONS'].join(', ');
    throw new ApiError('method_not_allowed', `${pathname} answers ${allow}, not ${request.method}`, {
      headers: { allow },
    });
  });
}

export function pathnameOf(url: string | undefined): string {
  return (url ?? '/').split('?', 1)[0] as string;
}
