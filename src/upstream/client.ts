import pLimit, { type LimitFunction } from 'p-limit';
import type { Static, TSchema } from 'typebox';
import { UpstreamError } from '../domain/index.ts';
import { computeBackoffMs } from '../scheduling/backoff.ts';
import { InOrder } from '../scheduling/in-order.ts';
import { pause } from '../scheduling/pause.ts';
import { SingleFlight } from '../scheduling/single-flight.ts';
import {
  findRetryAfter,
  findRetryAfterOfText,
  NotJsonError,
  readCappedJson,
  readCappedText,
} from './answers.ts';
import { PRIORITIES, type RateBudget } from './budget.ts';
import { Intake, refuse } from './intake.ts';
import { MAX_BUDGET_WAIT_MS, MAX_RETRIES, MAX_RETRY_PAUSE_MS } from './patience.ts';
import type { UpstreamRequest } from './upstream-request.ts';
import type { WireCounters } from './wire-counters.ts';
import type { WireSchema } from './wire-schema.ts';

export { type WireFacts, WireSchema } from './wire-schema.ts';

export interface UpstreamClientOptions {
  /** Name for messages and counters, such as `polymarket-gamma`. */
  readonly name: string;
  readonly budget: RateBudget;
  /** Fraction of the venue's published limit that the budget may use, 0 to 1. Default: 1. */
  readonly ownShare?: number;
  readonly userAgent: string;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Maximum number of calls that wait for their answers at the same time. Default: no limit. */
  readonly maxConcurrent?: number;
  /** Number of further attempts after a failure that may be temporary. */
  readonly retries?: number;
  /** Time in ms for which all calls pause after a 429 that states no wait. Default: the back-off of the failed call. */
  readonly refusalPauseMs?: number;
  /** Whether URLs may contain a key in their path. Messages then name only scheme and host, and quote no answer. */
  readonly hidesPaths?: boolean;
  /** Returns a random number from 0 to 1, for jitter. */
  readonly random?: () => number;
  /** Counts what is read and refused, shared by all clients and streams of a venue. Default: a separate one. */
  readonly intake?: Intake;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;
const BACKOFF = { firstMs: 500, maxMs: 30_000 };
/**
 * Sends HTTP requests to one upstream: respects its rate budget, times out, limits sizes, backs off with jitter, and
 * returns only bodies that match a schema. Equal reads in progress are shared.
 */
export class UpstreamClient {
  /** Intake of the venue's messages: checks each against its schema, and counts what is read and refused. */
  readonly intake: Intake;
  readonly #options: UpstreamClientOptions;
  readonly #inFlight = new SingleFlight<string, unknown>();
  readonly #running: LimitFunction | null;
  /** One queue per priority for the calls that wait for their share of the budget. */
  readonly #waiting = new Map(PRIORITIES.map((priority) => [priority, new InOrder()]));
  #requests = 0;
  #failures = 0;
  #blocked = false;

  constructor(options: UpstreamClientOptions) {
    this.#options = options;
    this.intake = options.intake ?? new Intake();
    this.#running = options.maxConcurrent === undefined ? null : pLimit(options.maxConcurrent);
  }

  /**
   * Reads JSON and validates it.
   *
   * @throws {UpstreamError} for any failure, after the retries that make sense.
   */
  read<Schema extends TSchema>(request: UpstreamRequest, wire: WireSchema<Schema>): Promise<Static<Schema>> {
    const key = `${request.method ?? 'GET'} ${request.url} ${request.body === undefined ? '' : JSON.stringify(request.body)}`;
    const shared = this.#inFlight.run(key, () => this.#readWithRetries(request, wire));
    return this.#join(shared as Promise<Static<Schema>>, request, wire);
  }

