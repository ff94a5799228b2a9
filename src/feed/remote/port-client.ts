import type { Type } from 'typebox';
import {
  type AssetRef,
  type Book,
  type Candle,
  epochMs,
  type FillStatus,
  type FundingRate,
  findJson,
  SECOND_MS,
  UpstreamError,
  type UpstreamFailure,
  type VenueId,
} from '../../domain/index.ts';
import type { ReferenceReport } from '../../references/recording/report.ts';
import { LateAnswerError, waitForAnswer } from '../../storage/late-answer.ts';
import type { WireSchema } from '../../upstream/client.ts';
import type { TapeStatus } from '../tape-status.ts';
import type { TapedMarket } from '../taped-markets.ts';
import { readFeedStatus } from './feed-status.ts';
import {
  BookSchema,
  CandlesSchema,
  FillsSchema,
  FundingSchema,
  HeadSchema,
  ProbesSchema,
  ReferencesSchema,
  RefusalSchema,
  TapedSchema,
  TapeSchema,
} from './port-answers.ts';
import { isProven, PROOF, signCall } from './port-proof.ts';
import type { StateHead, StateSource } from './state-source.ts';

export interface PortClientOptions {
  /** Returns the address of the feed that reads a venue; null: not known. */
  readonly url: (venue: VenueId) => string | null;
  /** Returns the address of any feed of the installation, for calls about no single venue. */
  readonly anyUrl: () => string | null;
  readonly token: string;
  /** Time limit of one answer, in ms. Default: one second. */
  readonly limitMs?: number;
}

const LIMIT_MS = SECOND_MS;
/** Time limit of a snapshot of all markets, which has megabytes. */
const BODY_LIMIT_MS = 5 * SECOND_MS;
/** Time limit of probe results. Upstreams have five seconds to answer a probe. */
const PROBE_LIMIT_MS = 8 * SECOND_MS;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Client of the feed's internal port, for reads of venues that only the feed may do. */
export class PortClient implements StateSource {
  readonly #options: PortClientOptions;

  constructor(options: PortClientOptions) {
    this.#options = options;
  }

  /** Reads a book. @throws {UpstreamError} */
  book(ref: AssetRef): Promise<Book> {
    return this.#readAsset('book', ref, BookSchema) as unknown as Promise<Book>;
  }

  /** Reads hourly candles. @throws {UpstreamError} */
  candles(ref: AssetRef): Promise<readonly Candle[]> {
    return this.#readAsset('candles', ref, CandlesSchema) as unknown as Promise<readonly Candle[]>;
  }

  /** Reads funding. @throws {UpstreamError} */
  funding(ref: AssetRef): Promise<FundingRate[]> {
    return this.#readAsset('funding', ref, FundingSchema) as unknown as Promise<FundingRate[]>;
  }

  /** Requests the missing hours of an asset and waits for them. Never rejects, because hours may remain missing. */
  async fill(ref: AssetRef, waitMs: number): Promise<void> {
    const query = new URLSearchParams({ asset: ref.asset, waitMs: String(waitMs) });
    const url = this.#options.url(ref.venue);
    await this.#read(url, `fill?${query}`, waitMs + SECOND_MS).catch(() => undefined);
  }

