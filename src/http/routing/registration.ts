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

/** What the server itself knows and some routes show. */
export interface ServerParts {
  readonly table: RouteTable;
  readonly cache: ResponseCache;
  /** All open live streams. */
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

/** Adds the endpoints of one file. It states in its options what it needs, and nothing else reaches it. */
export type Registration<Options = unknown> = (
  app: ApiServer,
  options: Options,
  server: ServerParts,
) => void | Promise<void>;

/** The endpoints of one file, with what they need. */
export type Route = (app: ApiServer, server: ServerParts) => void | Promise<void>;

/** Endpoints that stand together on a server. */
export interface RouteSet {
  /**
   * `json`: bodies are JSON, parsed, at most 16 deep. `raw`: the bytes as they came, of any content type and up to
   * 256 KiB: a signature is over them. `stream`: the request, which the handler reads as it comes.
   */
  readonly bodies: 'json' | 'raw' | 'stream';
  readonly routes: readonly Route[];
}

/** All that some endpoints need, joined. */
type Needs<Registrations extends readonly Registration<never>[]> =
  Registrations[number] extends Registration<infer Options> ? Options : never;

/**
 * Endpoints that stand together, each by the one line of its registration, in the order of the catalogue.
 *
 * @returns Makes the set from what its endpoints need; each of them sees what it states in its options.
 */
export function defineRoutes<const Registrations extends readonly Registration<never>[]>(
  bodies: RouteSet['bodies'],
  registrations: Registrations,
): (options: Needs<Registrations>) => RouteSet {
  // What all of them need is what each of them needs.
  return (options) => ({
    bodies,
    routes: registrations.map((register) => (app, server) => register(app, options as never, server)),
  });
}
