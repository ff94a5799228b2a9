import { SECOND_MS } from '../../../domain/index.ts';
import { RateBudget } from '../../../upstream/budget.ts';
import { UpstreamClient } from '../../../upstream/client.ts';
import type { Chain } from './chain.ts';

/** Number of requests to one node in ten seconds: public nodes allow about ten a second, and a watcher needs fewer. */
const REQUESTS_PER_10_S = 100;

/** Access to the nodes of a chain. */
export interface NodeAccess {
  readonly userAgent: string;
  /** Header fields by which nodes recognise their caller; empty: they need none. */
  readonly headers: Readonly<Record<string, string>>;
  /** Requests in ten seconds; absent: the rate that public nodes allow. */
  readonly requestsPer10S?: number;
  /** Random number from 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** One address of a node, asked within limits. */
export interface NodeClient {
  /** Scheme and host: the rest may be a key. */
  readonly shownUrl: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly http: UpstreamClient;
}

/**
 * Makes a client of one node with a rate budget of its own. `shownUrl` is without path and query, which may hold a key.
 */
export function createNodeClient(chain: Chain, url: string, access: NodeAccess): NodeClient {
  const { protocol, host } = new URL(url);
  const { headers, userAgent, random, requestsPer10S = REQUESTS_PER_10_S } = access;
  return {
    shownUrl: `${protocol}//${host}`,
    url: url.replace(/\/+$/, ''),
    headers,
    http: new UpstreamClient({
      name: `node of ${chain.name}`,
      budget: new RateBudget({ limit: requestsPer10S, windowMs: 10 * SECOND_MS }),
      userAgent,
      hidesPaths: true,
      ...(random === undefined ? {} : { random }),
    }),
  };
}
