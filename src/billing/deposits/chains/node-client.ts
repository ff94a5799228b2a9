import { SECOND_MS } from '../../../domain/index.ts';
import { RateBudget } from '../../../upstream/budget.ts';
import { UpstreamClient } from '../../../upstream/client.ts';
import type { Chain } from './chain.ts';

/**
 * Maximum number of requests to one node in ten seconds. Public nodes allow about ten a second; a watcher needs fewer.
 */
const REQUESTS_PER_10_S = 100;

/** Access to the nodes of a chain. */
export interface NodeAccess {
  readonly userAgent: string;
  /** HTTP headers by which nodes recognize their caller; empty: none are needed. */
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum number of requests in ten seconds; absent: the rate that public nodes allow. */
  readonly requestsPer10S?: number;
  /** Returns a random number from 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** One address of a node, with a limit on its requests. */
export interface NodeClient {
  /** Scheme and host of the node. The rest of the address may contain a key. */
  readonly shownUrl: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly http: UpstreamClient;
}

/**
 * Creates the client of one node with its own rate limit. `shownUrl` leaves out path and query, which may contain a
 * key.
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
