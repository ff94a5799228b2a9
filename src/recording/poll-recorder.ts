import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Clock,
  type EpochMs,
  epochMs,
  type Gap,
  type MarketState,
  type VenueId,
  type VenuePoll,
} from '../domain/index.ts';
import type { SeriesObservation } from '../history/contract/history-store.ts';
import type { Listing } from '../history/contract/market-register.ts';
import type { MarketKey, SeriesKey } from '../history/contract/series.ts';
import { Slices } from '../scheduling/slices.ts';
import type { ClockStep } from '../upstream/clock-watch.ts';
import { CONTINUED_MS, continueSeries } from './earlier-run.ts';
import { ForecastSampler } from './forecast-sampler.ts';
import { listFutureGaps } from './future-gaps.ts';
import { findLastPoll } from './last-poll.ts';
import { buildObservation } from './observation.ts';
import type { RecorderStore } from './patient-writes.ts';
import { registerMost } from './register-most.ts';
import { findGapBefore, forgetCounters, rememberPrice, reviewUnpriced } from './series-gaps.ts';
import { createVenueTrack, type VenueTrack } from './venue-track.ts';

export interface RecorderOptions {
  readonly history: RecorderStore;
  readonly intervalMs: (venue: VenueId) => number;
  readonly clock: Clock;
  /** Checks whether the wall clock was set since the last check. Absent: the clock is not checked. */
  readonly checkClock?: () => ClockStep | null;
  /** Called when what forecasts need could not be read from an available store. Absent: not reported. */
  readonly onForecastError?: (error: unknown) => void;
}

export interface RecorderStats {
  /** Number of series with a price in the last week, listed or not. */
  readonly series: number;
  /** Number of gaps of an earlier run that are still open. */
  readonly leftOpen: number;
}

/** Number of intervals without a price after which a venue or an asset has a gap. */
const GAP_INTERVALS = 3;
/** Reason of a gap when no failure gave another one. */
const LATE = 'a poll did not come back in time';
/** Reason of a gap when poll results arrived and could not be stored. */
const UNSTORED = 'store: what was read could not be written';
const KEYS_AT_ONCE = 500;
/** Longest time of building observations without a pause for other work. */
const SLICE_MS = 2;

/**
 * Writes each poll to the store: a record for each asset with a price, even an unchanged one, a gap when a venue or an
 * asset could not be read, and new states of markets.
 */
