import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ResponseCache } from '../responses/response-cache.ts';
import type { StreamHub } from '../sse/stream-hub.ts';
import type { Companion, Description } from './companion.ts';
import type { RouteTable } from './route-table.ts';

/** A Fastify instance whose routes are typed by their schemas. */
export type ApiServer = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** State of the server itself that some routes show. */
export interface ServerState {
  readonly table: RouteTable;
  readonly cache: ResponseCache;
  /** Hub of all open live streams. */
  readonly hub: StreamHub;
  /** Monotonic ms, for ages and expiry. */
  readonly now: () => number;
  /** Another server whose endpoints are named beside this one's. */
  readonly companion: Companion | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The endpoints of the server, for the catalogue and the document of another one. */
    described: Pick<Companion, 'rows'> & Description;
  }
}

/** Adds the endpoints of one file. Its options are its only dependencies. */
export type Registration<Options = unknown> = (
  app: ApiServer,
  options: Options,
  server: ServerState,
) => void | Promise<void>;

/** The endpoints of one file, with their options. */
export type Route = (app: ApiServer, server: ServerState) => void | Promise<void>;

/** Endpoints of one kind of body. */
export interface RouteSet {
  /**
   * `json`: bodies are JSON, parsed, at most 16 deep. `raw`: the unchanged bytes of any content type, up to 256 KiB,
   * because a signature covers them. `stream`: the request itself, which the handler reads.
   */
  readonly bodies: 'json' | 'raw' | 'stream';
  readonly routes: readonly Route[];
}

/** The options of all endpoints of a set, joined. */
type Needs<Registrations extends readonly Registration<never>[]> =
  Registrations[number] extends Registration<infer Options> ? Options : never;

/** Makes a set from the dependencies of its endpoints. */
export interface RouteSetFactory<Options> {
  (options: Options): RouteSet;
  /** The set for a server that is never called and only describes its endpoints. */
  describedOnly(): RouteSet;
}

/** Stands in for the options of endpoints that are never called: every member is an empty object. */
const NEVER_CALLED = new Proxy({}, { get: () => ({}) });

/**
 * Defines a set of endpoints, one line of registration each, in the order of the catalogue.
 *
 * @returns Makes the set from the dependencies of its endpoints; each endpoint sees those that its options state.
 */
export function defineRoutes<const Registrations extends readonly Registration<never>[]>(
  bodies: RouteSet['bodies'],
  registrations: Registrations,
): RouteSetFactory<Needs<Registrations>> {
  // The options of the set are the options of each endpoint.
  const make = (options: Needs<Registrations>): RouteSet => ({
    bodies,
    routes: registrations.map((register) => (app, server) => register(app, options as never, server)),
  });
  return Object.assign(make, { describedOnly: () => make(NEVER_CALLED as Needs<Registrations>) });
}
