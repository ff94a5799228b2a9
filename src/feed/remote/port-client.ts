import Type from 'typebox';
import {
  type AssetRef,
  type Book,
  type Candle,
  type FundingRate,
  SECOND_MS,
  UpstreamError,
  type UpstreamFailure,
  type VenueId,
} from '../../domain/index.ts';
import { WireSchema } from '../../upstream/client.ts';
import { readFeedStatus } from './feed-status.ts';
import type { StateHead, StateSource } from './state-source.ts';

export interface PortClientOptions {
  /** Where the feed that reads a venue answers; null: it is not known. */
  readonly url: (venue: VenueId) => string | null;
  /** Any feed of the installation, for what concerns no single venue. */
  readonly anyUrl: () => string | null;
  readonly token: string;
  /** How long an answer may take. Default: one second. */
  readonly limitMs?: number;
}

const LIMIT_MS = SECOND_MS;
/** A snapshot of all markets is megabytes. */
const BODY_LIMIT_MS = 5 * SECOND_MS;
/** Upstreams have five seconds to answer a probe. */
const PROBE_LIMIT_MS = 8 * SECOND_MS;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

const RefusalSchema = new WireSchema(
  'refusal of the feed',
  Type.Object({
    failure: Type.String(),
    message: Type.String(),
    status: Type.Union([Type.Number(), Type.Null()]),
    retryAfterMs: Type.Union([Type.Number(), Type.Null()]),
  }),
);
const LevelsSchema = Type.Array(Type.Object({ price: Type.Number(), size: Type.Number() }));
const Time = Type.Union([Type.Number(), Type.Null()]);
const BookSchema = new WireSchema(
  'book of the feed',
  Type.Object({
    asset: Type.String(),
    bids: LevelsSchema,
    asks: LevelsSchema,
    venueTime: Time,
    receivedAt: Type.Number(),
  }),
);
const CandlesSchema = new WireSchema(
  'candles of the feed',
  Type.Array(
    Type.Object({
      t: Type.Number(),
      open: Type.Number(),
      high: Type.Number(),
      low: Type.Number(),
      close: Type.Number(),
    }),
  ),
);
const FundingSchema = new WireSchema('funding of the feed', Type.Array(Type.Object({ t: Type.Number() })));
const ProbesSchema = new WireSchema(
  'probes of the feed',
  Type.Array(
    Type.Object({
      upstream: Type.String(),
      probedUrl: Type.String(),
      method: Type.String(),
      status: Type.Union([Type.Literal('healthy'), Type.Literal('degraded'), Type.Literal('errored')]),
      statusCode: Type.Union([Type.Number(), Type.Null()]),
      latencyMs: Type.Number(),
      lastChecked: Type.String(),
      error: Type.Union([Type.String(), Type.Null()]),
      reason: Type.Union([
        Type.Literal('slow'),
        Type.Literal('down'),
        Type.Literal('blocked'),
        Type.Literal('rate_limited'),
        Type.Null(),
      ]),
    }),
  ),
);
const HeadSchema = new WireSchema(
  'state of the feed',
  Type.Record(
    Type.String(),
    Type.Object({
      fence: Type.Number(),
      version: Type.Union([Type.Number(), Type.Null()]),
      fetchedAt: Time,
      status: Type.Unknown(),
    }),
  ),
);

/** Asks the feed at its internal port for what only it may ask of venues. Each refusal is one of the venue, or of the feed. */
export class PortClient implements StateSource {
  readonly #options: PortClientOptions;

  constructor(options: PortClientOptions) {
    this.#options = options;
  }

  /** @throws {UpstreamError} */
  book(ref: AssetRef): Promise<Book> {
    return this.#ofAsset('book', ref, BookSchema) as unknown as Promise<Book>;
  }

  /** @throws {UpstreamError} */
  candles(ref: AssetRef): Promise<readonly Candle[]> {
    return this.#ofAsset('candles', ref, CandlesSchema) as unknown as Promise<readonly Candle[]>;
  }

