import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EpochMs, toMessage, UpstreamError, type VenuePoll } from '../../domain/index.ts';
import { computeDoubledMs } from '../../scheduling/backoff.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';

export interface PollerOptions {
  readonly adapter: VenueAdapter;
  readonly intervalMs: number;
  /** Random number from 0 to 1, for jitter. */
  readonly random: () => number;
  /**
   * Checks a poll before it counts, and removes what is not trusted.
   *
   * @throws {UpstreamError} when the whole poll is not trusted and counts as failed.
   */
  readonly review?: (poll: VenuePoll, signal: AbortSignal) => Promise<VenuePoll>;
  /** Receives the poll. The poller waits for it before the next poll. */
  readonly onPoll: (poll: VenuePoll) => Promise<void>;
  /** Reports that the venue could not be read. */
  readonly onFailure: (error: UpstreamError) => void;
  /** Reports that `onPoll` rejected because of our own error. The poll is still valid. */
  readonly onFault: (error: unknown) => void;
}

const MAX_BACKOFF_MS = 60_000;
const MIN_LIMIT_MS = 120_000;
/** Random part of an interval, so that polls of several venues or processes do not coincide. */
const JITTER_FRAC = 0.05;

/**
 * Polls one venue at its interval. Polls never overlap: one that takes longer than the interval delays the next one.
 * Other work may run between the steps of a poll. After failures the interval doubles up to a minute, and `Retry-After`
 * is obeyed.
 */
export class Poller {
  /** Configured interval between two polls. */
  readonly intervalMs: number;
  readonly #options: PollerOptions;
  #abort = new AbortController();
  #loop: Promise<void> | null = null;
  #wake: (() => void) | null = null;

  okCount = 0;
  failCount = 0;
  lastError: string | null = null;
  lastFetchedAt: EpochMs | null = null;
  /** Number of failures since the last success. */
  failuresInRow = 0;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.intervalMs = options.intervalMs;
  }

  /** Returns the actual interval: the configured one, or the shortest that the venue allows when that is longer. */
  get effectiveIntervalMs(): number {
    return Math.max(this.intervalMs, Math.ceil(this.#options.adapter.polling?.minIntervalMs() ?? 0));
  }

  get running(): boolean {
    return this.#loop !== null;
  }

  start(): void {
    if (this.#loop !== null) return;
    this.#abort = new AbortController();
    this.#loop = this.#run(this.#abort.signal);
  }

  /** Stops after aborting the poll in progress. */
  async stop(): Promise<void> {
    this.#abort.abort();
    this.#wake?.();
    await this.#loop;
    this.#loop = null;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const startedAt = performance.now();
      const retryAfterMs = await this.#pollOnce(signal);
      if (signal.aborted) return;
      const spentMs = performance.now() - startedAt;
      await this.#pause(Math.max(retryAfterMs ?? 0, this.#pauseMs(spentMs)));
    }
  }

  /** Polls once. @returns Time to wait as the venue stated it, in ms; null: it stated none. */
  async #pollOnce(signal: AbortSignal): Promise<number | null> {
    const limit = AbortSignal.timeout(Math.max(MIN_LIMIT_MS, 4 * this.intervalMs));
    let poll: VenuePoll;
    try {
      this.#options.adapter.polling?.keepRoom();
      const ends = AbortSignal.any([signal, limit]);
      poll = await this.#options.adapter.poll(ends);
      await nextTurn();
      if (this.#options.review !== undefined) poll = await this.#options.review(poll, ends);
    } catch (error) {
      if (signal.aborted) return null;
      const failure =
        error instanceof UpstreamError
          ? error
          : new UpstreamError('malformed', `${this.#options.adapter.venue}: ${toMessage(error)}`, {
              cause: error,
            });
      this.failCount++;
      this.failuresInRow++;
      this.lastError = failure.message;
      this.#options.onFailure(failure);
      return failure.retryAfterMs;
    }
    this.#options.adapter.polling?.keepRoom();
    if (isRepetition(poll)) return null;
    this.okCount++;
    this.failuresInRow = 0;
    this.lastError = null;
    this.lastFetchedAt = poll.receivedAt;
    await nextTurn();
    await this.#options.onPoll(poll).catch(this.#options.onFault);
    return null;
  }

  #pauseMs(spentMs: number): number {
    const jitter = 1 + JITTER_FRAC * (2 * this.#options.random() - 1);
    if (this.failuresInRow === 0) return Math.max(0, this.effectiveIntervalMs * jitter - spentMs);
    const limits = { firstMs: this.intervalMs, maxMs: Math.max(this.intervalMs, MAX_BACKOFF_MS) };
    return computeDoubledMs(limits, this.failuresInRow - 1) * jitter;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Whether all states of a poll are carried. Such a poll is neither counted nor published. */
function isRepetition({ markets }: VenuePoll): boolean {
  return markets.length > 0 && markets.every(({ carried }) => carried === true);
}
