import {
  type AssetRef,
  type Clock,
  DAY_MS,
  type EpochMs,
  epochMs,
  findStoredAsset,
  hasEnded,
  isPerpKind,
  SECOND_MS,
  UpstreamError,
  type VenueId,
  type WholeStatement,
} from '../domain/index.ts';
import type { Feed, VenueSnapshot } from '../feed/feed.ts';
import type { HistoryStore } from '../history/contract/history-store.ts';
import { followResolution, type StoredResolution } from '../history/contract/resolutions.ts';
import type { SeriesKey } from '../history/contract/series.ts';
import { Slices } from '../scheduling/slices.ts';
import type { VenueAdapter } from '../venues/venue-adapter.ts';
import { type AwaitedEnd, AwaitedEnds } from './awaited-ends.ts';

export interface ResolutionTrackerOptions {
  readonly feed: Feed;
  readonly history: HistoryStore;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly clock: Clock;
  /** Receives each stored resolution, with the further statements of the venue about it. */
  readonly onAnswer?: (resolution: StoredResolution, stated: WholeStatement | null) => Promise<void>;
  /** Called when a resolution was stored, so that nothing more is recorded of the market. */
  readonly onResolved?: (ref: AssetRef, endMs: EpochMs) => void;
  /** Called when a resolution was withdrawn and the market trades again. */
  readonly onReopened?: (ref: AssetRef) => void;
  readonly onError: (error: unknown) => void;
}

export interface ResolutionTrackerStats {
  /** Number of markets whose resolution is awaited. */
  readonly waiting: number;
  /** Number of resolutions stored since the start. */
  readonly recorded: number;
}

/** Time after its removal from the list for which an undecided market is requested. */
const GIVE_UP_MS = 60 * DAY_MS;
/**
 * Maximum number of awaited markets per venue. Beyond it, the one that has waited longest is left for the next start,
 * which finds it in the store. Otherwise a venue that never states resolutions would fill the memory.
 */
const MAX_AWAITED = 20_000;
/** Interval at which each venue is asked about one market, so that resolutions never crowd out the polls. */
const TURN_MS = SECOND_MS;
const QUERY_TIMEOUT_MS = 30 * SECOND_MS;

/** Number of consecutive polls in which a resolved market must trade before its venue is asked, because lists lag. */
const POLLS_OF_DOUBT = 2;

/**
 * Records permanently how binary markets ended. When a market stops trading or leaves the list, its venue is asked for
 * the resolution until it states one. A price never decides. A resolved market was reopened when it trades again and
 * its venue no longer states a resolution. Its next end then counts, and both are stored.
 */
export class ResolutionTracker {
  readonly #options: ResolutionTrackerOptions;
  readonly #awaited = new AwaitedEnds(MAX_AWAITED);
  readonly #listed = new Map<VenueId, ReadonlyMap<string, AssetRef>>();
  /** Venues with a request in progress. */
  readonly #asking = new Set<VenueId>();
  /** Markets with a stored resolution that their venue still lists, which may last for days. */
  readonly #resolved = new Map<string, VenueId>();
  /** Number of consecutive polls in which a resolved market trades, by asset. */
  readonly #doubts = new Map<string, number>();
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #recorded = 0;
  #timer: NodeJS.Timeout | null = null;
  #stopListening: (() => void) | null = null;