  /**
   * Adds assets of a venue to the queue of the background fill, and reads the status of each.
   *
   * @param caller Name of the caller, whose share of the queue is limited.
   * @throws {UpstreamError}
   */
  async want(venue: VenueId, refs: readonly AssetRef[], caller: string): Promise<readonly FillStatus[]> {
    const query = new URLSearchParams(refs.map(({ asset }): [string, string] => ['asset', asset]));
    query.set('caller', caller);
    const said = findJson(String(await this.#read(this.#options.url(venue), `want?${query}`)));
    if (!FillsSchema.accepts(said)) throw toMalformed(FillsSchema.findProblem(said));
    if (said.length !== refs.length) throw toMalformed(': some fills are missing');
    return said.map(({ state, reason, retryAtMs }) => ({
      state,
      reason,
      retryAtMs: retryAtMs === null ? null : epochMs(retryAtMs),
    }));
  }

  /**
   * Reads the feed's probe results of its upstreams, at most half a minute old.
   *
   * @throws {UpstreamError}
   */
  async readProbes() {
    const said = findJson(String(await this.#read(this.#options.anyUrl(), 'probes', PROBE_LIMIT_MS)));
    if (!ProbesSchema.accepts(said)) throw toMalformed(ProbesSchema.findProblem(said));
    return said;
  }

  /** Reads the state of the reference prices that the feed records. @throws {UpstreamError} */
  async readReferences(): Promise<ReferenceReport> {
    const said = findJson(String(await this.#read(this.#options.anyUrl(), 'references')));
    if (!ReferencesSchema.accepts(said)) throw toMalformed(ReferencesSchema.findProblem(said));
    return said;
  }

  /**
   * Reads the state of the tape that the feed records; null: it records none.
   *
   * @throws {UpstreamError}
   */
  async readTape(): Promise<TapeStatus | null> {
    const said = findJson(String(await this.#read(this.#options.anyUrl(), 'tape')));
    if (!TapeSchema.accepts(said)) throw toMalformed(TapeSchema.findProblem(said));
    return said;
  }

  /**
   * Reads the recorded facts about some markets of a venue from the feed that reads it, in their order.
   *
   * @throws {UpstreamError}
   */
  async readTaped(venue: VenueId, refs: readonly AssetRef[]): Promise<readonly TapedMarket[]> {
    const query = new URLSearchParams(refs.map(({ asset }): [string, string] => ['asset', asset]));
    const said = findJson(String(await this.#read(this.#options.url(venue), `taped?${query}`)));
    if (!TapedSchema.accepts(said)) throw toMalformed(TapedSchema.findProblem(said));
    if (said.length !== refs.length) throw toMalformed('taped markets of the feed: some are missing');
    return said;
  }

  async readHeads(venues: readonly VenueId[]): Promise<ReadonlyMap<VenueId, StateHead>> {
    const said = findJson(String(await this.#read(this.#options.anyUrl(), 'state')));
    if (!HeadSchema.accepts(said)) throw toMalformed(HeadSchema.findProblem(said));
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

  async readBody(venue: VenueId): Promise<Buffer | null> {
    const url = this.#options.url(venue) ?? this.#options.anyUrl();
    const body = await this.#read(url, `snapshot?${new URLSearchParams({ venue })}`, BODY_LIMIT_MS);
    return body.length === 0 ? null : body;
  }

  async #readAsset<Schema extends Type.TSchema>(
    what: string,
    ref: AssetRef,
    schema: WireSchema<Schema>,
  ): Promise<Type.Static<Schema>> {
    const query = new URLSearchParams({ asset: ref.asset });
    const said = findJson(String(await this.#read(this.#options.url(ref.venue), `${what}?${query}`)));
    if (!schema.accepts(said)) throw toMalformed(schema.findProblem(said));
    return said;
  }

  /**
   * Reads the body of an answer and verifies that a process with the token gave it to this call. The address comes from
   * Redis and may be wrong: a process there does not learn the token, and an answer without a proof is rejected.
   */
  async #read(base: string | null, path: string, limitMs?: number): Promise<Buffer> {
    if (base === null) throw new UpstreamError('network', 'no process reads the venue just now');
    const { token } = this.#options;
    const url = new URL(path, base);
    const giveUp = new AbortController();
    const { authorization, nonce } = signCall(token, url.pathname + url.search, Date.now());
    const ask = async () => {
      const options = { headers: { authorization }, signal: giveUp.signal, redirect: 'error' } as const;
      const response = await fetch(url, options);
      return { response, body: await readAnswer(response) };
    };
    let answer: Awaited<ReturnType<typeof ask>>;
    try {
      // The limit takes delays of this process into account, because a busy process cannot know whether the feed is
      // late.
      answer = await waitForAnswer(ask(), limitMs ?? this.#options.limitMs ?? LIMIT_MS);
    } catch (error) {
      giveUp.abort();
      if (error instanceof UpstreamError) throw error;
      const isLate = error instanceof LateAnswerError;
      const said = isLate ? 'gave no answer in time' : 'cannot be reached';
      throw new UpstreamError(isLate ? 'timeout' : 'network', `the process that reads the venue ${said}`, {
        cause: error,
      });
    }
    const { response, body } = answer;
    const { status } = response;
    if (!isProven(token, nonce, { status, body, proof: response.headers.get(PROOF) ?? '' })) {
      throw new UpstreamError(
        'server',
        `the answer (HTTP ${status}) is not signed with CROSSTAPE_INTERNAL_TOKEN, which must be equal in all processes`,
      );
    }
    if (response.ok) return body;
    const said = findJson(body.toString());
    if (!RefusalSchema.accepts(said)) {
      throw new UpstreamError('server', `the process that reads the venue answered HTTP ${status}`);
    }
    const { failure, message, status: upstreamStatus, retryAfterMs } = said;
    throw new UpstreamError(failure as UpstreamFailure, message, {
      ...(upstreamStatus === null ? {} : { status: upstreamStatus }),
      retryAfterMs,
    });
  }
}

/**
 * Reads at most {@link MAX_ANSWER_BYTES}, even when a shorter length is stated, because only a complete answer can be
 * verified.
 */
async function readAnswer({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new UpstreamError('malformed', 'the answer of the process that reads the venue is too large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toMalformed(problem: string | null): UpstreamError {
  return new UpstreamError(
    'malformed',
    `the answer of the process that reads the venue cannot be read${problem ?? ''}`,
  );
}
