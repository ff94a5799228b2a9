import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SingleFlight } from '../../scheduling/single-flight.ts';
import type { Soon } from '../../scheduling/soon.ts';
import type { Answer, EncodedText } from './answer.ts';
import { matchesEtag, removeBodyHeaders, splitTags } from './conditional.ts';
import { COMPRESS_FROM_BYTES, compress, decompress, decompressParts, type Encoding } from './encodings.ts';
import { openCompressed } from './open-body.ts';
import type { Permit, Servable } from './response-cache.ts';
import { sendBytes, sendParts } from './send-body.ts';
import { cutSlowReader } from './slow-readers.ts';

/** Maximum length of a text that is kept together with its encodings. */
const MAX_KEPT_TEXT_BYTES = 1024 * 1024;

/** Minimum length of bodies that are written in parts, so that a write does not block other requests. */
const LONG_BYTES = 256 * 1024;

/** One encoding of a response, ready to be written. */
interface Variant {
  readonly body: Buffer;
  /** ETag without its closing quote. A body that states its age appends the age. */
  readonly etagStart: string;
  /** Names and values in turn. The `…_SLOT` indices are set on each write. */
  readonly headers: string[];
  /** Builds the bytes after `body`, for a body that states its age; null: `body` is complete. */
  readonly tail: ((ageMs: number) => Buffer) | null;
}

/** Indices in `headers` of the values that differ between writes. */
const REQUEST_ID_SLOT = 1;
const LENGTH_SLOT = 3;
const ETAG_SLOT = 5;

export interface ServableOptions {
  readonly answer: Answer;
  readonly standingHeaders: Readonly<Record<string, string>>;
  readonly cacheControl: string;
  /** Request headers besides `Accept-Encoding` on which the response depends. */
  readonly vary: readonly string[];
  /** Monotonic clock in ms. */
  readonly now: () => number;
  readonly freshForMs: number;
  /** Called when a further encoding has made the response larger. */
  readonly onGrowth: (answer: ServableAnswer) => void;
}

/**
 * A successful response in every encoding requested so far. Each encoding is computed once, with headers that are built
 * once.
 */
export class ServableAnswer implements Servable {
  readonly isKept = true;
  readonly #options: ServableOptions;
  readonly #bornAt: number;
  readonly #hash: string;
  readonly #variants = new Map<Encoding, Variant>();
  readonly #pending = new SingleFlight<Encoding, Variant>();
  /** Approximate memory in bytes. */
  bytes: number;

  constructor(options: ServableOptions) {
    this.#options = options;
    this.#bornAt = options.now();
    const { body, encoded } = options.answer;
    this.#hash = encoded?.digest ?? createHash('sha1').update(body).digest('base64url');
    this.bytes = body.length + 2_048;
    const encoding = encoded?.encoding ?? 'identity';
    this.#variants.set(encoding, this.#buildVariant(encoding, body));
  }

  get isFresh(): boolean {
    return this.#options.now() - this.#bornAt < this.#options.freshForMs;
  }

  /**
   * Writes the response if the wanted encoding is ready and the caller is admitted. @returns false when nothing was
   * written.
   */
  tryWrite(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    wanted: Encoding,
    permit: Permit | null,
  ): Soon<boolean> {
    const variant = this.#variants.get(this.#usefulEncoding(wanted));
    if (variant === undefined) return false;
    const write = (extra: readonly string[] | null): true => {
      this.#write(variant, request, response, requestId, extra);
      return true;
    };
    if (permit === null) return write(null);
    const permitted = permit(request);
    if (!(permitted instanceof Promise)) return permitted !== null && write(permitted);
    return permitted.then(
      (extra) => extra !== null && write(extra),
      // The full request path has the same failure, and responds with it.
      () => false,
    );
  }

  /** Writes the response in an encoding, which is computed first if necessary. */
  async write(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    wanted: Encoding,
    extraHeaders: readonly string[] | null,
  ): Promise<void> {
    const encoding = this.#usefulEncoding(wanted);
    const { encoded } = this.#options.answer;
    const known = this.#variants.get(encoding);
    if (known === undefined && encoding === 'identity' && encoded !== null && isLongText(encoded)) {
      return this.#stream(encoded, request, response, requestId, extraHeaders);
    }
    const variant = known ?? (await this.#encode(encoding));
    this.#write(variant, request, response, requestId, extraHeaders);
  }

  #usefulEncoding(wanted: Encoding): Encoding {
    const { body, encoded } = this.#options.answer;
    return (encoded?.textBytes ?? body.length) < COMPRESS_FROM_BYTES ? 'identity' : wanted;
  }

