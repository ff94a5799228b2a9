import type { VenueNeed } from '../../accounts/keys/keys.ts';
import type { Feature } from '../../accounts/tiers.ts';
import type { PricedUse } from '../../billing/prices.ts';

/**
 * Callers that a route accepts: all, holders of a key of a tier, holders of any key, the operator, or payment
 * providers.
 */
export type AccessClass = 'free' | 'pro' | 'enterprise' | 'key' | 'admin' | 'webhook';

/**
 * Declared facts about a route, from which catalogue, OpenAPI document, cache headers, access checks and probes are
 * derived.
 */
export interface RouteFacts {
  readonly access: AccessClass;
  /** Feature that the caller's tier must include. Set on every route that paid gating closes. */
  readonly feature?: Feature;
  /** Use that prepaid billing charges for. Absent: the route is free. */
  readonly price?: PricedUse;
  /** Seconds for which caches may keep the response; 0: it must not be cached. */
  readonly cacheSeconds: number;
  /** Time in ms for which this process caches a response. Absent: `cacheSeconds`. */
  readonly processCacheMs?: number;
  /**
   * Returns the version of the content. A cached response is used while the version is unchanged. Absent: for its whole
   * lifetime.
   */
  readonly getVersion?: () => number;
  /**
   * Finds the venues whose data the response contains, from unvalidated parameters. Used for access checks and usage.
   * Absent: none.
   */
  readonly getVenues?: (
    params: Readonly<Record<string, string>>,
    query: Readonly<Record<string, unknown>>,
  ) => VenueNeed;
  /**
   * Whether the route is open to all callers and shows more to the holder of a key. Pages of other origins cannot read
   * it.
   */
  readonly showsHolder?: boolean | undefined;
  /** Whether the admin token is accepted too, on a route for key holders. The operator then names the account. */
  readonly admitsOperator?: boolean | undefined;
  /** A secret that the handler checks in addition to the access class. Used only for the document. */
  readonly secret?: 'snapshotToken';
  /** Whether the response is a live stream, which takes a slot of its key while it is open. */
  readonly isStream?: boolean;
  /** Whether the handler counts the call against the rate itself, after it has read the request. */
  readonly isRatedByHandler?: boolean;
  /**
   * Probing of the route. false: never, because it streams, writes, reads a million records, or probes others itself.
   * Names: optional parameters that a probe sends in addition to the required ones.
   */
  readonly probe?: boolean | readonly string[];
  /** Whether the handler responds through the reply (a stream, a redirect) instead of returning data. */
  readonly direct?: boolean;
  /** Whether the route is not part of the API: pages and their assets. */
  readonly hidden?: boolean;
}

declare module 'fastify' {
  // Type of `config` on every route. Routes of the framework itself have none of these members.
  interface FastifyContextConfig extends Partial<RouteFacts> {}
}
