import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Clock,
  countTradedSince,
  type EpochMs,
  type Gap,
  type MarketState,
  MINUTE_MS,
  type VenueId,
  type VenuePoll,
} from '../domain/index.ts';
import type { SeriesObservation } from '../history/history-store.ts';
import type { Listing } from '../history/market-register.ts';
import { GapOutbox } from './gap-outbox.ts';
import { findLastPoll } from './last-poll.ts';
import { ListedMarkets } from './listed-markets.ts';
import type { RecorderStore } from './patient-writes.ts';
import { endUnlisted, findGapBefore, rememberPrice, reviewUnpriced, type Track } from './series-gaps.ts';

export interface RecorderOptions {
  readonly history: RecorderStore;
  readonly intervalMs: (venue: VenueId) => number;
  readonly clock: Clock;
}

export interface RecorderStats {
  /** Series with a price in the last week, listed or not. */
  readonly series: number;
  /** Gaps of an earlier run that nothing has ended yet. */
  readonly leftOpen: number;
}

interface VenueTrack {
  readonly series: Map<string, Track>;
  lastPollAt: EpochMs | null;
  openGap: Gap | null;
  /** Gaps of assets that an earlier run left open, by store key: their next price ends them. */
  leftOpen: Map<string, Gap>;
  /** Gaps of assets that are to be written. */
  readonly outbox: GapOutbox;
  /** The markets that the register has stored. */
  readonly listed: ListedMarkets;
  /** Why the last poll failed; null when it worked. */
  failure: string | null;
}

/** Markets that one commit registers. */
const SAID_AT_ONCE = 200;
/** A venue or an asset unread for more than this many intervals has a gap. */
const GAP_INTERVALS = 3;
/** The reason of a gap as long as no failure gave another. */
const LATE = 'a poll did not come back in time';
/** The reason of a gap whose poll results came and could not be kept. */
const UNSTORED = 'store: what was read could not be written';
/** A venue time further than this from our own reports a wrong clock and is not believed. */
const BELIEVABLE_SKEW_MS = MINUTE_MS;