  /** @throws {UpstreamError} */
  funding(ref: AssetRef): Promise<FundingRate[]> {
    return this.#ofAsset('funding', ref, FundingSchema) as unknown as Promise<FundingRate[]>;
  }

  /** Has the hours of an asset filled, and waits that long for it. Never rejects: what is missing stays missing. */
  async fill(ref: AssetRef, waitMs: number): Promise<void> {
    const query = new URLSearchParams({ asset: ref.asset, waitMs: String(waitMs) });
    const url = this.#options.url(ref.venue);
    await this.#read(url, `fill?${query}`, waitMs + SECOND_MS).catch(() => undefined);
  }

  /**
   * What upstreams answered to the feed's probes, as it was within the last half minute.
   *
   * @throws {UpstreamError}
   */
  async probes() {
    const response = await this.#read(this.#options.anyUrl(), 'probes', PROBE_LIMIT_MS);
    const said: unknown = await response.json().catch(() => null);
    if (!ProbesSchema.accepts(said)) throw malformed(ProbesSchema.findProblem(said));
    return said;
  }

  async heads(venues: readonly VenueId[]): Promise<ReadonlyMap<VenueId, StateHead>> {
    const said: unknown = await (await this.#read(this.#options.anyUrl(), 'state')).json();
    if (!HeadSchema.accepts(said)) throw malformed(HeadSchema.findProblem(said));
    const heads = venues.flatMap((venue) => {
      const head = said[venue];
      if (head === undefined) return [];
      const { fence, version, fetchedAt, status } = head;
      return [
        [
          venue,
          { fence, version, fetchedAt, status: readFeedStatus(status, venue), statusAgeMs: 0 },
        ] as const,
      ];
    });
    return new Map(heads);
  }

  async body(venue: VenueId): Promise<Buffer | null> {
    const url = this.#options.url(venue) ?? this.#options.anyUrl();
    const response = await this.#read(url, `snapshot?${new URLSearchParams({ venue })}`, BODY_LIMIT_MS);
    if (response.status === 204) return null;
    return Buffer.from(await response.arrayBuffer());
  }

  async #ofAsset<Schema extends Type.TSchema>(
    what: string,
    ref: AssetRef,
    schema: WireSchema<Schema>,
  ): Promise<Type.Static<Schema>> {
    const query = new URLSearchParams({ asset: ref.asset });
    const response = await this.#read(this.#options.url(ref.venue), `${what}?${query}`);
    const said: unknown = await response.json().catch(() => null);
    if (!schema.accepts(said)) throw malformed(schema.findProblem(said));
    return said;
  }

  async #read(url: string | null, path: string, limitMs?: number): Promise<Response> {
    if (url === null) throw new UpstreamError('network', 'no process reads the venue just now');
    const signal = AbortSignal.timeout(limitMs ?? this.#options.limitMs ?? LIMIT_MS);
    const headers = { authorization: `Bearer ${this.#options.token}` };
    let response: Response;
    try {
      response = await fetch(new URL(path, url), { headers, signal, redirect: 'error' });
    } catch (error) {
      const isLate = signal.aborted;
      const said = isLate ? 'gave no answer in time' : 'cannot be reached';
      throw new UpstreamError(isLate ? 'timeout' : 'network', `the process that reads the venue ${said}`, {
        cause: error,
      });
    }
    if (response.ok && Number(response.headers.get('content-length') ?? 0) <= MAX_ANSWER_BYTES)
      return response;
    const said: unknown = await response.json().catch(() => null);
    if (!RefusalSchema.accepts(said)) {
      throw new UpstreamError('server', `the process that reads the venue answered HTTP ${response.status}`);
    }
    const { failure, message, status, retryAfterMs } = said;
    throw new UpstreamError(failure as UpstreamFailure, message, {
      ...(status === null ? {} : { status }),
      retryAfterMs,
    });
  }
}

function malformed(problem: string | null): UpstreamError {
  return new UpstreamError(
    'malformed',
    `the process that reads the venue answered what cannot be read${problem ?? ''}`,
  );
}
