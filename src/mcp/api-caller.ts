/** One request of a tool to the API. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query string. */
  readonly url: string;
  /** Body as JSON text; null: none. */
  readonly body: string | null;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
}

/** Calls the API: over HTTP, or within the same process. */
export type ApiCaller = (request: ApiRequest) => Promise<ApiAnswer>;

/** Error: the service cannot be reached. The message says what to do. */
export class ServiceUnreachableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServiceUnreachableError';
  }
}

export interface HttpCallerOptions {
  /** Address of the service: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Creates a caller for a service in another process. It throws {@link ServiceUnreachableError} when the service does
 * not answer.
 */
export function createHttpCaller(options: HttpCallerOptions): ApiCaller {
  const { apiKey, timeoutMs = 30_000, fetch = globalThis.fetch } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  return async ({ method, url, body }) => {
    try {
      const response = await fetch(`${baseUrl}${url}`, {
        method,
        headers: {
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, body: await response.text() };
    } catch (cause) {
      const problem =
        cause instanceof DOMException && cause.name === 'TimeoutError'
          ? `the service at ${baseUrl} gave no answer within ${timeoutMs} ms`
          : `no service answers at ${baseUrl}; start one with "crosstape serve", or give its address with --url`;
      throw new ServiceUnreachableError(problem, { cause });
    }
  };
}