/**
 * Writes a poll into the store: one record per asset with a price, also when nothing
 * changed, a gap record where a venue or an asset could not be read, and new states of markets.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #venues = new Map<VenueId, VenueTrack>();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Opens a gap for the time since an earlier run last recorded the venue, if it was long enough. */
  async resume(venue: VenueId): Promise<void> {
    const lastPollAt = await findLastPoll(this.#options.history, venue);
    if (lastPollAt === null) return;
    const unfinished = await this.#options.history.listOpenGaps(venue);
    const open = unfinished.find(({ storeKey }) => storeKey === null);
    const track = this.#getTrack(venue);
    for (const gap of unfinished) if (gap.storeKey !== null) track.leftOpen.set(gap.storeKey, gap);
    track.lastPollAt = lastPollAt;
    if (open !== undefined) track.openGap = open;
    else {
      track.failure = 'the service was not running';
      await this.check(venue);
    }
  }

  /** Records one poll. When this returns, the poll's observations survive a crash. */
  async record(poll: VenuePoll): Promise<void> {
    const venue = this.#getTrack(poll.venue);
    await this.#openVenueGap(poll.venue, poll.receivedAt);
    venue.failure = null;
    const hadGap = venue.openGap !== null;
    const batch: SeriesObservation[] = [];
    const returned: Gap[] = [];
    const listed = new Set<string>();
    const maxUnpricedMs = this.#maxUnreadMs(poll.venue);

    for (const market of poll.markets) {
      const { storeKey } = market.ref;
      listed.add(storeKey);
      if (market.price === null || !Number.isFinite(market.price)) continue;
      const track = venue.series.get(storeKey);
      if (market.carried === true) {
        if (track !== undefined) track.pricedAt = poll.receivedAt;
        continue;
      }
      const left = venue.leftOpen.get(storeKey);
      if (left !== undefined) returned.push({ ...left, toMs: poll.receivedAt });
      venue.leftOpen.delete(storeKey);
      // The venue's gap covers the assets' own absences, but not a gap of theirs that is still open.
      const isCovered = track === undefined || (hadGap && track.openGap === null);
      const gap = isCovered ? null : findGapBefore(poll, market, track, maxUnpricedMs);
      if (gap !== null) returned.push(gap);
      batch.push(this.#buildObservation(poll, market, track, hadGap || gap !== null));
      rememberPrice(venue.series, poll, market, batch.at(-1)?.t ?? poll.receivedAt);
    }
    venue.outbox.add(returned);
    const listing = venue.listed.review(poll);
    if (batch.length > 0 || listing.said.length > 0) await this.#append(poll, venue, batch, listing);
    venue.listed.confirm();

    venue.lastPollAt = poll.receivedAt;
    venue.outbox.add(reviewUnpriced(venue.series, poll, listed, maxUnpricedMs));
    venue.outbox.add(endUnlisted(venue.leftOpen, poll, listed));
    if (venue.openGap !== null) {
      await this.#options.history.putGap({ ...venue.openGap, toMs: poll.receivedAt });
      venue.openGap = null;
    }
    await venue.outbox.flush();
  }

  /** Sizes of the state kept between polls, for all venues together. */
  stats(): RecorderStats {
    const venues = [...this.#venues.values()];
    return {
      series: venues.reduce((sum, { series }) => sum + series.size, 0),
      leftOpen: venues.reduce((sum, { leftOpen }) => sum + leftOpen.size, 0),
    };
  }

  /** Appends a poll. A poll that the store refuses is lost, so its gap begins with the last one that was stored. */
  async #append(
    { venue, receivedAt }: VenuePoll,
    track: VenueTrack,
    batch: readonly SeriesObservation[],
    listing: Listing,
  ): Promise<void> {
    try {
      const rest = await this.#registerMost(track, listing);
      await this.#options.history.append(batch, rest, () => {
        forgetCounters(track, batch);
        track.listed.forget(rest.said);
      });
    } catch (error) {
      const fromMs = track.lastPollAt ?? receivedAt;
      // Kept in memory: the store takes the gap together with the next poll that it can write.
      track.openGap ??= { venue, storeKey: null, fromMs, toMs: null, reason: UNSTORED };
      forgetCounters(track, batch);
      throw error;
    }
  }

  /**
   * Registers markets in commits of their own where there are many, so that no commit delays others for long.
   *
   * @returns Those that are left for the poll's own commit.
   */
  async #registerMost({ listed }: VenueTrack, listing: Listing): Promise<Listing> {
    let { said } = listing;
    if (said.length <= SAID_AT_ONCE) return listing;
    // Markets are kept by key: neighbours are found together.
    said = said.toSorted((a, b) => (a.storeKey < b.storeKey ? -1 : 1));
    for (; said.length > SAID_AT_ONCE; said = said.slice(SAID_AT_ONCE)) {
      const part = said.slice(0, SAID_AT_ONCE);
      await this.#options.history.append([], { ...listing, said: part }, () => listed.forget(part));
      await nextTurn();
    }
    return { ...listing, said };
  }

  /** Remembers why a venue cannot be read, and opens its gap if that has lasted too long. */
  async noteFailure(venue: VenueId, reason: string): Promise<void> {
    const track = this.#getTrack(venue);
    track.failure = reason;
    if (track.openGap?.reason === LATE) {
      // The gap was opened while the poll was still in progress; now its result is known.
      track.openGap = { ...track.openGap, reason };
      await this.#options.history.putGap(track.openGap);
    }
    await this.check(venue);
  }

  /**
   * Opens the venue's gap once it has been unread for too long. Called every second: a venue that asks for a
   * long wait, or keeps a poll hanging, fails only once.
   */
  async check(venue: VenueId): Promise<void> {
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

  #buildObservation(
    poll: VenuePoll,
    market: MarketState,
    track: Track | undefined,
    afterGap: boolean,
  ): SeriesObservation {
    return {
      venue: poll.venue,
      storeKey: market.ref.storeKey,
      asset: market.ref.asset,
      t: chooseObservationTime(market.venueTime, poll.receivedAt, track?.lastT ?? null),
      p: market.price as number,
      v: afterGap ? null : countTradedSince(track?.volumeCounter ?? null, market.volumeCounter),
      s: 'poll',
    };
  }

  #maxUnreadMs(venue: VenueId): number {
    return GAP_INTERVALS * this.#options.intervalMs(venue);
  }

  #getTrack(venue: VenueId): VenueTrack {
    let track = this.#venues.get(venue);
    if (track === undefined) {
      track = {
        series: new Map(),
        lastPollAt: null,
        openGap: null,
        leftOpen: new Map(),
        listed: new ListedMarkets(),
        outbox: new GapOutbox((gap) => this.#options.history.putGap(gap)),
        failure: null,
      };
      this.#venues.set(venue, track);
    }
    return track;
  }
}

/** The next record could only state the volume since this poll, not since the record before it. */
function forgetCounters({ series }: VenueTrack, batch: readonly SeriesObservation[]): void {
  for (const { storeKey } of batch) {
    const track = series.get(storeKey);
    if (track !== undefined) track.volumeCounter = null;
  }
}

/**
 * The time of a record: the venue's where it states a believable one, else the time of receipt. A venue's time
 * that did not move on would hide that the price was confirmed just now, so then the time of receipt is taken.
 */
export function chooseObservationTime(
  venueTime: EpochMs | null,
  receivedAt: EpochMs,
  lastT: EpochMs | null,
): EpochMs {
  // Nothing is received before it happened: a venue's clock ahead of ours is not believed.
  if (venueTime === null || venueTime > receivedAt || receivedAt - venueTime > BELIEVABLE_SKEW_MS) {
    return receivedAt;
  }
  if (lastT !== null && venueTime <= lastT) return receivedAt;
  return venueTime;
}