  /**
   * Waits for a read that another caller may have started and cancelled. Only the signal of this call ends the wait.
   */
  async #join<Schema extends TSchema>(
    shared: Promise<Static<Schema>>,
    request: UpstreamRequest,
    wire: WireSchema<Schema>,
  ): Promise<Static<Schema>> {
    const { signal } = request;
    const stopped = Promise.withResolvers<never>();
    const stop = () =>
      stopped.reject(
        new UpstreamError('aborted', `${this.#toPlace(request.url)}: the caller stopped the call`),
      );
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([shared, stopped.promise]);
    } catch (error) {
      const otherGaveUp = error instanceof UpstreamError && error.failure === 'aborted' && !signal.aborted;
      if (otherGaveUp) return this.read(request, wire);
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  getCounters(): WireCounters {
    return {
      requests: this.#requests,
      failures: this.#failures,
      schemaFailures: this.intake.refusals,
      lastSchemaFailure: this.intake.lastRefusal,
      refused: this.intake.listRefused(),
      kinds: this.intake.listKinds(),
      blocked: this.#blocked,
      budgetUsedFrac: this.#options.budget.usedFrac() * (this.#options.ownShare ?? 1),
      budgetUsedBesidePollsFrac: this.#options.budget.usedBesidePollsFrac(),
    };
  }

  async #readWithRetries<Schema extends TSchema>(
    request: UpstreamRequest,
    wire: WireSchema<Schema>,
  ): Promise<Static<Schema>> {
    const retries = Math.min(this.#options.retries ?? 2, MAX_RETRIES[request.priority]);
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#waitForBudget(request);
        const read = () => this.#leaveAndRead(request, wire);
        return await (this.#running === null ? read() : this.#running(read));
      } catch (error) {
        const failure = this.#toUpstreamError(error, request);
        if (failure.failure !== 'aborted') this.#failures++;
        if (failure.failure === 'rate_limited') {
          this.#options.budget.slowDown();
          const pauseMs = this.#options.refusalPauseMs ?? this.#computeBackoffMs(attempt);
          this.#options.budget.block(failure.retryAfterMs ?? pauseMs);
        }
        if (attempt >= retries || !mayPass(failure)) throw failure;
        const pauseMs = Math.max(failure.retryAfterMs ?? 0, this.#computeBackoffMs(attempt));
        if (pauseMs > MAX_RETRY_PAUSE_MS[request.priority]) throw failure;
        await pause(pauseMs, { signal: request.signal });
      }
    }
  }

  /**
   * Waits for budget behind the earlier calls of the same priority. Calls that wake together would otherwise compete,
   * and some would lose each time.
   */
  async #waitForBudget(request: UpstreamRequest): Promise<void> {
    const deadline = performance.now() + MAX_BUDGET_WAIT_MS[request.priority];
    await this.#waiting.get(request.priority)!.run(() => this.#takeBudget(request, deadline));
  }