export class PollRecorder {
  readonly #options: RecorderOptions;
  readonly #venues = new Map<VenueId, VenueTrack>();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /**
   * Continues after an earlier run: opens a gap for the time since that run last recorded the venue, if it is long
   * enough, and continues to watch the recorded series and the open gaps.
   */
  async resume(venue: VenueId): Promise<void> {
    const lastPollAt = await findLastPoll(this.#options.history, venue, this.#options.clock());
    if (lastPollAt === null) return;
    const unfinished = await this.#options.history.listOpenGaps(venue);
    const open = unfinished.find(({ storeKey }) => storeKey === null);
    const track = this.#getTrack(venue);
    track.leftOpen.add(unfinished);
    const since = epochMs(lastPollAt - Math.max(this.#maxUnreadMs(venue), CONTINUED_MS));
    await continueSeries(this.#options.history, track, { venue, lastPollAt, since });
    await this.#endResolved(venue, track);
    track.lastPollAt = lastPollAt;
    track.forecasts.resume(lastPollAt);
    if (open !== undefined) track.openGap = open;
    else {
      track.failure = 'the service was not running';
      await this.check(venue);
    }
  }

  /** Records one poll. When the promise resolves, the poll's observations survive a crash. */
  async record(poll: VenuePoll): Promise<void> {
    this.#checkClock();
    const venue = this.#getTrack(poll.venue);
    if (venue.hasFutureGaps) venue.outbox.add(await listFutureGaps(this.#options.history, poll));
    venue.hasFutureGaps = false;
    await venue.leftOpen.find(poll, venue.series, this.#options.history);
    await this.#openVenueGap(poll.venue, poll.receivedAt);
    venue.failure = null;
    const hadGap = venue.openGap !== null;
    const batch: SeriesObservation[] = [];
    const returned: Gap[] = [];
    const listed = new Map<string, MarketState>();
    const maxUnpricedMs = this.#maxUnreadMs(poll.venue);
    const slices = new Slices({ sliceMs: SLICE_MS });
    const due = venue.forecasts.listDue(poll.receivedAt, venue.series);

    for (const market of poll.markets) {
      const { storeKey } = market.ref;
      if (slices.isDue()) await slices.pause();
      listed.set(storeKey, market);
      if (market.price === null || !Number.isFinite(market.price)) continue;
      const track = venue.series.get(storeKey);
      if (market.carried === true) {
        if (track !== undefined) track.pricedAt = poll.receivedAt;
        continue;
      }
      const left = venue.leftOpen.take(storeKey);
      if (left !== undefined) returned.push({ ...left, toMs: poll.receivedAt });
      // The gap of the venue covers the absence of its assets, except for a gap of an asset that is still open.
      const isCovered = track === undefined || (hadGap && track.openGap === null);
      const gap = isCovered ? null : findGapBefore(poll, market, track, maxUnpricedMs);
      if (gap !== null) returned.push(gap);
      batch.push(buildObservation(poll, market, track, hadGap || gap !== null));
      rememberPrice(venue.series, poll, market, batch.at(-1)?.t ?? poll.receivedAt);
    }
    venue.outbox.add(returned);
    await slices.pause();
    const forecasts = due.length === 0 ? [] : await venue.forecasts.sample(due, venue.series);
    const listing: Listing = { ...venue.listed.review(poll), forecasts };
    await slices.pause();
    const isEmpty = batch.length + listing.changed.length + forecasts.length === 0;
    if (!isEmpty) await this.#append(poll, venue, batch, listing);
    venue.listed.confirm();
    await venue.forecasts.confirm(poll.receivedAt, due, listing.changed);
    await slices.pause();

    venue.lastPollAt = poll.receivedAt;
    const { changed, forgotten } = reviewUnpriced(venue.series, { poll, listed, maxUnpricedMs });
    venue.outbox.add(changed);
    venue.leftOpen.add(forgotten);
    if (venue.openGap !== null) {
      await this.#options.history.putGap({ ...venue.openGap, toMs: poll.receivedAt });
      venue.openGap = null;
    }
    await venue.outbox.flush();
  }

  /** Ends the gap of a market with a known resolution, because nothing more is recorded of it. */
  async noteEnd({ venue, storeKey }: MarketKey, endMs: EpochMs): Promise<void> {
    const track = this.#getTrack(venue);
    const series = track.series.get(storeKey);
    const left = track.leftOpen.take(storeKey);
    const gap = series?.openGap ?? left;
    if (series !== undefined) {
      series.openGap = null;
      series.endsAt = endMs;
    }
    if (gap === undefined || gap === null) return;
    track.outbox.add([{ ...gap, toMs: epochMs(Math.max(gap.fromMs, endMs)) }]);
    await track.outbox.flush();
  }

  /** Notes that a market trades again after its resolution was withdrawn. A missing price is a gap again. */
  noteReopened({ venue, storeKey }: MarketKey, at: EpochMs): void {
    const series = this.#getTrack(venue).series.get(storeKey);
    if (series === undefined) return;
    series.endsAt = null;
    series.pricedAt = epochMs(Math.max(series.pricedAt, at));
  }

  /** Returns the sizes of the state kept between polls, for all venues together. */
  stats(): RecorderStats {
    const venues = [...this.#venues.values()];
    return {
      series: venues.reduce((sum, { series }) => sum + series.size, 0),
      leftOpen: venues.reduce((sum, { leftOpen }) => sum + leftOpen.size, 0),
    };
  }

  /** Appends a poll. A poll that the store rejects is lost, and its gap begins with the last stored one. */
  async #append(
    { venue, receivedAt }: VenuePoll,
    track: VenueTrack,
    batch: readonly SeriesObservation[],
    listing: Listing,
  ): Promise<void> {
    const before = track.lastPollAt ?? receivedAt;
    try {
      const rest = await registerMost(this.#options.history, track.listed, listing);
      await this.#options.history.append(batch, rest, () => {
        forgetCounters(track.series, batch);
        track.listed.forget(rest.changed);
        track.forecasts.rewind(before);
      });
    } catch (error) {
      const fromMs = track.lastPollAt ?? receivedAt;
      // The gap is kept in memory. The store gets it with the next poll that it can write.
      track.openGap ??= { venue, storeKey: null, fromMs, toMs: null, reason: UNSTORED };
      forgetCounters(track.series, batch);
      throw error;
    }
  }

  /** Notes why a venue cannot be read, and opens its gap if the failure has lasted too long. */
  async noteFailure(venue: VenueId, reason: string): Promise<void> {
    const track = this.#getTrack(venue);
    track.failure = reason;
    if (track.openGap?.reason === LATE) {
      // The gap was opened while the poll was still in progress, and now its reason is known.
      track.openGap = { ...track.openGap, reason };
      await this.#options.history.putGap(track.openGap);
    }
    await this.check(venue);
  }

  /**
   * Opens the venue's gap once it has been unread for too long. Called every second, because a venue that states a long
   * wait, or keeps a poll hanging, fails only once.
   */
  async check(venue: VenueId): Promise<void> {
    this.#checkClock();
    await this.#openVenueGap(venue, this.#options.clock());
  }

  async #openVenueGap(venue: VenueId, now: EpochMs): Promise<void> {
    const track = this.#getTrack(venue);
    if (track.openGap !== null || track.lastPollAt === null) return;
    if (now - track.lastPollAt <= this.#maxUnreadMs(venue)) return;
    const reason = track.failure ?? LATE;
    track.openGap = { venue, storeKey: null, fromMs: track.lastPollAt, toMs: null, reason };
    await this.#options.history.putGap(track.openGap);
  }

  /** Ends the open gaps of markets that have resolved meanwhile. */
  async #endResolved(venue: VenueId, track: VenueTrack): Promise<void> {
    const storeKeys = [...track.leftOpen.keys(), ...track.series.keys()];
    for (let i = 0; i < storeKeys.length; i += KEYS_AT_ONCE) {
      const keys = storeKeys.slice(i, i + KEYS_AT_ONCE).map((storeKey) => ({ venue, storeKey }));
      for (const [index, resolution] of (await this.#options.history.findResolutionMany(keys)).entries()) {
        if (resolution === null) continue;
        const { storeKey } = keys[index] as SeriesKey;
        await this.noteEnd({ venue, storeKey }, resolution.settledAt ?? resolution.recordedAt);
        track.series.delete(storeKey);
      }
      await nextTurn();
    }
  }

  /**
   * Corrects times that are ahead of a clock that was set back. They would otherwise hide missing prices until the
   * clock had caught up.
   */
  #checkClock(): void {
    const step = this.#options.checkClock?.() ?? null;
    if (step === null || step.stepMs > 0) return;
    const now = this.#options.clock();
    const clamp = (t: EpochMs) => epochMs(Math.min(t, now));
    for (const venue of this.#venues.values()) {
      venue.hasFutureGaps = true;
      if (venue.lastPollAt !== null) venue.lastPollAt = clamp(venue.lastPollAt);
      venue.forecasts.rewind(now);
      for (const track of venue.series.values()) {
        track.lastT = clamp(track.lastT);
        track.lastP = null;
        track.pricedAt = clamp(track.pricedAt);
      }
    }
  }

  #maxUnreadMs(venue: VenueId): number {
    return GAP_INTERVALS * this.#options.intervalMs(venue);
  }

  #getTrack(venue: VenueId): VenueTrack {
    let track = this.#venues.get(venue);
    if (track === undefined) {
      const { history, onForecastError = () => undefined } = this.#options;
      const forecasts = new ForecastSampler(history, onForecastError);
      track = createVenueTrack((gap) => history.putGap(gap), forecasts);
      this.#venues.set(venue, track);
    }
    return track;
  }
}
