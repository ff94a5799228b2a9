import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AssetRef,
  type FillStatus,
  findAssetRef,
  isVenueId,
  SECOND_MS,
  UpstreamError,
  type VenueId,
} from '../../domain/index.ts';
import type { ReferenceReader } from '../../references/recording/report.ts';
import type { Feed } from '../feed.ts';
import type { BookReader, MarketReader } from '../readers.ts';
import type { TapeStatusReader } from '../tape-status.ts';
import type { TapedMarketReader } from '../taped-markets.ts';
import type { FeedReport } from './feed-report.ts';
import { checkCall, PROOF, proveAnswer } from './port-proof.ts';
import { encodeSnapshot, SNAPSHOT_VERSION } from './snapshot-body.ts';

export interface FeedPortOptions {
  readonly feed: Feed;
  readonly books: BookReader;
  readonly markets: MarketReader;
  readonly report: Pick<FeedReport, 'status'>;
  readonly references: ReferenceReader;
  readonly tape: TapeStatusReader;
  readonly tapedMarkets: TapedMarketReader;
  /** Probes every upstream. Callers within half a minute share the results. */
  readonly readProbes: () => Promise<readonly unknown[]>;
  /** Fills the hours before an asset was recorded, and waits for them up to `waitMs`. */
  readonly fill: (ref: AssetRef, waitMs: number) => Promise<void>;
  /** Adds assets to the queue of the background fill when they need one, and returns the status of each. */
  readonly want: (refs: readonly AssetRef[], caller: string) => Promise<readonly FillStatus[]>;
  /** Token shared by all processes of the installation, with which calls and answers are signed. */
  readonly token: string;
  readonly onFault: (error: unknown) => void;
}

export interface FeedPortStats {
  /** Number of answered calls. */
  readonly answered: number;
  /** Number of calls without a valid signature. */
  readonly forged: number;
}

/** Time limit for receiving a request. Most arrive within a second. */
const REQUEST_TIMEOUT_MS = 5 * SECOND_MS;
const MAX_FILL_WAIT_MS = 30 * SECOND_MS;
const MAX_CONNECTIONS = 1_000;

/** Answer of the port. */
interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

type Handler = (query: URLSearchParams) => Promise<Answer>;

/** Error of an invalid parameter, answered with 400. */
class InvalidParameterError extends Error {}

/**
 * The internal port of a feed. It reads venues for other processes of the installation, and gives the newest state
 * while Redis is unavailable. Reads are shared, so any number of processes cause as many requests to venues as one.
 *
 * Calls are `GET` requests signed with the shared token. Any other call is rejected and counted. Each answer is signed
 * for its call, so that an impostor at this address cannot give answers that processes accept.
 */
export class FeedPort {
  readonly #options: FeedPortOptions;
  readonly #server: Server;
  readonly #handlers: ReadonlyMap<string, Handler>;
  #answered = 0;
  #forged = 0;

  constructor(options: FeedPortOptions) {
    this.#options = options;
    const { books, markets, fill, want, readProbes: probes, references, tape, tapedMarkets } = options;
    this.#handlers = new Map<string, Handler>([
      ['/book', readAsset((ref) => books.book(ref))],
      ['/candles', readAsset((ref) => markets.readCandles(ref))],
      ['/funding', readAsset((ref) => markets.readFunding(ref))],
      ['/fill', readAsset(async (ref, query) => ({ filled: await fill(ref, readWait(query)) }))],
      ['/want', async (query) => toJson(200, await want(readAssets(query), query.get('caller') ?? ''))],
      ['/probes', async () => toJson(200, await probes())],
      ['/references', async () => toJson(200, await references.read())],
      ['/tape', async () => toJson(200, await tape.read())],
      ['/taped', async (query) => toJson(200, await tapedMarkets.readMarkets(readAssets(query)))],
      ['/state', async () => toJson(200, this.#state())],
      ['/snapshot', (query) => this.#encodeSnapshot(query)],
    ]);
    this.#server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      void this.#answer(request, response);
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  /** Starts to listen. @returns Address of the port. */
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
    // The body of a call is ignored.
    request.resume();
    const { token } = this.#options;
    const path = request.url ?? '/';
    const nonce = checkCall(token, path, request.headers.authorization, Date.now());
    if (nonce === null) {
      this.#forged++;
      send(response, toJson(401, { message: 'the call is not signed with the token' }), {});
      return;
    }
    this.#answered++;
    const { pathname, searchParams } = new URL(path, 'http://internal');
    const handler = request.method === 'GET' ? this.#handlers.get(pathname) : undefined;
    const answer =
      handler === undefined
        ? toJson(404, { message: 'no such call' })
        : await handler(searchParams).catch((error) => this.#describe(error));
    const { status, body } = answer;
    send(response, answer, { [PROOF]: proveAnswer(token, nonce, status, body) });
  }

  #describe(error: unknown): Answer {
    if (error instanceof UpstreamError) {
      const { failure, message, status, retryAfterMs } = error;
      return toJson(502, { failure, message, status, retryAfterMs });
    }
    if (error instanceof InvalidParameterError) return toJson(400, { message: error.message });
    this.#options.onFault(error);
    return toJson(500, { message: 'the feed failed' });
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

  async #encodeSnapshot(query: URLSearchParams): Promise<Answer> {
    const venue = query.get('venue') ?? '';
    if (!isVenueId(venue)) throw new InvalidParameterError('venue names no known venue');
    const snapshot = this.#options.feed.snapshot(venue as VenueId);
    const type = 'application/zstd';
    if (snapshot === null) return { status: 204, type, body: Buffer.alloc(0) };
    return { status: 200, type, body: await encodeSnapshot(snapshot) };
  }
}

function readAsset(read: (ref: AssetRef, query: URLSearchParams) => Promise<unknown>): Handler {
  return async (query) => {
    const ref = findAssetRef(query.get('asset') ?? '');
    if (ref === null) throw new InvalidParameterError('asset is not an asset id');
    return toJson(200, await read(ref, query));
  };
}

/** Reads the assets of a call. @throws {InvalidParameterError} when they are not valid. */
function readAssets(query: URLSearchParams): AssetRef[] {
  return query.getAll('asset').map((asset) => {
    const ref = findAssetRef(asset);
    if (ref === null) throw new InvalidParameterError('asset is not an asset id');
    return ref;
  });
}

function readWait(query: URLSearchParams): number {
  const waitMs = Number(query.get('waitMs') ?? 0);
  if (!(waitMs >= 0 && waitMs <= MAX_FILL_WAIT_MS))
    throw new InvalidParameterError('waitMs is out of bounds');
  return waitMs;
}

function toJson(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}

function send(
  response: ServerResponse,
  { status, type, body }: Answer,
  headers: Record<string, string>,
): void {
  const length = status === 204 ? {} : { 'content-type': type, 'content-length': body.length };
  response.writeHead(status, { ...length, ...headers }).end(body);
}