  async #takeBudget({ weight, priority, signal, url }: UpstreamRequest, deadline: number): Promise<void> {
    for (;;) {
      if (signal.aborted)
        throw new UpstreamError('aborted', `${this.#toPlace(url)}: the caller stopped the call`);
      const waitMs = this.#options.budget.tryTake(weight, priority);
      if (waitMs === 0) return;
      if (performance.now() + waitMs > deadline) {
        throw new UpstreamError(
          'budget_exhausted',
          `${this.#toPlace(url)}: our own limit for this venue is used up for ${waitMs} ms`,
          { retryAfterMs: waitMs },
        );
      }
      await pause(waitMs, { signal });
    }
  }

  async #leaveAndRead<Schema extends TSchema>(
    request: UpstreamRequest,
    wire: WireSchema<Schema>,
  ): Promise<Static<Schema>> {
    for (;;) {
      const waitMs = this.#options.budget.tryLeave();
      if (waitMs <= 0) return this.#readOnce(request, wire);
      await pause(waitMs, { signal: request.signal });
    }
  }

  async #readOnce<Schema extends TSchema>(
    request: UpstreamRequest,
    wire: WireSchema<Schema>,
  ): Promise<Static<Schema>> {
    this.#requests++;
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const response = await fetch(request.url, {
      method: request.method ?? 'GET',
      headers: {
        accept: 'application/json',
        'user-agent': this.#options.userAgent,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal: AbortSignal.any([request.signal, timeout]),
      // Redirects are not followed. The error names the new address instead, and no header reaches another host.
      redirect: 'manual',
    });
    this.#blocked = response.status === 403 || response.status === 451;
    if (!response.ok) {
      const text = await this.#readBody(response, request.url, readCappedText);
      throw this.#toFailure(response, text, request.url);
    }
    let value: unknown;
    try {
      value = await this.#readBody(response, request.url, readCappedJson);
    } catch (cause) {
      if (!(cause instanceof NotJsonError)) throw cause;
      this.intake.count(refuse(wire.name, 'not JSON', { endpoint: wire.endpoint, value: cause.head }));
      throw new UpstreamError('malformed', `${this.#toPlace(request.url)}: the answer is not JSON`, {
        cause,
      });
    }
    if (this.intake.accepts(wire, value)) return value;
    const problem = wire.findProblem(value) ?? '';
    throw new UpstreamError('malformed', `${this.#toPlace(request.url)}: ${wire.name}${problem}`);
  }

  async #readBody<Body>(
    response: Response,
    url: string,
    readCapped: (response: Response, maxBytes: number) => Promise<Body>,
  ): Promise<Body> {
    try {
      return await readCapped(response, this.#options.maxBytes ?? DEFAULT_MAX_BYTES);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new UpstreamError('too_large', `${this.#toPlace(url)}: ${error.message}`);
    }
  }

  #toFailure(response: Response, text: string, url: string): UpstreamError {
    const { status } = response;
    const quoted = text === '' || this.#options.hidesPaths === true ? '' : ` ${text.slice(0, 200)}`;
    const moved =
      status >= 300 && status < 400 ? findNewPlace(response, url, this.#options.hidesPaths === true) : '';
    const message = `${this.#toPlace(url)}: HTTP ${status}${moved}${quoted}`;
    const retryAfterMs = findRetryAfter(response.headers.get('retry-after')) ?? findRetryAfterOfText(text);
    if (status === 403 || status === 451) return new UpstreamError('blocked', message, { status });
    if (status === 404) return new UpstreamError('not_found', message, { status });
    if (status === 429) return new UpstreamError('rate_limited', message, { status, retryAfterMs });
    if (status >= 500 || status === 408 || status === 425) {
      return new UpstreamError('server', message, { status, retryAfterMs });
    }
    return new UpstreamError('refused', message, { status });
  }

  #toUpstreamError(error: unknown, request: UpstreamRequest): UpstreamError {
    if (error instanceof UpstreamError) return error;
    const where = this.#toPlace(request.url);
    if (request.signal.aborted)
      return new UpstreamError('aborted', `${where}: the caller stopped the call`, { cause: error });
    if (error instanceof Error && error.name === 'TimeoutError') {
      return new UpstreamError('timeout', `${where}: no answer in time`, { cause: error });
    }
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return new UpstreamError('network', `${where}: ${cause}`, { cause: error });
  }

  #computeBackoffMs(attempt: number): number {
    return computeBackoffMs(BACKOFF, attempt, this.#options.random ?? Math.random);
  }

  #toPlace(url: string): string {
    const { protocol, host, pathname } = new URL(url);
    return `${this.#options.name} (${protocol}//${host}${this.#options.hidesPaths === true ? '' : pathname})`;
  }
}

/**
 * Formats the target of a redirect as ` (moved to https://host/path)`, without its query. Empty for other responses.
 */
function findNewPlace(response: Response, url: string, hidesPaths: boolean): string {
  const location = response.headers.get('location');
  if (location === null || !URL.canParse(location, url)) return '';
  const { protocol, host, pathname } = new URL(location, url);
  return ` (moved to ${protocol}//${host}${hidesPaths ? '' : pathname})`;
}

/** Whether a failure may be temporary, so that another attempt makes sense. */
function mayPass({ failure }: UpstreamError): boolean {
  return failure === 'network' || failure === 'timeout' || failure === 'server' || failure === 'rate_limited';
}
