import type { OtherServer } from '../access/origins.ts';
import { findOtherPage } from '../access/other-origin.ts';
import { ApiError } from '../responses/errors.ts';
import { buildPreflightHeaders, PREFLIGHT_HEADERS, type StandingHeaders } from '../responses/headers.ts';
import type { Companion } from '../routing/companion.ts';
import type { ApiServer } from '../routing/registration.ts';
import type { RouteTable } from '../routing/route-table.ts';

/** Responses to requests without a route: unknown paths, and other methods of a known path. */
export class Fallbacks {
  readonly #table: RouteTable;
  readonly #absence: string | null;

  readonly #companion: Companion | null;

  /**
   * Answers for the paths that a table of routes leaves.
   *
   * @param absence Message for a path that does not exist; null: the default message.
   * @param companion Companion server, whose paths are mentioned in messages.
   */
  constructor(table: RouteTable, absence: string | null, companion: Companion | null) {
    this.#table = table;
    this.#absence = absence;
    this.#companion = companion;
  }

  /**
   * Whether no route has the path, with any method. Always false on a server with its own message for missing paths.
   */
  isUnknown(url: string): boolean {
    return this.#absence === null && this.#table.listMethods(toPathname(url)).length === 0;
  }

  /**
   * Builds the failure of a request without a route. @param otherOrigin Origin of the companion server; null: not
   * known.
   */
  buildFailure(
    method: string | undefined,
    url: string | undefined,
    otherOrigin: string | null = null,
  ): ApiError {
    const pathname = toPathname(url);
    if (pathname === '*') {
      return new ApiError('validation_failed', `${method} needs a path that begins with /, not *`);
    }
    const methods = this.#table.listMethods(pathname);
    if (methods.length === 0) {
      return new ApiError(
        'not_found',
        this.#absence ?? `no endpoint has the path ${pathname}${this.#describeOther(pathname, otherOrigin)}`,
      );
    }
    const allow = [...methods, 'OPTIONS'].join(', ');
    return new ApiError('method_not_allowed', `${pathname} allows ${allow}, not ${method}`, {
      headers: { allow },
    });
  }

  /** Returns the end of a message that names the companion server if it has the path; otherwise ''. */
  #describeOther(pathname: string, otherOrigin: string | null): string {
    if (otherOrigin === null) return '';
    if (this.#companion === null) {
      return ` here; the main API is at ${otherOrigin}`;
    }
    const isThere = this.#companion.rows().some(({ matches }) => matches.test(pathname));
    return isThere ? ` here; the ${this.#companion.name} API has it, at ${otherOrigin}` : '';
  }

  /** Registers the responses to preflight requests, for all existing paths. */
  answerPreflights(app: ApiServer, headers: StandingHeaders, other: OtherServer | null): void {
    app.options('*', { schema: { hide: true } as never }, async (request, reply) => {
      const { url } = request.raw;
      const pathname = toPathname(url);
      if (this.#table.listMethods(pathname).length === 0) throw this.buildFailure('OPTIONS', url);
      reply.headers(headers.closed).header('x-request-id', request.id).header('cache-control', 'no-store');
      const readers = this.#table.getReaders(pathname);
      if (readers === 'all') reply.headers(PREFLIGHT_HEADERS);
      if (readers === 'other') {
        reply.header('vary', 'Origin');
        const origin = findOtherPage(request, other);
        if (origin !== null) reply.headers(buildPreflightHeaders(origin));
      }
      return reply.code(204).send();
    });
  }
}

function toPathname(url: string | undefined): string {
  return (url ?? '/').split('?', 1)[0]!;
}
