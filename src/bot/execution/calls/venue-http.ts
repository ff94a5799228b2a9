import { type Clock, type EpochMs, epochMs, findHttpTime, parsePlainJson } from '../../../domain/index.ts';
import { findRetryAfter, findRetryAfterOfBody, readCappedText } from '../../../upstream/answers.ts';
import type { Refusal } from '../../../upstream/refusal.ts';
import { type CallBudget, CallBudgetError, type VenueCall } from './call-budget.ts';
import { VenueClock } from './venue-clock.ts';

export interface VenueHttpOptions {
  /** Base address of the venue, without a slash at the end. */
  readonly baseUrl: string;
  readonly userAgent: string;
  /** Header fields that every request has. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly timeoutMs?: number;
  /** Budget that keeps calls within the venue's limits. Absent: nothing is counted. */
  readonly budget?: CallBudget;
  /** A cheap request without side effects whose answer has the venue's time. */
  readonly timeProbe?: Pick<VenueRequest, 'method' | 'path' | 'body'>;
}

export interface VenueRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the base address, with its query. */
  readonly path: string;
  /** Body as text, sent unchanged. */
  readonly body?: string;
  /** The call, with the facts by which the venue's limits count it. */
  readonly call: VenueCall;
  /** Whether the request has taken its turn by {@link VenueHttp.takeTurn}, so that it is sent at once. */
  readonly hasTurn?: boolean;
  /**
   * Computes the cost that an answer adds to its call in the venue's limits, such as a weight for each group of rows.
   */
  readonly weighAnswer?: (json: unknown) => number;
  /**
   * Builds the header fields right before sending, because signatures contain the time.
   *
   * @param now The venue's time in epoch ms.
   */
  readonly headers?: (now: number) => Record<string, string>;
  readonly signal: AbortSignal;
}

/** Result of one request. */
export type HttpResult =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly text: string;
      /** Body as JSON; undefined when the text is not JSON. */
      readonly json: unknown;
      readonly retryAfterMs: number | null;
      /** Ms by which this answer proves that the venue's clock was ahead of the signed time; 0: it proves nothing. */
      readonly clockErrorMs: number;
    }
  /** A request for which no connection was made: the venue did not receive it. */
  | { readonly kind: 'unreached'; readonly message: string }
  /** A request that was not sent, because the venue's limits had no room for it. */
  | { readonly kind: 'held_back'; readonly message: string; readonly retryAfterMs: number }
  /** A request that was sent, at least in part, without a readable answer: the venue may have acted. */
  | { readonly kind: 'lost'; readonly message: string };

const DEFAULT_TIMEOUT_MS = 10_000;
const WAITED_TOO_LONG: HttpResult = {
  kind: 'held_back',
  message: 'no time was left after the wait for room in the limits of the venue',
  retryAfterMs: 1_000,
};
const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum number of requests for the venue's time before a signature: more than half of the answers must agree. */
const MAX_TIME_PROBES = 2;
const TIME_PROBE_COST = 2;
/** Codes of connection errors that come before the first byte is sent. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Sends single requests to a venue. No request is retried, shared or redirected: an order that is
 * sent twice may trade twice, and private reads of two accounts must never share an answer.
 */
export class VenueHttp {
  readonly #options: VenueHttpOptions;
  readonly #venueClock = new VenueClock();
  #blocked = false;
  #refusedRows = 0;
  #lastRefusedRow: string | null = null;

  constructor(options: VenueHttpOptions) {
    this.#options = options;
  }

  /** Returns the venue's time in epoch ms, as its answers show it. */
  now(): number {
    return this.#options.clock() + this.#venueClock.skewMs;
  }

