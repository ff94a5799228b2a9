/** Header fields of every response that restrict browsers. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
};

const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' };

/**
 * Exposed header fields. `date` is the clock by which a page computes ages, also in responses from the service's other
 * address.
 */
const EXPOSED =
  'date, etag, retry-after, x-request-id, link, x-next-cursor, x-truncated, x-ignored-parameters, x-api-tier, x-ratelimit-limit, x-ratelimit-remaining, x-quota-limit, x-quota-remaining, ratelimit, ratelimit-policy';

/** Header fields of every public response: any page may read it, without credentials. */
const CORS_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
};

const PREFLIGHT = {
  'access-control-allow-headers': 'authorization, x-api-key, content-type, last-event-id',
  'access-control-max-age': '600',
};

/** Header fields of responses to preflight requests for public routes. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  ...CORS_HEADERS,
  ...PREFLIGHT,
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
};

/** Builds the header fields of a response to the holder of a key, which only pages of one origin may read. */
export function buildCrossOriginHeaders(origin: string): Record<string, string> {
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
}

/** Builds the header fields of responses to preflight requests for routes that need a key. */
export function buildPreflightHeaders(origin: string): Record<string, string> {
  return {
    ...buildCrossOriginHeaders(origin),
    ...PREFLIGHT,
    'access-control-allow-methods': 'GET, HEAD, POST, DELETE, OPTIONS',
  };
}

export interface StandingHeaders {
  readonly public: Readonly<Record<string, string>>;
  /**
   * Headers of routes for keys, the operator and providers: no page may read the response, unless the route adds
   * further fields.
   */
  readonly closed: Readonly<Record<string, string>>;
}

/** Builds the headers that every response has. Pages of other origins may read `public` ones. */
export function buildStandingHeaders(strictTransport: boolean): StandingHeaders {
  const closed = strictTransport ? { ...SECURITY_HEADERS, ...STRICT_TRANSPORT } : SECURITY_HEADERS;
  return { public: { ...closed, ...CORS_HEADERS }, closed };
}

/** Formats `Cache-Control` of a success. Paid responses must not be stored in shared caches. */
export function formatCacheControl(cacheSeconds: number, isPrivate: boolean): string {
  if (cacheSeconds === 0) return 'no-store';
  if (isPrivate) return `private, max-age=${cacheSeconds}`;
  return `public, s-maxage=${cacheSeconds}, stale-while-revalidate=${2 * cacheSeconds}`;
}
