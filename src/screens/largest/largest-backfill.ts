import {
  ASSET_KINDS,
  type AssetRef,
  type Clock,
  epochMs,
  type FillStatus,
  fillStatus,
  KIND_TRAITS,
  MINUTE_MS,
  noFill,
  SECOND_MS,
  UpstreamError,
  type VenueId,
} from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Backfiller } from '../../recording/backfiller.ts';
import { BoundedMap } from '../../scheduling/bounded-map.ts';
import { pause } from '../../scheduling/pause.ts';
import { findStatisticsStart, STATISTICS_DAYS } from './hourly-bars.ts';
import { selectLargest } from './largest-markets.ts';
import { WantedFills } from './wanted-fills.ts';

export interface LargestBackfillOptions {
  readonly feed: Feed;
  readonly backfiller: Pick<Backfiller, 'fill' | 'isFilled'>;
  readonly clock: Clock;
  /** Returns the fraction of a venue's request budget that is in use, 0 to 1. Default: 0. */
  readonly budgetUsedFrac?: (venue: VenueId) => number;
  /** Receives errors of this service. A venue that returns no candles is not an error and is asked again later. */
  readonly onError: (error: unknown) => void;
  /** Waits for a time in ms or until the signal is aborted. Default: a timer that does not keep the process alive. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Makes sure that the hourly bars of an asset are stored. */
export interface HourFiller {
  /** Fills one asset now, and waits at most `waitMs` for it. Never rejects. What cannot be filled stays missing. */
  ensure(ref: AssetRef, waitMs: number): Promise<void>;
  /**
   * Adds assets to the background queue, except those that are filled or in progress already. Does not wait for them
   * and never rejects.
   *
   * @param caller Name of the caller, whose share of the queue is limited.
   * @returns The status of each asset, in the order given.
   */
  want(refs: readonly AssetRef[], caller: string): Promise<readonly FillStatus[]>;
  /** Whether the hours of an asset are being filled, or were not requested yet. Absent: this is not known here. */
  isPending?(ref: AssetRef): boolean;
}

/** Pause in ms between two assets of a venue, so that the back-fill causes no bursts of requests. */
const PAUSE_MS = 250;
/** Used fraction of the budget at which the background fill waits. The rest is for assets that a caller requests. */
const BUSY_FROM_FRAC = 0.4;
/** Seconds after which the background fill continues even when polls alone keep the venue above that limit. */
const MAX_BUSY_SECONDS = 30;
/** Interval in ms at which the set of the largest markets is checked again when all of them are filled. */
const IDLE_MS = MINUTE_MS;
/** Interval in ms at which a venue without a first snapshot is checked. */
const FIRST_SNAPSHOT_MS = SECOND_MS;
const RETRY_MS = 5 * MINUTE_MS;
/** Maximum time in ms that a venue needs for a month of hourly candles. */
const FILL_TIMEOUT_MS = MINUTE_MS;
/** A fill that is in progress. */
interface Filling {
  readonly done: Promise<void>;
  /** Set when no caller waits for the fill, which is then aborted when a caller requests the same asset. */
  readonly background: AbortController | null;
}

/** Maximum number of failed assets whose retry times are kept. The oldest are forgotten. */
const MAX_FAILURES = 1_000;

/**
 * Makes sure that hourly bars of 30 days are stored. The largest markets are filled in the background, one asset at a
 * time per venue and within the venue's budget for back-fill. A single asset is filled immediately when requested.
 */
export class LargestBackfill implements HourFiller {
  readonly #options: LargestBackfillOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Map<string, Filling>();
  /** Time at which each failed asset may be tried again. */
  readonly #retryAt = new BoundedMap<string, number>(MAX_FAILURES);
  readonly #wanted = new WantedFills();
  /** Ends the rest of the loop of a venue that found nothing to fill. */
  readonly #resting = new Map<VenueId, AbortController>();
  /**
   * Venues whose last background fill was requested by a caller. Their next fill is one of the largest markets, so that
   * neither group waits for all of the other.
   */
  readonly #filledWanted = new Set<VenueId>();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(options: LargestBackfillOptions) {
    this.#options = options;
  }

