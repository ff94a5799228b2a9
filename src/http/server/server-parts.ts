import type { Logger } from 'pino';
import type { AccessGate } from '../access/gate.ts';
import type { OtherServer } from '../access/origins.ts';
import { readRequestFacts } from '../access/request-facts.ts';
import type { HeavyWork } from '../heavy/heavy-work.ts';
import { buildStandingHeaders } from '../responses/headers.ts';
import type { Refusals } from '../responses/refusals.ts';
import { ResponseCache } from '../responses/response-cache.ts';
import type { Companion } from '../routing/companion.ts';
import type { RouteSet } from '../routing/registration.ts';
import { RouteTable } from '../routing/route-table.ts';
import { StreamHub } from '../sse/stream-hub.ts';
import { CachedReads } from './cached-reads.ts';
import { Fallbacks } from './fallbacks.ts';
import type { HttpTimeouts, ServerSettings } from './settings.ts';

const TIMEOUTS: HttpTimeouts = {
  requestMs: 30_000,
  headersMs: 15_000,
  connectionCheckMs: 5_000,
  handlerMs: 15_000,
};

export interface ServerOptions {
  /** Route sets of the server, in the order of the catalogue. */
  readonly sets: readonly RouteSet[];
  readonly settings: ServerSettings;
  /**
   * Gate in front of guarded routes; null: all routes are open. A server with a guarded route cannot be built without a
   * gate.
   */
  readonly gate: AccessGate | null;
  readonly log: Logger;
  /** Queue and threads for heavy responses. Default: none, for a server without such routes. */
  readonly heavy?: HeavyWork | null;
  /** Monotonic clock in ms, for ages and expiry. */
  readonly now: () => number;
  /** Message for a path that does not exist. Default: that no endpoint has the path. */
  readonly absence?: string;
  /** Counts the refusals of the server. */
  readonly refusals?: Refusals;
  /** Companion server, whose endpoints the catalogue and the document include. */
  readonly companion?: Companion | null;
}

/** Parts that the steps of a server share. */
export interface ServerParts {
  readonly headers: ReturnType<typeof buildStandingHeaders>;
  readonly other: OtherServer | null;
  readonly table: RouteTable;
  readonly fallbacks: Fallbacks;
  readonly cache: ResponseCache;
  readonly hub: StreamHub;
  readonly reads: CachedReads;
  readonly timeouts: HttpTimeouts;
  /** `now` is set when the server begins to close. */
  readonly stopping: { now: boolean };
}

/** Creates the parts that all routes of a server share. */
export function createParts(options: ServerOptions): ServerParts {
  const { settings, heavy = null, log, now, absence = null, companion = null } = options;
  const table = new RouteTable();
  const cache = new ResponseCache(settings.cacheBytes);
  const timeouts = { ...TIMEOUTS, ...settings.timeouts };
  const stopping = { now: false };
  return {
    headers: buildStandingHeaders(settings.strictTransport ?? false),
    other: settings.other ?? null,
    table,
    fallbacks: new Fallbacks(table, absence, companion),
    cache,
    hub: new StreamHub({ limits: settings.streamLimits, now }),
    reads: new CachedReads({
      cache,
      heavy,
      now,
      handlerMs: timeouts.handlerMs,
      isStopping: () => stopping.now,
      onBroken: (error, request) =>
        log.error({ err: error, ...readRequestFacts(request) }, 'an answer broke off'),
    }),
    timeouts,
    stopping,
  };
}
