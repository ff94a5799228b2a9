import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AssetRef,
  isVenueId,
  parseAssetId,
  SECOND_MS,
  UpstreamError,
  type VenueId,
} from '../../domain/index.ts';
import type { Feed } from '../feed.ts';
import type { BookReader, MarketReader } from '../readers.ts';
import type { FeedReport } from './feed-report.ts';
import { encodeSnapshot, SNAPSHOT_VERSION } from './snapshot-body.ts';

export interface FeedPortOptions {
  readonly feed: Feed;
  readonly books: BookReader;
  readonly markets: MarketReader;
  readonly report: Pick<FeedReport, 'status'>;
  /** Asks every upstream; callers within half a minute share the answer. */
  readonly probes: () => Promise<readonly unknown[]>;
  /** Fills the hours of an asset before it was recorded, and waits so long for it. */
  readonly fill: (ref: AssetRef, waitMs: number) => Promise<void>;
  /** Shared by all processes of the installation. */
  readonly token: string;
  readonly onFault: (error: unknown) => void;
}

export interface FeedPortStats {
  /** Calls that were answered. */
  readonly answered: number;
  /** Calls without the token. */
  readonly forged: number;
}

/** A caller asks for what it needs within a second; nothing here takes longer to arrive. */
const REQUEST_TIMEOUT_MS = 5 * SECOND_MS;
const MAX_FILL_WAIT_MS = 30 * SECOND_MS;
const MAX_CONNECTIONS = 1_000;

type Handler = (query: URLSearchParams, response: ServerResponse) => Promise<void>;

/** A parameter of the call is not valid; answered with 400. */
class RefusedCall extends Error {}

/**
 * The internal port of a feed: what other processes of the installation need of venues, and the newest state while Redis is
 * away. The reads behind it are shared, so any number of processes cause the upstream calls of one.
 *
 * `GET` with the shared token; any other call is refused and counted.
 */
export class FeedPort {
  readonly #options: FeedPortOptions;
  readonly #server: Server;
  readonly #token: Buffer;
  readonly #handlers: ReadonlyMap<string, Handler>;
  #answered = 0;
  #forged = 0;

  constructor(options: FeedPortOptions) {
    this.#options = options;
    this.#token = digest(options.token);
    const { books, markets, fill, probes } = options;
    this.#handlers = new Map<string, Handler>([
      ['/book', ofAsset((ref) => books.book(ref))],
      ['/candles', ofAsset((ref) => markets.candles(ref))],
      ['/funding', ofAsset((ref) => markets.funding(ref))],
      ['/fill', ofAsset(async (ref, query) => ({ filled: await fill(ref, readWait(query)) }))],
      ['/probes', async (_query, response) => sendJson(response, 200, await probes())],
      ['/state', async (_query, response) => sendJson(response, 200, this.#state())],
      ['/snapshot', (query, response) => this.#sendSnapshot(query, response)],
    ]);
    this.#server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      void this.#answer(request, response);
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  /** @returns Where it listens. */
  async listen({ host, port }: { readonly host: string; readonly port: number }): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    const { address, family, port: taken } = this.#server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  stats(): FeedPortStats {
    return { answered: this.#answered, forged: this.#forged };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Nothing that a call sends beside its head is read.
    request.resume();
    try {
      if (!this.#isOurs(request)) {
        this.#forged++;
        sendJson(response, 401, { message: 'the token is missing or wrong' });
        return;
      }
      this.#answered++;
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://internal');
      const handler = request.method === 'GET' ? this.#handlers.get(pathname) : undefined;
      if (handler === undefined) sendJson(response, 404, { message: 'no such call' });
      else await handler(searchParams, response);
    } catch (error) {
      if (!response.headersSent) this.#sendFailure(response, error);
    }
  }

  /** Digests have one length, and are compared in a time that says nothing of where they differ. */
  #isOurs({ headers }: IncomingMessage): boolean {
    const [, given = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    return timingSafeEqual(digest(given), this.#token);
  }

  #sendFailure(response: ServerResponse, error: unknown): void {
    if (error instanceof UpstreamError) {
      const { failure, message, status, retryAfterMs } = error;
      sendJson(response, 502, { failure, message, status, retryAfterMs });
    } else if (error instanceof RefusedCall) {
      sendJson(response, 400, { message: error.message });
    } else {
      this.#options.onFault(error);
      sendJson(response, 500, { message: 'the feed failed' });
    }
  }

  #state() {
    const { feed, report } = this.#options;
    const heads = feed.venues.map((venue) => {
      const snapshot = feed.snapshot(venue);
      const status = report.status(venue);
      const version = snapshot === null ? null : SNAPSHOT_VERSION;
      return [venue, { fence: status.fence, version, fetchedAt: snapshot?.fetchedAt ?? null, status }];
    });
    return Object.fromEntries(heads);
  }

  async #sendSnapshot(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const venue = query.get('venue') ?? '';
    if (!isVenueId(venue)) throw new RefusedCall('venue names no known venue');
    const snapshot = this.#options.feed.snapshot(venue as VenueId);
    if (snapshot === null) {
      response.writeHead(204).end();
      return;
    }
    const body = await encodeSnapshot(snapshot);
    response.writeHead(200, { 'content-type': 'application/zstd', 'content-length': body.length }).end(body);
  }
}

function ofAsset(read: (ref: AssetRef, query: URLSearchParams) => Promise<unknown>): Handler {
  return async (query, response) => {
    const ref = parseAssetId(query.get('asset') ?? '');
    if (ref === null) throw new RefusedCall('asset is not an asset id');
    sendJson(response, 200, await read(ref, query));
  };
}

function readWait(query: URLSearchParams): number {
  const waitMs = Number(query.get('waitMs') ?? 0);
  if (!(waitMs >= 0 && waitMs <= MAX_FILL_WAIT_MS)) throw new RefusedCall('waitMs is out of bounds');
  return waitMs;
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
