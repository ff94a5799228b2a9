import type { VenueId } from '../../domain/index.ts';

/** Who may call: anyone, a key of a tier, any key, the admin token, a signed provider. */
export type AccessClass = 'free' | 'pro' | 'enterprise' | 'key' | 'admin' | 'webhook';

/** What a key's tier must include. */
export type Feature = 'history' | 'history-export' | 'realtime' | 'arb' | 'stats' | 'm2m-bundle';

/** Work that prepaid billing charges for. */
export type PricedUse = 'stream' | 'trade';

/** What a route says of itself. Catalogue, OpenAPI, cache headers, gating and probes read it. */
export interface RouteFacts {
  readonly access: AccessClass;
  /** Set on every route that paid gating closes. */
  readonly feature?: Feature;
  readonly price?: PricedUse;
  /** Shared-cache seconds; 0: nothing is cached. */
  readonly cacheSeconds: number;
  /** How long this process repeats its answer, where that is not `cacheSeconds`. */
  readonly processCacheMs?: number;
  /** Gating finds the venue by it where the path does not name one. */
  readonly venueOf?: (params: Record<string, string>) => VenueId | null;
  /** false: never probed (it streams, writes, or probes others itself). */
  readonly probe?: boolean;
  /** The handler answers through the reply (a stream, a redirect) instead of returning data. */
  readonly direct?: boolean;
  /** Not part of the API: pages and their assets. */
  readonly hidden?: boolean;
}

declare module 'fastify' {
  // The shape of `config` on every route. Routes of the framework itself carry none.
  interface FastifyContextConfig extends Partial<RouteFacts> {}
}
