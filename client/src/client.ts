import { type CallOptions, type Operation, type Params, prepare } from './call.ts';
import { CrosstapeError, readError } from './errors.ts';
import { Operations } from './generated/operations.ts';
import { resumingStream, type StreamEvent, type StreamOptions } from './resuming-stream.ts';

export interface ClientOptions {
  /**
   * Address of the service; without a scheme `http://` is meant, and an empty one is the page's own origin in a browser.
   * Default: `http://127.0.0.1:8080`.
   */
  readonly baseUrl?: string;
  /** Address of the bot API. Default: the host of `baseUrl` at port 8081. */
  readonly botUrl?: string;
  /** Needed for premium endpoints when the service sells them. */
  readonly apiKey?: string;
  /** Longest time for a whole answer, body included. Default 30 s. Streams have none. */
  readonly timeoutMs?: number;
  /** Further tries of a read that failed for a passing reason. Default 2; 0 reports every failure at once. */
  readonly retries?: number;
  /** A failure that asks for a longer wait is thrown instead of waited for. Default 10 s. */
  readonly maxWaitMs?: number;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Waits in place of a timer, so that tests need not wait. Must end early when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Random number from 0 to 1 in place of `Math.random`, which spreads the waits. */
  readonly random?: () => number;
}

const FIRST_RETRY_MS = 300;

/** The API of one service: a method per endpoint, named as in its OpenAPI document. All throw {@link CrosstapeError}. */
export class CrosstapeClient extends Operations {
  readonly #baseUrl: string;
  readonly #botUrl: string;
  readonly #keyHeader: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  readonly #retries: number;
  readonly #maxWaitMs: number;
  readonly #fetch: typeof globalThis.fetch;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly #random: () => number;

  constructor(options: ClientOptions = {}) {
    super();
    this.#baseUrl = toAddress(options.baseUrl ?? 'http://127.0.0.1:8080');
    this.#botUrl = toAddress(options.botUrl ?? botUrlBeside(this.#baseUrl));
    this.#keyHeader = options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` };
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#retries = options.retries ?? 2;
    this.#maxWaitMs = options.maxWaitMs ?? 10_000;
    // Browsers refuse to call fetch as a method of anything but the window.
    this.#fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
    this.#wait = options.wait ?? timer;
    this.#random = options.random ?? Math.random;
  }

  protected readJson<Answer>(operation: Operation, params: Params, options?: CallOptions): Promise<Answer> {
    return this.#call(operation, params, options, async (response) => {
      const answer: unknown = await response.json().catch((cause) => {
        throw cause instanceof SyntaxError ? unreadable(response, cause) : cause;
      });
      if (typeof answer !== 'object' || answer === null) throw unreadable(response);
      return answer as Answer;
    });
  }

  protected readText(operation: Operation, params: Params, options?: CallOptions): Promise<string> {
    return this.#call(operation, params, options, (response) => response.text());
  }

  protected readBytes(operation: Operation, params: Params, options?: CallOptions): Promise<Uint8Array> {
    return this.#call(
      operation,
      params,
      options,
      async (response) => new Uint8Array(await response.arrayBuffer()),
    );
  }

  protected openStream<Frame>(
    operation: Operation,
    params: Params,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent<Frame>, void, undefined> {
    const { url, headers, body } = prepare(this.#getUrl(operation), operation, params);
    const connect = async (lastEventId: string, signal: AbortSignal): Promise<Response> => {
      const response = await this.#send(url, {
        method: operation.method,
        body,
        // No cache of a browser may answer or keep a stream.
        cache: 'no-store',
        headers: {
          ...this.#keyHeader,
          ...headers,
          accept: 'text/event-stream',
          ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
        },
        signal,
      });
      if (!response.ok) throw await readError(response);
      if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
        await response.body?.cancel();
        throw unreadable(response);
      }
      return response;
    };
    return resumingStream({ connect, wait: this.#wait, random: this.#random }, options);
  }

  #getUrl({ server }: Operation): string {
    return server === 'bot' ? this.#botUrl : this.#baseUrl;
  }

  async #call<Answer>(
    operation: Operation,
    params: Params,
    options: CallOptions = {},
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    const request = prepare(this.#getUrl(operation), operation, params);
    const init = {
      method: operation.method,
      headers: { ...this.#keyHeader, ...request.headers },
      body: request.body,
    };
    // A call that writes is tried once: the service may have done it although its answer was lost.
    const retries = operation.method === 'GET' ? this.#retries : 0;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once(request.url, init, options, read);
      } catch (error) {
        if (!(error instanceof CrosstapeError) || !error.isRetryable || attempt >= retries) throw error;
        const waitMs = error.retryAfterMs ?? FIRST_RETRY_MS * 2 ** attempt * (0.5 + this.#random() / 2);
        if (waitMs > this.#maxWaitMs) throw error;
        await this.#wait(waitMs, options.signal ?? new AbortController().signal);
        options.signal?.throwIfAborted();
      }
    }
  }

  async #once<Answer>(
    url: string,
    init: RequestInit,
    options: CallOptions,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    const timeoutMs = options.timeoutMs ?? this.#timeoutMs;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
    try {
      const response = await this.#send(url, { ...init, signal });
      if (!response.ok) throw await readError(response);
      return await read(response);
    } catch (error) {
      if (error instanceof CrosstapeError && error.code !== 'network') throw error;
      options.signal?.throwIfAborted();
      if (timeout.aborted) {
        throw new CrosstapeError({ code: 'timeout', message: `no complete answer within ${timeoutMs} ms` });
      }
      if (error instanceof CrosstapeError) throw error;
      throw new CrosstapeError({ code: 'network', message: 'the connection broke', cause: error });
    }
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(url, init);
    } catch (cause) {
      throw new CrosstapeError({
        code: 'network',
        message: `the service at ${toOrigin(url)} could not be reached`,
        cause,
      });
    }
  }
}

/**
 * Converts an address as people write it, `127.0.0.1:8080`, to one with a scheme and without the slash at its end.
 * Empty: the origin of the page.
 */
function toAddress(given: string): string {
  const address = given.trim().replace(/\/+$/, '');
  return address === '' || address.includes('://') ? address : `http://${address.replace(/^\/+/, '')}`;
}

const BOT_PORT = '8081';

function botUrlBeside(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  url.port = BOT_PORT;
  return url.origin;
}

/** Cuts an address to its origin, without path and query. */
function toOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function unreadable(response: Response, cause?: unknown): CrosstapeError {
  return new CrosstapeError({
    code: 'unreadable_answer',
    message: 'the answer is not of the documented form',
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    cause,
  });
}

/** Ends early when the signal aborts. */
function timer(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timeout);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timeout = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
