import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEtag, removeBodyHeaders } from '../responses/conditional.ts';
import type { Encoding } from '../responses/encodings.ts';
import type { Servable } from '../responses/response-cache.ts';
import { sendParts } from '../responses/send-body.ts';
import type { SharedBody } from './shared-body.ts';

export interface StreamedOptions {
  readonly body: SharedBody;
  readonly contentType: string;
  /** Headers of the response: those that every response of the route has, and its own. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cacheControl: string;
  /** Request headers besides `Accept-Encoding` on which the response depends. */
  readonly vary: readonly string[];
  /** Monotonic clock in ms. */
  readonly now: () => number;
  readonly freshForMs: number;
  /** Called when the last reader of the response has left. */
  readonly onDone: () => void;
}

/**
 * A successful response that is too long to be kept. It is written as fast as each reader takes it. All callers that
 * arrive while it has a reader share it, each in its own encoding.
 */
export class StreamedAnswer implements Servable {
  readonly isKept = false;
  readonly bytes = 0;
  readonly #options: StreamedOptions;
  readonly #bornAt: number;
  #readers = 0;
  #isDone = false;

  constructor(options: StreamedOptions) {
    this.#options = options;
    this.#bornAt = options.now();
  }

  get isFresh(): boolean {
    return !this.#isDone && this.#options.now() - this.#bornAt < this.#options.freshForMs;
  }

  /** Never writes, because the first byte has not been made yet. */
  tryWrite(): boolean {
    return false;
  }

  async write(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    wanted: Encoding,
    extraHeaders: readonly string[] | null,
  ): Promise<void> {
    this.#readers++;
    try {
      const { body, contentType, headers: own, cacheControl, vary } = this.#options;
      const etag = wanted === 'identity' ? `"${body.digest}"` : `"${body.digest}.${wanted}"`;
      const headers = [
        'x-request-id',
        requestId,
        'etag',
        etag,
        'cache-control',
        cacheControl,
        'vary',
        ['Accept-Encoding', ...vary].join(', '),
        ...Object.entries(own).flat(),
        'content-type',
        contentType,
        ...(wanted === 'identity' ? [] : ['content-encoding', wanted]),
        ...(extraHeaders ?? []),
      ];
      const asked = request.headers['if-none-match'];
      if (asked !== undefined && matchesEtag(asked, etag)) {
        response.writeHead(304, removeBodyHeaders(headers)).end();
      } else {
        response.writeHead(200, headers);
        if (request.method === 'HEAD') response.end();
        else await sendParts(response, body.read(wanted));
      }
    } finally {
      this.#readers--;
      // Other callers that waited for the same response may begin to read before this runs.
      setImmediate(() => this.#closeUnread());
    }
  }

  #closeUnread(): void {
    if (this.#readers > 0 || this.#isDone) return;
    this.#isDone = true;
    this.#options.body.release();
    this.#options.onDone();
  }
}