  /** Starts the background fill. */
  start(): void {
    this.#loops = Promise.all(this.#options.feed.venues.map((venue) => this.#fillVenue(venue)));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loops;
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async ensure(ref: AssetRef, waitMs: number): Promise<void> {
    if (!this.#running.has(ref.asset) && !this.#isDue(ref)) return;
    const enough = new AbortController();
    const filled = this.#fillNow(ref).finally(() => enough.abort());
    await Promise.race([filled, this.#wait(waitMs, enough.signal)]);
  }

  async want(refs: readonly AssetRef[], caller: string): Promise<readonly FillStatus[]> {
    return refs.map((ref) => this.#want(ref, caller));
  }

  #want(ref: AssetRef, caller: string): FillStatus {
    const { feed, backfiller, clock } = this.#options;
    if (!feed.venues.includes(ref.venue)) return noFill('not_recorded');
    if (this.#running.has(ref.asset)) return fillStatus('running');
    if (this.#wanted.has(ref)) return fillStatus('queued');
    const now = clock();
    if (backfiller.isFilled(ref, findStatisticsStart(now))) return fillStatus('filled');
    const retryAt = this.#retryAt.get(ref.asset) ?? 0;
    if (now < retryAt) return noFill('failed', epochMs(retryAt));
    if (this.#stopping.signal.aborted || !this.#wanted.add(ref, caller)) return noFill('busy');
    this.#resting.get(ref.venue)?.abort();
    return fillStatus('queued');
  }

  isPending(ref: AssetRef): boolean {
    return this.#running.has(ref.asset) || this.#isDue(ref);
  }

  async #fillVenue(venue: VenueId): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const next = this.#findNext(venue);
      if (next !== null) {
        await this.#waitUntilQuiet(venue);
        if (this.#wanted.has(next)) this.#filledWanted.add(venue);
        this.#wanted.delete(next);
        await this.#fillInBackground(next);
      }
      await (next === null ? this.#rest(venue) : this.#wait(PAUSE_MS, signal));
    }
  }

  /** Waits until an asset may be due again or a caller wants one. */
  async #rest(venue: VenueId): Promise<void> {
    const rest = new AbortController();
    this.#resting.set(venue, rest);
    await this.#wait(this.#idleMs(venue), AbortSignal.any([this.#stopping.signal, rest.signal]));
    this.#resting.delete(venue);
  }

  async #waitUntilQuiet(venue: VenueId): Promise<void> {
    const { budgetUsedFrac = () => 0 } = this.#options;
    const { signal } = this.#stopping;
    for (let second = 0; second < MAX_BUSY_SECONDS; second++) {
      if (signal.aborted || budgetUsedFrac(venue) < BUSY_FROM_FRAC) return;
      await this.#wait(SECOND_MS, signal);
    }
  }

  #idleMs(venue: VenueId): number {
    return this.#options.feed.snapshot(venue) === null ? FIRST_SNAPSHOT_MS : IDLE_MS;
  }

  /** Finds the next market of a venue that is due. Requested markets and the largest markets alternate. */
  #findNext(venue: VenueId): AssetRef | null {
    const isTurnOfLargest = this.#filledWanted.delete(venue);
    const largest = isTurnOfLargest ? this.#findLargest(venue) : null;
    if (largest !== null) return largest;
    for (let next = this.#wanted.next(venue); next !== null; next = this.#wanted.next(venue)) {
      if (this.#isDue(next)) return next;
      this.#wanted.delete(next);
    }
    return isTurnOfLargest ? null : this.#findLargest(venue);
  }

  /** Finds the largest market of a venue that is due. */
  #findLargest(venue: VenueId): AssetRef | null {
    for (const kind of ASSET_KINDS) {
      if (KIND_TRAITS[kind].venue !== venue) continue;
      const next = selectLargest(this.#options.feed, kind).find(({ ref }) => this.#isDue(ref));
      if (next !== undefined) return next.ref;
    }
    return null;
  }

  #isDue(ref: AssetRef): boolean {
    const { backfiller, clock } = this.#options;
    if (this.#stopping.signal.aborted) return false;
    const now = clock();
    if (backfiller.isFilled(ref, findStatisticsStart(now))) return false;
    return now >= (this.#retryAt.get(ref.asset) ?? 0);
  }

  /**
   * Fills an asset for everyone who waits for it, with one call. A background fill of the same asset is aborted,
   * because it may wait for minutes until the budget has room for back-fill, and requests of callers take precedence.
   */
  async #fillNow(ref: AssetRef): Promise<void> {
    const running = this.#running.get(ref.asset);
    if (running?.background === null) return running.done;
    running?.background.abort();
    await running?.done;
    // Another caller may have started the fill since the background fill was aborted.
    const begun = this.#running.get(ref.asset);
    return begun === undefined ? this.#begin(ref, null) : begun.done;
  }

  #fillInBackground(ref: AssetRef): Promise<void> {
    const running = this.#running.get(ref.asset);
    return running === undefined ? this.#begin(ref, new AbortController()) : running.done;
  }

  #begin(ref: AssetRef, background: AbortController | null): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    const done = this.#tryFill(ref, background).finally(() => this.#running.delete(ref.asset));
    this.#running.set(ref.asset, { done, background });
    return done;
  }

  async #tryFill(ref: AssetRef, background: AbortController | null): Promise<void> {
    const { backfiller, onError } = this.#options;
    const limits = [this.#stopping.signal, AbortSignal.timeout(FILL_TIMEOUT_MS)];
    const signal = AbortSignal.any(background === null ? limits : [...limits, background.signal]);
    try {
      await backfiller.fill(ref, STATISTICS_DAYS, signal, background === null ? 'statistics' : 'backfill');
      this.#retryAt.delete(ref.asset);
    } catch (error) {
      // A background fill that was aborted for a caller has not failed.
      if (background?.signal.aborted === true) return;
      this.#noteFailure(ref, error);
      if (!(error instanceof UpstreamError) && !signal.aborted) onError(error);
    }
  }

  #noteFailure({ asset }: AssetRef, error: unknown): void {
    const statedMs = error instanceof UpstreamError ? error.retryAfterMs : null;
    this.#retryAt.delete(asset);
    this.#retryAt.set(asset, this.#options.clock() + Math.max(statedMs ?? RETRY_MS, SECOND_MS));
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    await (this.#options.wait ?? quietTimer)(ms, signal);
  }
}

async function quietTimer(ms: number, signal: AbortSignal): Promise<void> {
  // An aborted wait counts as finished.
  await pause(ms, { signal, ref: false });
}