  constructor(options: ResolutionTrackerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopListening = this.#options.feed.onSnapshot((snapshot) => {
      this.#follow(this.#compare(snapshot));
    });
    this.#timer = setInterval(() => this.askDue(), TURN_MS).unref();
  }

  /** Stops the requests in progress. Unanswered ones are repeated after the next start. */
  async stop(): Promise<void> {
    this.#stopListening?.();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopping.abort();
    await Promise.all(this.#underWay);
  }

  stats(): ResolutionTrackerStats {
    return { waiting: this.#awaited.size, recorded: this.#recorded };
  }

  /** Asks each venue about the market whose request is most overdue. */
  askDue(): void {
    const now = this.#options.clock();
    for (const venue of this.#options.adapters.keys()) {
      if (this.#asking.has(venue)) continue;
      const due = this.#awaited.findDue(venue, now);
      if (due !== null) this.#follow(this.#ask(due));
    }
  }

  #follow(work: Promise<void>): void {
    const followed = work.catch(this.#options.onError).finally(() => this.#underWay.delete(followed));
    this.#underWay.add(followed);
  }

  async #compare(snapshot: VenueSnapshot): Promise<void> {
    if (snapshot.restored) return;
    const { venue } = snapshot;
    const before = this.#listed.get(venue);
    const trading = new Map<string, AssetRef>();
    for (const market of snapshot.markets) {
      if (market.kind !== 'binary') continue;
      const { status } = market.ticker;
      if (hasEnded(status)) this.#await(market.ref);
      else trading.set(market.ref.asset, market.ref);
    }
    this.#listed.set(venue, trading);
    for (const ref of trading.values()) this.#awaited.delete(ref);
    // Markets that had left the list with their resolution, and are listed again.
    const back = before === undefined ? [] : [...trading.values()].filter(({ asset }) => !before.has(asset));
    if (back.length > 0) this.#follow(this.#findResolved(venue, back));
    this.#follow(this.#findReopened(venue, trading));
    for (const [asset, ownVenue] of this.#resolved) {
      if (ownVenue === venue && !snapshot.byAsset.has(asset)) this.#resolved.delete(asset);
    }
    if (before === undefined) return this.#resume(snapshot);
    for (const [asset, ref] of before) {
      if (!trading.has(asset)) this.#await(ref);
    }
  }

  /** Resumes after a start: stored markets that are no longer listed may have ended meanwhile. */
  async #resume({ venue, byAsset }: VenueSnapshot): Promise<void> {
    const { history, clock } = this.#options;
    const oldest = clock() - GIVE_UP_MS;
    const slices = new Slices();
    for await (const entries of history.scanAssets({ venue, activeSince: epochMs(oldest) })) {
      const gone: AssetRef[] = [];
      for (const { storeKey, asset } of entries) {
        const stored = findStoredAsset(venue, storeKey);
        if (stored === null || isPerpKind(stored.kind) || byAsset.has(asset)) continue;
        gone.push({ ...stored, asset });
      }
      const known = await history.findResolutionMany(gone);
      await this.#findResolved(
        venue,
        entries.filter(({ asset }) => byAsset.has(asset)),
      );
      for (const [i, ref] of gone.entries()) if (known[i] === null) this.#await(ref);
      if (slices.isDue()) await slices.pause();
      if (this.#stopping.signal.aborted) return;
    }
  }

  /**
   * Finds markets with a stored resolution that may have been reopened, after a start and among markets that are listed
   * again.
   */
  async #findResolved(
    venue: VenueId,
    listed: readonly (SeriesKey & { readonly asset: string })[],
  ): Promise<void> {
    const known = await this.#options.history.findResolutionMany(listed);
    for (const [i, { asset }] of listed.entries()) if (known[i] !== null) this.#resolved.set(asset, venue);
  }

  async #findReopened(venue: VenueId, trading: ReadonlyMap<string, AssetRef>): Promise<void> {
    for (const [asset, ownVenue] of this.#resolved) {
      if (ownVenue !== venue) continue;
      const ref = trading.get(asset);
      const polls = ref === undefined ? 0 : (this.#doubts.get(asset) ?? 0) + 1;
      if (polls === 0) this.#doubts.delete(asset);
      else this.#doubts.set(asset, polls);
      if (ref !== undefined && polls >= POLLS_OF_DOUBT) await this.#reopen(ref);
    }
  }

  /** Asks the venue about a resolved market that trades. Without a resolution, the market counts as reopened. */
  async #reopen(ref: AssetRef): Promise<void> {
    const { history, adapters, clock } = this.#options;
    this.#doubts.delete(ref.asset);
    try {
      const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(QUERY_TIMEOUT_MS)]);
      const stated = await adapters.get(ref.venue)?.readResolution(ref, signal);
      const newest = await history.findNewestResolution(ref);
      if (stated !== null || newest === null || newest.reopenedAt !== undefined) return;
      await history.putResolution({ ...newest, reopenedAt: clock() });
      this.#resolved.delete(ref.asset);
      this.#options.onReopened?.(ref);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      if (!(error instanceof UpstreamError)) throw error;
    }
  }

  #await(ref: AssetRef): void {
    if (!this.#resolved.has(ref.asset)) this.#awaited.add(ref, this.#options.clock());
  }

  async #ask(awaited: AwaitedEnd): Promise<void> {
    const { history, adapters, clock } = this.#options;
    const { ref } = awaited;
    this.#asking.add(ref.venue);
    try {
      if ((await history.findResolution(ref)) !== null) {
        this.#close(ref);
        return;
      }
      const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(QUERY_TIMEOUT_MS)]);
      const resolution = await adapters.get(ref.venue)?.readResolution(ref, signal);
      if (resolution == null) {
        this.#askLater(awaited);
        return;
      }
      const { venue, storeKey } = ref;
      const { stated = null, ...said } = resolution;
      const next = { ...said, venue, storeKey, recordedAt: clock() };
      const newest = await history.findNewestResolution(ref);
      await history.putResolution(newest === null ? next : (followResolution(newest, next) ?? next));
      await this.#options.onAnswer?.(next, stated);
      this.#recorded++;
      this.#options.onResolved?.(ref, resolution.settledAt ?? clock());
      this.#close(ref);
    } catch (error) {
      this.#askLater(awaited);
      if (this.#stopping.signal.aborted) return;
      if (!(error instanceof UpstreamError)) throw error;
    } finally {
      this.#asking.delete(ref.venue);
    }
  }

  #close(ref: AssetRef): void {
    this.#awaited.delete(ref);
    this.#resolved.set(ref.asset, ref.venue);
  }

  #askLater({ ref, since }: AwaitedEnd): void {
    const now = this.#options.clock();
    if (now - since > GIVE_UP_MS) this.#awaited.delete(ref);
    else this.#awaited.askLater(ref, now);
  }
}