  /**
   * Reads the venue's time for a signature. The venue is asked again when its newest answer contradicts the earlier
   * ones.
   */
  async readSigningTime(signal: AbortSignal): Promise<EpochMs> {
    const call = { purpose: 'prepare', account: null, cost: TIME_PROBE_COST } as const;
    const { timeProbe } = this.#options;
    for (let tries = 0; tries < MAX_TIME_PROBES && timeProbe !== undefined; tries++) {
      if (!this.#venueClock.isInDoubt) break;
      await this.request({ ...timeProbe, call, signal });
    }
    return epochMs(this.now());
  }

  /** Whether the newest answer was 403 or 451 without a readable reason. */
  get blocked(): boolean {
    return this.#blocked;
  }

  /** Number of rows of private answers that could not be read, since the start. */
  get refusedRows(): number {
    return this.#refusedRows;
  }

  /** Kind and member of the newest refused row; never its content. */
  get lastRefusedRow(): string | null {
    return this.#lastRefusedRow;
  }

  noteRefusedRow({ kind, member }: Pick<Refusal, 'kind' | 'member'>): void {
    this.#refusedRows++;
    this.#lastRefusedRow = `${kind} ${member}`;
  }

  /** The path of the base address, which some venues include in signatures: `/trade-api/v2`. */
  get basePath(): string {
    return new URL(this.#options.baseUrl).pathname.replace(/\/$/, '');
  }

  /** Waits until the venue's limits have room for a call, and counts it. @throws {CallBudgetError} */
  async takeTurn(call: VenueCall): Promise<void> {
    await this.#options.budget?.take(call);
  }

  /** Pauses the orders of an account that the venue refuses for a while. */
  pauseOrders(account: string, durationMs: number): void {
    this.#options.budget?.pauseOrders(account, durationMs);
  }

  async request(request: VenueRequest): Promise<HttpResult> {
    if (request.hasTurn !== true) {
      try {
        await this.takeTurn(request.call);
      } catch (error) {
        if (!(error instanceof CallBudgetError)) throw error;
        return { kind: 'held_back', message: error.message, retryAfterMs: error.retryAfterMs };
      }
    }
    const end = this.#options.budget?.begin(request.call);
    // When the wait for our own limits has used up the caller's time, the request is not sent, and nothing is wrong
    // with the venue.
    const result = request.signal.aborted ? WAITED_TOO_LONG : await this.#fetch(request);
    end?.(weigh(request, result));
    if (result.kind === 'answer') {
      this.#options.budget?.noteAnswer(request.call, result.status === 429, result.retryAfterMs);
    }
    return result;
  }

  async #fetch(request: VenueRequest): Promise<HttpResult> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const sentAt = this.#options.clock();
    try {
      const response = await fetch(`${this.#options.baseUrl}${request.path}`, {
        method: request.method,
        headers: {
          accept: 'application/json',
          'user-agent': this.#options.userAgent,
          ...this.#options.headers,
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers?.(this.now()),
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        signal: AbortSignal.any([request.signal, timeout]),
        redirect: 'manual',
      });
      const text = await readCappedText(response, MAX_BYTES);
      const clockErrorMs = this.#learnTime(response, sentAt);
      const json = parseJson(text);
      this.#blocked = (response.status === 403 || response.status === 451) && json === undefined;
      return {
        kind: 'answer',
        status: response.status,
        text,
        json,
        retryAfterMs: findRetryAfter(response.headers.get('retry-after')) ?? findRetryAfterOfBody(json),
        clockErrorMs,
      };
    } catch (error) {
      const code = getErrorCode(error);
      if (BEFORE_SENDING.has(code)) return { kind: 'unreached', message: `no connection (${code})` };
      return { kind: 'lost', message: timeout.aborted ? 'no answer in time' : `connection lost (${code})` };
    }
  }

  #learnTime(response: Response, sentAt: number): number {
    const headerMs = findHttpTime(response.headers.get('date'));
    if (headerMs === null) return 0;
    return this.#venueClock.learn({ headerMs, sentAt, receivedAt: this.#options.clock() });
  }
}

/** Computes the cost of an answer beyond its call. An answer that was lost counts with the greatest possible cost. */
function weigh({ call, weighAnswer }: VenueRequest, result: HttpResult): number {
  if (result.kind === 'lost') return call.maxAnswerCost ?? 0;
  return result.kind === 'answer' ? (weighAnswer?.(result.json) ?? 0) : 0;
}

function parseJson(text: string): unknown {
  try {
    return parsePlainJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the code of a failed fetch. The error's message is left out, since it may contain an address. */
function getErrorCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (typeof code === 'string') return code;
  return cause instanceof Error ? cause.name : 'unknown';
}
