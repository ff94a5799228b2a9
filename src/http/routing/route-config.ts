import type { VenueNeed } from '../../accounts/keys/keys.ts';
import type { Feature } from '../../accounts/tiers.ts';
import type { PricedUse } from '../../billing/prices.ts';

/** The permitted callers: all, a key of a tier, any key, the admin token, a signed provider. */
export type AccessClass = 'free' | 'pro' | 'enterprise' | 'key' | 'admin' | 'webhook';

/** Declared facts about a route. Catalogue, OpenAPI, cache headers, gating and probes are derived from them. */
export interface RouteFacts {
  readonly access: AccessClass;
  /** Set on every route that paid gating closes. */
  readonly feature?: Feature;
  /** The price under which prepaid billing charges the call. */
  readonly price?: PricedUse;
  /** Shared-cache seconds; 0: nothing is cached. */
  readonly cacheSeconds: number;
  /** Time in ms for which this process repeats an answer. Absent: `cacheSeconds`. */
  readonly processCacheMs?: number;
  /**
   * Version of the answer's content; a cached answer is served while the version is unchanged. Absent: for its whole
   * lifetime.
   */
  readonly getVersion?: () => number;
  /** The venues whose data the answer states, from parameters as they came. Gating and usage read it. Absent: none. */
  readonly getVenues?: (
    params: Readonly<Record<string, string>>,
    query: Readonly<Record<string, unknown>>,
  ) => VenueNeed;
  /** Open to all callers, with more data for the holder of a key, which pages of other origins cannot read. */
  readonly showsHolder?: boolean | undefined;
  /** A route of key holders that the admin token opens too: the operator then names whose account is meant. */
  readonly admitsOperator?: boolean | undefined;
  /** A secret that the handler checks beside the access class. Only the document reads this. */
  readonly secret?: 'snapshotToken';
  /** Whether the answer is a live stream, which holds a slot of its key while the stream is open. */
  readonly isStream?: boolean;
  /** Whether the handler counts the call instead of the gate, once it has read the request. */
  readonly isRatedByHandler?: boolean;
  /**
   * false: never probed (it streams, writes, reads a million records, or probes others itself). Names: optional
   * parameters that a probe sends with the required ones, where one of several is needed.
   */
  readonly probe?: boolean | readonly string[];
  /** The handler answers through the reply (a stream, a redirect) instead of returning data. */
  readonly direct?: boolean;
  /** Whether the route is no part of the API: pages and their assets. */
  readonly hidden?: boolean;
}

declare module 'fastify' {
  // The shape of `config` on every route. Routes of the framework itself carry none.
  interface FastifyContextConfig extends Partial<RouteFacts> {}
}