  #encode(encoding: Encoding): Promise<Variant> {
    const { answer, onGrowth } = this.#options;
    return this.#pending.run(encoding, async () => {
      let variant: Variant;
      if (answer.ageMember === null || encoding === 'identity') {
        const text = await decompress(answer.body, answer.encoded?.encoding ?? 'identity');
        variant = this.#buildVariant(encoding, await compress(text, encoding));
      } else {
        const open = await openCompressed(cutBeforeAge(answer), encoding);
        const tail = (ageMs: number) => open.tail(formatTail(ageMs));
        variant = { ...this.#buildVariant(encoding, open.head), tail };
      }
      this.#variants.set(encoding, variant);
      this.bytes += variant.body.length;
      onGrowth(this);
      return variant;
    });
  }

  /** Streams a long text of which the cache keeps only a compressed encoding. */
  async #stream(
    encoded: EncodedText,
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    extraHeaders: readonly string[] | null,
  ): Promise<void> {
    const variant = this.#buildVariant('identity', Buffer.alloc(0));
    // The body is streamed, so the length of the empty buffer must not be sent.
    variant.headers.splice(LENGTH_SLOT - 1, 2);
    variant.headers[REQUEST_ID_SLOT] = requestId;
    const headers = extraHeaders === null ? variant.headers : [...variant.headers, ...extraHeaders];
    const asked = request.headers['if-none-match'];
    if (asked !== undefined && matches(asked, variant)) {
      response.writeHead(304, removeBodyHeaders(headers)).end();
      return;
    }
    response.writeHead(200, headers);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const { body } = this.#options.answer;
    const { encoding } = encoded;
    await sendParts(response, encoding === 'identity' ? [body] : decompressParts(body, encoding));
  }

  #buildVariant(encoding: Encoding, body: Buffer): Variant {
    const { answer, standingHeaders, cacheControl, vary } = this.#options;
    const tellsAge = answer.ageMember !== null;
    const etagStart = encoding === 'identity' ? `"${this.#hash}` : `"${this.#hash}.${encoding}`;
    const headers = [
      'x-request-id',
      '',
      'content-length',
      String(body.length),
      'etag',
      `${etagStart}"`,
      'content-type',
      answer.contentType,
      'cache-control',
      cacheControl,
      'vary',
      ['Accept-Encoding', ...vary].join(', '),
    ];
    if (encoding !== 'identity') headers.push('content-encoding', encoding);
    // The headers of the response take precedence: a page has a policy of its own.
    for (const [name, value] of Object.entries({ ...standingHeaders, ...answer.headers })) {
      headers.push(name, value);
    }
    const tail = tellsAge ? (ageMs: number) => Buffer.from(formatTail(ageMs)) : null;
    return {
      body: tellsAge && encoding === 'identity' ? cutBeforeAge(answer) : body,
      etagStart,
      headers,
      tail,
    };
  }

  #write(
    variant: Variant,
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    extraHeaders: readonly string[] | null,
  ): void {
    // The slots are set and read without a pause in between, so one array serves all requests.
    const { headers } = variant;
    headers[REQUEST_ID_SLOT] = requestId;
    let tail: Buffer | null = null;
    if (variant.tail !== null) {
      const ageMs = Math.max(0, Math.floor(this.#options.now() - this.#bornAt));
      tail = variant.tail(ageMs);
      headers[LENGTH_SLOT] = String(variant.body.length + tail.length);
      headers[ETAG_SLOT] = `${variant.etagStart}.${ageMs}"`;
    }
    const all = extraHeaders === null ? headers : [...headers, ...extraHeaders];

    const asked = request.headers['if-none-match'];
    if (asked !== undefined && matches(asked, variant)) {
      response.writeHead(304, removeBodyHeaders(all));
      response.end();
      return;
    }
    cutSlowReader(response, variant.body.length);
    // Node writes a flat array without converting it.
    response.writeHead(200, all as string[]);
    if (request.method === 'HEAD') response.end();
    else if (variant.body.length >= LONG_BYTES)
      sendBytes(response, variant.body).then(() => response.end(tail));
    else if (tail === null) response.end(variant.body);
    else {
      response.write(variant.body);
      response.end(tail);
    }
  }
}

function isLongText({ textBytes }: EncodedText): boolean {
  return textBytes > MAX_KEPT_TEXT_BYTES;
}

/** Returns the body up to and including the name of the member that states the age. */
function cutBeforeAge(answer: Answer): Buffer {
  const start = answer.body.subarray(0, answer.body.length - 1);
  return Buffer.concat([start, Buffer.from(`,"${answer.ageMember}":`)]);
}

function formatTail(ageMs: number): string {
  return `${ageMs}}`;
}

/** Whether a tag matches a variant. Copies of a body that differ only in their age count as equal. */
function matches(asked: string, variant: Variant): boolean {
  if (matchesEtag(asked, `${variant.etagStart}"`)) return true;
  return variant.tail !== null && splitTags(asked).some((tag) => tag.startsWith(`${variant.etagStart}.`));
}
