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
  /** Share of a venue's request budget that is in use, 0 to 1. Default: nothing is. */
  readonly budgetUsedFrac?: (venue: VenueId) => number;
  /** Receives faults of this service; a venue that gives no candles is asked again later. */
  readonly onError: (error: unknown) => void;
  /** Waits that long, or until the signal. Default: a timer that does not hold the process. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Sees to it that hourly bars of an asset are stored. */
export interface HourFiller {
  /** Fills one asset now and waits this long for it at most. Never rejects: what is missing stays missing. */
  ensure(ref: AssetRef, waitMs: number): Promise<void>;
  /**
   * Puts assets into the queue of the background, where they are not filled or on their way already. Waits for
   * none of them, and never rejects.
   *
   * @param caller Name of the caller, whose share of the queue is limited.
   * @returns The status of each, in their order.
   */
  want(refs: readonly AssetRef[], caller: string): Promise<readonly FillStatus[]>;
  /** Whether the hours of an asset are on their way, or have not been asked for yet. Absent: not known here. */
  isPending?(ref: AssetRef): boolean;
}

/** Pause between two assets of a venue, so that back-fill never comes in bursts. */
const PAUSE_MS = 250;
/** From this use of the budget on the background waits: what is left is for assets that someone asks for. */
const BUSY_FROM_FRAC = 0.4;
/** Where polls alone keep a venue busy, the background continues after this many seconds all the same. */
const MAX_BUSY_SECONDS = 30;
/** How often the set of the largest is looked at again when all of it is filled. */
const IDLE_MS = MINUTE_MS;
/** How often a venue is looked at that has not answered yet. */
const FIRST_SNAPSHOT_MS = SECOND_MS;
const RETRY_MS = 5 * MINUTE_MS;
/** Longest time that a venue needs for a month of hours. */
const FILL_TIMEOUT_MS = MINUTE_MS;
/** One asset on its way, and for whom. */
interface Filling {
  readonly done: Promise<void>;
  /** Set when no caller waits for it: it is aborted for a filling that has one. */
  readonly background: AbortController | null;
}

/** Assets that failed and wait for their next turn; the oldest are forgotten beyond that. */
const MAX_FAILURES = 1_000;

/**
 * Sees to it that hourly bars of 30 days are stored: of the largest markets in the background, one asset at a time per
 * venue and within the venue's budget for back-fill, and of a single asset at once when it is requested.
 */
export class LargestBackfill implements HourFiller {
  readonly #options: LargestBackfillOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Map<string, Filling>();
  /** When each asset may be tried again. */
  readonly #retryAt = new BoundedMap<string, number>(MAX_FAILURES);
  readonly #wanted = new WantedFills();
  /** Ends the rest of a venue's loop that found nothing to fill. */
  readonly #resting = new Map<VenueId, AbortController>();
  /** Venues whose last background fill was a wanted one: the next is one of the largest, so that neither waits for all of the others. */
  readonly #filledWanted = new Set<VenueId>();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(options: LargestBackfillOptions) {
    this.#options = options;
  }

  /** Begins the work in the background. */
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

  /** Waits until something may be due again, or is wanted. */
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

  /** The next market of a venue that is due: a wanted one and one of the largest in turn. */
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

  /** The largest market of a venue that is due. */
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
   * One call serves everyone who waits for the asset. What the background began for it is given up: it may wait
   * for minutes until the budget has room for back-fill, which those who ask go ahead of.
   */
  async #fillNow(ref: AssetRef): Promise<void> {
    const running = this.#running.get(ref.asset);
    if (running?.background === null) return running.done;
    running?.background.abort();
    await running?.done;
    // Another caller may have begun it since the background gave way.
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
      // A back-fill that gave way to a caller has not failed.
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
  // An aborted wait is a wait that ended.
  await pause(ms, { signal, ref: false });
}
