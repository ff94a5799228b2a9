import type { OtherServer } from '../pages/terminal/origins.ts';
import type { StreamLimits } from '../sse/stream-hub.ts';

/** Time limits of requests and of their answers. */
export interface HttpTimeouts {
  /** Time for a whole request with its body. Default 30 s. */
  readonly requestMs: number;
  /** Time for the header fields. Default 15 s. */
  readonly headersMs: number;
  /** Interval at which both limits are checked. Default 5 s. */
  readonly connectionCheckMs: number;
  /** Time for making an answer, once the request is there. Default 15 s. */
  readonly handlerMs: number;
}

/** Settings of a server that do not depend on its routes. */
export interface ServerSettings {
  readonly version: string;
  /** Addresses or ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Premium routes are behind the gate, and their answers are private. */
  readonly paidGating: boolean;
  /** Addresses by which the OpenAPI document names this server; `/` when empty. */
  readonly publicUrls?: readonly string[];
  /** The only server whose pages may read data of the holder of a key; null or absent: none. */
  readonly other?: OtherServer | null;
  /** Bytes that cached answers may take. Default 128 MiB. */
  readonly cacheBytes?: number;
  readonly timeouts?: Partial<HttpTimeouts>;
  /** Whether TLS ends here, so that browsers may be instructed to insist on it. */
  readonly strictTransport?: boolean;
  /** Live streams that may be open at once. */
  readonly streamLimits?: StreamLimits;
}
