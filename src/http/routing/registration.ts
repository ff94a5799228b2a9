import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ResponseCache } from '../responses/response-cache.ts';
import type { StreamHub } from '../sse/stream-hub.ts';
import type { Companion, ServerDescription } from './companion.ts';
import type { RouteTable } from './route-table.ts';

/** A Fastify instance whose routes are typed by their schemas. */
export type ApiServer = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** State of the server that some routes show. */
export interface ServerState {
  readonly table: RouteTable;
  readonly cache: ResponseCache;
  /** Hub of all open live streams. */
  readonly hub: StreamHub;
  /** Monotonic clock in ms, for ages and expiry. */
  readonly now: () => number;
  /** Another server, whose endpoints are listed together with this server's; null: none. */
  readonly companion: Companion | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Endpoints of this server, for the catalogue and the document of the companion. */
    described: Pick<Companion, 'rows'> & ServerDescription;
  }
}

/** Registers the endpoints of one file. The options are its only dependencies. */
export type Registration<Options = unknown> = (
  app: ApiServer,
  options: Options,
  server: ServerState,
) => void | Promise<void>;

/** The endpoints of one file, bound to their options. */
export type Route = (app: ApiServer, server: ServerState) => void | Promise<void>;

/** A set of endpoints with the same kind of request body. */
export interface RouteSet {
  /**
   * Kind of the request bodies. `json`: parsed JSON, at most 16 levels deep. `raw`: the unchanged bytes of any content
   * type, up to 256 KiB, because a signature covers them. `stream`: the request itself, which the handler reads.
   */
  readonly bodies: 'json' | 'raw' | 'stream';
  readonly routes: readonly Route[];
}

/** Intersection of the options of all endpoints of a set. */
type Needs<Registrations extends readonly Registration<never>[]> =
  Registrations[number] extends Registration<infer Options> ? Options : never;

/** Creates a set from the dependencies of its endpoints. */
export interface RouteSetFactory<Options> {
  (options: Options): RouteSet;
  /** Creates the set for a server that is never called and only describes its endpoints. */
  describedOnly(): RouteSet;
}

/** Options of endpoints that are never called: every member is an empty object. */
const NEVER_CALLED = new Proxy({}, { get: () => ({}) });

/**
 * Defines a set of endpoints, one registration per line, in the order of the catalogue.
 *
 * @returns A function that creates the set from the dependencies of its endpoints. Each endpoint sees those that its
 * options declare.
 */
export function defineRoutes<const Registrations extends readonly Registration<never>[]>(
  bodies: RouteSet['bodies'],
  registrations: Registrations,
): RouteSetFactory<Needs<Registrations>> {
  // The options of the set include the options of each endpoint.
  const make = (options: Needs<Registrations>): RouteSet => ({
    bodies,
    routes: registrations.map((register) => (app, server) => register(app, options as never, server)),
  });
  return Object.assign(make, { describedOnly: () => make(NEVER_CALLED as Needs<Registrations>) });
}
