import type { FastifySchema, RouteOptions } from 'fastify';
import type { AccessClass, RouteFacts } from '../access/route-config.ts';

/** One method of one path, as it was registered. */
export interface TableRow {
  readonly method: string;
  /** Path in the form of the framework: `/api/history/:venue/:asset`. */
  readonly url: string;
  /** Path in the form of OpenAPI: `/api/history/{venue}/{asset}`. */
  readonly path: string;
  readonly facts: RouteFacts;
  readonly schema: FastifySchema;
  readonly matches: RegExp;
}

/** All routes, filled while they are registered. Every list of routes is derived from it. */
export class RouteTable {
  readonly rows: TableRow[] = [];

  /**
   * Adds a route. @throws {Error} when the route does not declare its facts, so that no route escapes the access check
   * by omission.
   */
  add(route: RouteOptions): RouteFacts {
    const facts = readFacts(route);
    const methods = Array.isArray(route.method) ? route.method : [route.method];
    for (const method of methods) {
      this.rows.push({
        method,
        url: route.url,
        path: route.url.replaceAll(/:(\w+)/g, '{$1}'),
        facts,
        schema: route.schema ?? {},
        matches: pathPattern(route.url),
      });
    }
    return facts;
  }

  /** Routes of the API, without HEAD. */
  get api(): readonly TableRow[] {
    return this.rows.filter(({ method, facts }) => method !== 'HEAD' && facts.hidden !== true);
  }

  /** Lists the methods of the routes that match a path. */
  listMethods(pathname: string): string[] {
    return [
      ...new Set(this.rows.filter(({ matches }) => matches.test(pathname)).map(({ method }) => method)),
    ];
  }

  /** Returns which pages may read the responses of a path: those that the strictest of its routes allows. */
  getReaders(pathname: string): PageReaders {
    const readers = this.rows
      .filter(({ matches }) => matches.test(pathname))
      .map(({ facts }) => listPageReaders(facts));
    if (readers.includes('none')) return 'none';
    return readers.includes('other') ? 'other' : 'all';
  }
}

/** Builds the pattern of a route's path: a parameter is one segment, a wildcard is the rest of the path. */
function pathPattern(url: string): RegExp {
  const pattern = url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.+');
  return new RegExp(`^${pattern}/?$`);
}

/** Pages that may read a response. `other`: only pages of this service's other address. */
export type PageReaders = 'all' | 'other' | 'none';

/** Returns which pages may read the responses of a route. */
export function listPageReaders({
  access,
  showsHolder,
}: Pick<RouteFacts, 'access' | 'showsHolder'>): PageReaders {
  if (access === 'admin' || access === 'webhook') return 'none';
  return access === 'key' || showsHolder === true ? 'other' : 'all';
}

function readFacts(route: RouteOptions): RouteFacts {
  const { access, cacheSeconds } = route.config ?? {};
  if (access === undefined || cacheSeconds === undefined) {
    throw new Error(`route ${String(route.method)} ${route.url} states no access class or cacheSeconds`);
  }
  if ((access === 'key' || access === 'admin') && cacheSeconds !== 0) {
    throw new Error(`route ${route.url} answers one caller alone and must state cacheSeconds 0`);
  }
  requireStrictBody(route.url, access, route.schema?.body);
  return route.config as RouteFacts;
}

/** Access classes whose bodies must not have unknown members. */
const STRICT: readonly AccessClass[] = ['key', 'admin'];

/**
 * Requires a schema that rejects unknown members, on routes where a misspelt member could cost money or grant a right.
 */
function requireStrictBody(route: string, access: AccessClass, body: unknown): void {
  if (body === undefined || !STRICT.includes(access)) return;
  if ((body as { additionalProperties?: unknown }).additionalProperties === false) return;
  throw new Error(`the body of ${route} must be strict: a schema with additionalProperties false`);
}
