/** One request to the API, as a tool makes it. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly url: string;
  /** JSON text; null without a body. */
  readonly body: string | null;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
}

/** Asks the API: over HTTP, or in the same process. */
export type ApiCaller = (request: ApiRequest) => Promise<ApiAnswer>;

/** The service could not be asked. The message says what to do. */
export class ServiceUnreachableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServiceUnreachableError';
  }
}

export interface HttpCallerOptions {
  /** `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** Asks a service that runs elsewhere. The caller throws {@link ServiceUnreachableError} when nothing answers. */
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
