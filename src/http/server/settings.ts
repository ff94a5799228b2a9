import type { OtherServer } from '../access/origins.ts';
import type { DocumentSettings } from '../routing/openapi.ts';
import type { StreamLimits } from '../sse/stream-hub.ts';

/** Time limits of requests and of their answers. */
export interface HttpTimeouts {
  /** Maximum time for receiving a whole request with its body, ms. Default 30 s. */
  readonly requestMs: number;
  /** Maximum time for receiving the header fields, ms. Default 15 s. */
  readonly headersMs: number;
  /** Interval at which both limits are checked, ms. Default 5 s. */
  readonly connectionCheckMs: number;
  /** Maximum time for making a response after the request was received, ms. Default 15 s. */
  readonly handlerMs: number;
}

/** Settings of a server that do not depend on its routes. */
export interface ServerSettings extends DocumentSettings {
  /** Addresses or ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Companion server, whose pages alone may read data of a key holder; null or absent: none. */
  readonly other?: OtherServer | null;
  /** Maximum size of all cached responses in bytes. Default 128 MiB. */
  readonly cacheBytes?: number;
  readonly timeouts?: Partial<HttpTimeouts>;
  /** Whether the server is reached by TLS, so that browsers can be told to insist on it. */
  readonly strictTransport?: boolean;
  /** Limits of open live streams. */
  readonly streamLimits?: StreamLimits;
}
