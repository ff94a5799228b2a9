import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { M2m } from '../../m2m/m2m.ts';
import type { ResponseCache } from '../responses/response-cache.ts';
import type { HttpDeps } from '../server/dependencies.ts';
import type { StreamHub } from '../sse/stream-hub.ts';
import type { RouteTable } from './route-table.ts';

/** A Fastify instance whose routes are typed by their schemas. */
export type ApiServer = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What the server itself knows and some routes tell. */
export interface ServerParts {
  readonly table: RouteTable;
  readonly cache: ResponseCache;
  /** All open live streams. */
  readonly hub: StreamHub;
  readonly m2m: M2m;
}

/** Adds the endpoints of one file. */
export type Registration = (app: ApiServer, deps: HttpDeps, parts: ServerParts) => void | Promise<void>;
